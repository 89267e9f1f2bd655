//! What the tests of bad input have in common: a refusal that changes nothing.

use crate::env::{Clada, Repo, Run, TestEnv};

/// A repository with a file, and some work of the user's.
pub(super) fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit().staged("b.txt", "b\n").file("c.txt", "c\n")
}

/// Fails unless the run has that status and left the repository as it is.
#[track_caller]
pub(super) fn refused(repo: &Repo<'_>, run: Clada<'_>, status: i32) -> Run {
    let before = repo.snapshot();
    let run = run.exits(status);
    repo.snapshot().assert_same(&before, "something changed");
    run
}

/// The same, for what is no success: standard error must hold each of those words.
#[track_caller]
pub(super) fn refused_with(repo: &Repo<'_>, run: Clada<'_>, words: &[&str]) {
    let run = refused(repo, run, 3);
    run.says(words);
    assert!(run.stderr.len() < 2000, "too long to be a sentence: {}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}
