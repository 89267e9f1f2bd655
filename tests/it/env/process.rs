//! Runs of the binary: how it is started, and what came of it.

use std::{
    ffi::OsString,
    io::Write,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::Value;

use super::TestEnv;

/// The user and group that nobody is, for what permissions must bind.
pub(crate) const NOBODY: u32 = 65534;

/// One run of the binary, not yet started.
pub(crate) struct Clada<'e> {
    env: &'e TestEnv,
    dir: PathBuf,
    args: Vec<OsString>,
    vars: Vec<(OsString, OsString)>,
    stdin: Vec<u8>,
    unprivileged: bool,
    own_group: bool,
    through: Vec<String>,
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit status; `None` where a signal ended it.
    pub(crate) status: Option<i32>,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

impl<'e> Clada<'e> {
    /// A run in `dir` with those arguments and nothing on standard input.
    pub(crate) fn new(env: &'e TestEnv, dir: &Path, args: &[&str]) -> Self {
        Self {
            env,
            dir: dir.to_owned(),
            args: args.iter().map(OsString::from).collect(),
            vars: Vec::new(),
            stdin: Vec::new(),
            unprivileged: false,
            own_group: false,
            through: Vec::new(),
        }
    }

    /// One more argument.
    pub(crate) fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// What it reads from standard input.
    pub(crate) fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = text.into();
        self
    }

    /// A variable of its environment.
    pub(crate) fn var(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.vars.push((name.into(), value.into()));
        self
    }

    /// Runs it as nobody where the test runs as root, whom no permission binds.
    pub(crate) fn unprivileged(mut self) -> Self {
        self.unprivileged = true;
        self
    }

    /// Starts it in a process group of its own, as a shell does at a terminal.
    pub(crate) fn own_group(mut self) -> Self {
        self.own_group = true;
        self
    }

    /// Starts another program in its place, which ends up as the binary.
    pub(crate) fn through(mut self, line: &[&str]) -> Self {
        self.through = line.iter().map(ToString::to_string).collect();
        self
    }

    /// Starts it and leaves it running, its standard input fed.
    pub(crate) fn spawn(self) -> Child {
        let mut command = self.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let mut pipe = child.stdin.take().expect("its standard input");
        // What does not read all of its input may close it early; its status tells the rest.
        drop(pipe.write_all(&self.stdin));
        child
    }

    /// Runs it to its end.
    pub(crate) fn run(self) -> Run {
        Run::of(self.spawn())
    }

    /// Runs it to its end, which must have that exit status.
    pub(crate) fn exits(self, status: i32) -> Run {
        let args = self.args.clone();
        let run = self.run();
        assert_eq!(run.status, Some(status), "{args:?}\n{}\n{}", run.stdout, run.stderr);
        run
    }

    fn command(&self) -> Command {
        let binary = env!("CARGO_BIN_EXE_git-clada");
        let mut command = if self.unprivileged && rustix::process::geteuid().is_root() {
            // The build directory may be closed to others: a copy stands where all can reach it.
            // A process of its own makes it, for a file that this one has open for writing may
            // be inherited by a child of another test, and then cannot be run.
            let copy = self.env.root().join("git-clada");
            if !copy.exists() {
                let copied = self.env.command("cp", &self.dir).arg(binary).arg(&copy).status();
                assert!(copied.expect("cp runs").success());
            }
            let mut command = self.env.command("setpriv", &self.dir);
            let ids = [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")];
            command.args(ids).arg("--clear-groups").arg("--").arg(copy);
            command
        } else if let Some((program, args)) = self.through.split_first() {
            let mut command = self.env.command(program, &self.dir);
            command.args(args);
            command
        } else {
            self.env.command(binary, &self.dir)
        };
        if self.own_group {
            command.process_group(0);
        }
        command.args(&self.args).envs(self.vars.iter().map(|(name, value)| (name, value)));
        command
    }
}

impl Run {
    /// Waits for a child and takes what it printed.
    pub(crate) fn of(child: Child) -> Self {
        let output = child.wait_with_output().expect("the binary ends");
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self {
            status: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Standard output, which must be JSON and nothing else.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}\n{}\n{}", self.stdout, self.stderr))
    }

    /// Fails unless standard error holds each of those words.
    pub(crate) fn says(&self, words: &[&str]) -> &Self {
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} on stderr:\n{}", self.stderr);
        }
        self
    }
}
