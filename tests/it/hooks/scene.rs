//! Repositories with hooks, and a git that finds the binary.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Stdio,
};

use crate::env::{Repo, Run, TestEnv};

/// The folder that the binary is in.
pub(super) fn beside_binary() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_git-clada")).parent().expect("a folder").to_owned()
}

/// `PATH` with the binary on it.
pub(super) fn path() -> OsString {
    let known = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(beside_binary()).chain(std::env::split_paths(&known));
    std::env::join_paths(all).expect("plain paths")
}

/// Runs git, whose hooks find the binary.
pub(super) fn git(env: &TestEnv, repo: &Repo<'_>, args: &[&str]) -> Run {
    git_with(env, repo.dir(), (args, &[]))
}

/// The same in a directory, with further variables.
pub(super) fn git_with(
    env: &TestEnv,
    dir: &Path,
    (args, variables): (&[&str], &[(&str, &str)]),
) -> Run {
    let mut command = env.command("git", dir);
    command.args(args).env("PATH", path()).env("GIT_EDITOR", "true");
    command.envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Run::of(command.spawn().expect("git starts"))
}

/// Runs git, which must end with that status.
#[track_caller]
pub(super) fn git_exits(env: &TestEnv, repo: &Repo<'_>, args: &[&str], status: i32) -> Run {
    let run = git(env, repo, args);
    assert_eq!(run.status, Some(status), "git {args:?}\n{}\n{}", run.stdout, run.stderr);
    run
}

/// A repository with two files, committed, and our hooks in place.
pub(super) fn hooked(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "one\ntwo\nthree\n").file("b.txt", "b\n").commit();
    repo.clada(&["hooks", "install"]).exits(0);
    repo
}

/// A hook of the user's own.
pub(super) fn hook(repo: &Repo<'_>, name: &str, script: &str) {
    let path = format!(".git/hooks/{name}");
    repo.write(&path, format!("#!/bin/sh\n{script}\n"));
    repo.chmod(&path, 0o755);
}

/// The commit that HEAD, or another name, stands for.
pub(super) fn commit(repo: &Repo<'_>, name: &str) -> String {
    repo.git_line(&["rev-parse", name])
}
