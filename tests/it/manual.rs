//! The man pages: those that are checked in, and how `man` and `git help` find them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{
    env::{Clada, TestEnv, skipped},
    golden,
};

fn checked_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("man")
}

fn pages_in(dir: &Path) -> BTreeMap<String, String> {
    let entries = fs_err::read_dir(dir).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.map(|path| (name(&path), fs_err::read_to_string(&path).expect("a page"))).collect()
}

/// A program of the machine's, whatever it says of its arguments.
fn is_there(env: &TestEnv, program: &str) -> bool {
    env.command(program, env.root()).arg("--version").output().is_ok()
}

#[test]
fn the_pages_that_are_checked_in_are_those_of_the_program() {
    let env = TestEnv::new();
    let written = env.root().join("some/where");
    let run = Clada::new(&env, env.root(), &["man", "some/where"]).exits(0);
    assert!(run.stdout.contains(" pages in "), "{}", run.stdout);
    let pages = pages_in(&written);
    let paths: Vec<_> = pages.keys().map(|name| checked_in().join(name)).collect();
    let texts = pages.values().map(String::as_str);
    let goldens: Vec<_> = paths.iter().map(PathBuf::as_path).zip(texts).collect();
    golden::check_all(&goldens);
    let kept: Vec<_> = pages_in(&checked_in()).into_keys().collect();
    assert_eq!(kept, pages.into_keys().collect::<Vec<_>>(), "a page of no command");
}

#[test]
fn there_is_a_page_for_each_command_and_help_names_no_other() {
    let env = TestEnv::new();
    let help = Clada::new(&env, env.root(), &["-h"]).exits(0).stdout;
    let commands = help.split("Commands:\n").nth(1).expect("commands");
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    let mut commands: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let pages = pages_in(&checked_in());
    for command in &commands {
        let page = pages.get(&format!("git-clada-{command}.1")).expect("its page");
        for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "SEE ALSO"] {
            let has = page.contains(&format!(".SH {heading}\n"))
                || page.contains(&format!(".SH \"{heading}\"\n"));
            assert!(has, "git-clada-{command}.1 has no {heading}");
        }
    }
    let mut named: Vec<_> = pages
        .keys()
        .filter_map(|page| page.strip_prefix("git-clada-")?.strip_suffix(".1")?.split('-').next())
        .collect();
    named.dedup();
    commands.sort_unstable();
    assert_eq!(named, commands);
}

#[test]
fn man_has_nothing_to_warn_of() {
    let env = TestEnv::new();
    if !is_there(&env, "man") {
        return skipped("man_has_nothing_to_warn_of", "there is no man here");
    }
    for page in pages_in(&checked_in()).keys() {
        let mut man = env.command("man", &checked_in());
        man.args(["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page]);
        let output = man.output().expect("man runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{page}: {said}");
    }
}

#[test]
fn mandoc_has_nothing_to_warn_of() {
    let env = TestEnv::new();
    let pages = pages_in(&checked_in());
    let mut mandoc = env.command("mandoc", &checked_in());
    let Ok(output) = mandoc.args(["-Tlint", "-Wwarning"]).args(pages.keys()).output() else {
        return skipped("mandoc_has_nothing_to_warn_of", "there is no mandoc here");
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

#[test]
fn git_help_opens_the_page_where_it_is_installed() {
    let env = TestEnv::new();
    if !is_there(&env, "man") {
        return skipped("git_help_opens_the_page_where_it_is_installed", "there is no man here");
    }
    let installed = env.root().join("share/man/man1");
    Clada::new(&env, env.root(), &["man", "share/man/man1"]).exits(0);
    assert!(installed.join("git-clada.1").exists());
    let binary = Path::new(env!("CARGO_BIN_EXE_git-clada"));
    let mut path = vec![binary.parent().expect("its directory").to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").expect("a PATH")));
    let path = std::env::join_paths(path).expect("a PATH");
    for (args, title) in [
        (["help", "clada"], "GIT-CLADA(1)"),
        (["clada", "--help"], "GIT-CLADA(1)"),
        (["help", "git-clada-apply"], "GIT-CLADA-APPLY(1)"),
    ] {
        let mut git = env.command("git", env.root());
        git.args(args).env("PATH", &path).env("MANPATH", env.root().join("share/man"));
        let output = git.env("MANWIDTH", "100").output().expect("git runs");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(
            shown.contains(title),
            "{args:?}: {shown}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn help_prints_what_the_commands_own_help_says_where_nobody_looks() {
    let env = TestEnv::new();
    let clada = |args: &[&str]| Clada::new(&env, env.root(), args);
    let own = clada(&["session", "start", "--help"]).exits(0).stdout;
    assert_eq!(clada(&["help", "session", "start"]).exits(0).stdout, own);
    assert_eq!(clada(&["help"]).exits(0).stdout, clada(&["--help"]).exits(0).stdout);
    clada(&["help", "aply"]).exits(2).says(&["no command `aply`", "did you mean `apply`?"]);
    clada(&["help", "apply", "x"]).exits(2).says(&["no command `x`"]);
}
