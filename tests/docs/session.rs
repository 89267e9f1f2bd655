//! A shell at a terminal, in which the commands of a page are run one after the other.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use crate::names::Names;
use crate::page::{Page, Part, Told};

/// What the shell does: it reads names of scripts from a pipe, and runs each within itself.
const SHELL: &str = "\
stty cols 80 -onlcr
exec 9<\"$STEPS\"
while IFS= read -r step <&9; do
  (exit \"${status:-0}\")
  . \"$step\" </dev/null 2>&1
  status=$?
  printf '\\n@@ended %s\\n' \"$status\"
done
";
/// The terminal is looked at and cannot be asked: no command waits for an answer at it.
const LINE: &str = "exec setsid --wait bash --norc \"$SHELL_SCRIPT\"";
const ENDED: &str = "@@ended ";
const GIT_CONFIG: &str = "\
[user]
\tname = Ada
\temail = ada@example.org
[init]
\tdefaultBranch = main
[advice]
\tdetachedHead = false
[core]
\tfsync = none
";

/// Whether output has colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None.
    None,
    /// Those that a terminal is sent.
    Terminal,
}

/// What home directories are called in the pages. Ours have names of the same length, or lines
/// would be broken elsewhere.
const HOME: &str = "/home/you";

/// A running shell with a home of its own.
struct Session {
    _dirs: [TempDir; 2],
    home: PathBuf,
    script: PathBuf,
    shell: Child,
    steps: fs_err::File,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(colours: Colours) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let root = dir.path().canonicalize().expect("its real path");
        let random = HOME.len() - "/tmp/".len();
        let home = tempfile::Builder::new().prefix("").rand_bytes(random).tempdir_in("/tmp");
        let home_dir = home.expect("a home");
        let home = home_dir.path().to_owned();
        let colour = if colours == Colours::None { "false" } else { "always" };
        let config = format!("{GIT_CONFIG}[color]\n\tui = {colour}\n");
        fs_err::write(root.join("gitconfig"), config).expect("settings");
        fs_err::write(root.join("shell"), SHELL).expect("the shell's script");
        let pipe = root.join("steps");
        assert!(command("mkfifo", &root, &home).arg(&pipe).status().expect("mkfifo").success());
        // On a dumb terminal nothing moves beside a command that is slow today.
        let term = if colours == Colours::None { "dumb" } else { "xterm" };
        let mut shell = command("timeout", &root, &home)
            .env("TERM", term)
            .args(["300", "script", "-qec", LINE, "/dev/null"])
            .env("SHELL_SCRIPT", root.join("shell"))
            .env("STEPS", &pipe)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`timeout` is there");
        let output = BufReader::new(shell.stdout.take().expect("its output"));
        let steps = fs_err::OpenOptions::new().write(true).open(&pipe).expect("the pipe");
        Self { _dirs: [dir, home_dir], home, script: root.join("step"), shell, steps, output }
    }

    /// Runs a command, and gives what it printed and its status.
    fn run(&mut self, line: &str) -> (Vec<String>, String) {
        fs_err::write(&self.script, line.to_owned() + "\n").expect("a script");
        writeln!(self.steps, "{}", self.script.display()).expect("the shell reads");
        let mut printed = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("UTF-8 from the shell");
            assert!(read > 0, "the shell has ended:\n{printed}");
            if let Some(status) = line.strip_prefix(ENDED) {
                let printed = printed.replace('\r', "");
                let printed = printed.replace(&*self.home.to_string_lossy(), HOME);
                // The end is told on a line of its own, so what was printed has one break more.
                let printed = printed.strip_suffix('\n').unwrap_or(&printed);
                return (
                    printed.lines().map(ToOwned::to_owned).collect(),
                    status.trim().to_owned(),
                );
            }
            printed.push_str(&line);
        }
    }

    /// Runs what a comment of the page says, which must succeed.
    fn prepare(&mut self, page: &str, line: &str) {
        let (printed, status) = self.run(line);
        assert_eq!(status, "0", "{page}: `{line}` in a comment: {printed:#?}");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Its pipe has an end when we are gone; a shell that hangs is not waited for.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

/// A command in an environment into which nothing leaks.
fn command(program: &str, root: &Path, home: &Path) -> Command {
    let ours = Path::new(env!("CARGO_BIN_EXE_git-clada")).parent().expect("a folder");
    let mut path = OsString::from(ours);
    if let Some(theirs) = std::env::var_os("PATH") {
        path.push(":");
        path.push(theirs);
    }
    let mut command = Command::new(program);
    command.current_dir(home).env_clear().env("PATH", path).env("HOME", home);
    for (name, value) in [
        ("GIT_AUTHOR_DATE", "1700000000 +0000"),
        ("GIT_COMMITTER_DATE", "1700000000 +0000"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_PAGER", "cat"),
        ("LC_ALL", "C.UTF-8"),
        ("SHELL", "/bin/bash"),
        ("TZ", "UTC"),
    ] {
        command.env(name, value);
    }
    command.env("GIT_CONFIG_GLOBAL", root.join("gitconfig"));
    command
}

/// Runs all commands of a page, and gives what its blocks print.
pub(crate) fn play(name: &str, page: &Page, colours: Colours) -> Told {
    let mut session = Session::start(colours);
    let [mut in_page, mut in_fact] = [Names::default(), Names::default()];
    let mut told = Told::new();
    for part in page.parts() {
        let block = match part {
            Part::Prose(lines) => {
                for line in hidden(lines) {
                    session.prepare(name, &line);
                }
                continue;
            }
            Part::Block(block) => block,
        };
        if let Some(file) = &block.file {
            let path = session.home.join(file);
            fs_err::create_dir_all(path.parent().expect("below the home")).expect("a folder");
            fs_err::write(path, block.lines.join("\n") + "\n").expect("a file");
        }
        if !block.is_session() {
            continue;
        }
        let mut outputs = Vec::new();
        for step in block.steps() {
            let line = in_page.translated(&step.command, &in_fact);
            let (printed, status) = session.run(&line);
            assert!(!matches!(&*status, "126" | "127"), "{name}: `{line}`: {printed:#?}");
            let _ = Names::fits(&step.output, &plain(&printed), &mut in_page, &mut in_fact);
            outputs.push(printed);
        }
        told.push(outputs);
    }
    if colours == Colours::Terminal { named(&told, &in_fact, &in_page) } else { told }
}

/// The commands in the comments among lines of prose.
fn hidden(lines: &[String]) -> Vec<String> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in lines {
        inside |= line.starts_with("<!--");
        if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            commands.push(command.to_owned());
        }
        inside &= !line.ends_with("-->");
    }
    commands
}

/// What was printed, with the names that the page has.
fn named(told: &Told, in_fact: &Names, in_page: &Names) -> Told {
    let line = |line: &String| in_fact.translated(line, in_page);
    let output = |output: &Vec<String>| output.iter().map(line).collect();
    told.iter().map(|outputs| outputs.iter().map(output).collect()).collect()
}

/// Lines without what colours them.
fn plain(lines: &[String]) -> Vec<String> {
    let codes = regex::Regex::new("\x1b\\[[0-9;]*[A-Za-z]").expect("a pattern");
    lines.iter().map(|line| codes.replace_all(line, "").into_owned()).collect()
}

/// Whether this kernel lets commands run in a view, and if not, what `doctor` says of it.
pub(crate) fn without_view() -> Option<String> {
    let mut session = Session::start(Colours::None);
    let (printed, status) = session.run("git init -q here && cd here && git clada doctor");
    let mut said = String::new();
    for line in &printed {
        let _ = writeln!(said, "{line}");
    }
    (status != "0").then_some(said)
}
