//! A merge, rebase or the like that is under way.

use super::refusal::{refused, refused_with};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Two branches that conflict in `a.txt`, `main` checked out.
fn forked(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["checkout", "-q", "-b", "other"]);
    let repo = repo.file("a.txt", "theirs\n").commit();
    repo.git(&["checkout", "-q", "main"]);
    repo.file("a.txt", "ours\n").commit().file("c.txt", "c\n")
}

#[track_caller]
fn refused_during(name: &str, args: &[&str]) {
    let env = TestEnv::new();
    let repo = forked(&env);
    let output = repo.try_git(args);
    assert!(!output.status.success() || name == "bisect", "git {args:?} stops in the middle");
    refused_with(&repo, repo.apply(&sham::write("d.txt", "d")), &[name]);
}

#[test]
fn a_merge_keeps_undo_and_redo_from_running_too() {
    let env = TestEnv::new();
    let repo = forked(&env);
    repo.apply(&sham::write("d.txt", "d")).exits(0);
    assert!(!repo.try_git(&["merge", "other"]).status.success());
    refused_with(&repo, repo.clada(&["undo"]), &["merge"]);
    repo.git(&["merge", "--abort"]);
    repo.clada(&["undo"]).exits(0);
    assert!(!repo.try_git(&["merge", "other"]).status.success());
    refused_with(&repo, repo.clada(&["redo"]), &["merge"]);
}

#[test]
fn what_only_reads_runs_all_the_same() {
    let env = TestEnv::new();
    let repo = forked(&env);
    assert!(!repo.try_git(&["merge", "other"]).status.success());
    repo.write(".git/index.lock", "");
    let before = repo.snapshot();
    let run = repo.apply(&sham::block("file_read", &[("path", "c.txt")])).exits(0);
    assert!(run.stdout.contains("c.txt"), "{}", run.stdout);
    repo.snapshot().assert_same_but_log(&before, "something was changed");
}

#[test]
fn a_merge() {
    refused_during("merge", &["merge", "other"]);
}

#[test]
fn a_rebase() {
    refused_during("rebase", &["rebase", "other"]);
}

#[test]
fn a_cherry_pick() {
    refused_during("cherry-pick", &["cherry-pick", "other"]);
}

#[test]
fn a_revert() {
    refused_during("revert", &["revert", "--no-edit", "other"]);
}

#[test]
fn a_bisection() {
    refused_during("bisect", &["bisect", "start", "main", "main~1"]);
}

#[test]
fn the_application_of_a_mailbox() {
    let env = TestEnv::new();
    let repo = forked(&env);
    repo.git(&["format-patch", "-q", "-1", "-o", "..", "other"]);
    assert!(!repo.try_git(&["am", "-q", "../0001-before.patch"]).status.success());
    refused_with(&repo, repo.apply(&sham::write("d.txt", "d")), &["am"]);
}

#[test]
fn a_check_moves_nothing_and_is_not_refused() {
    let env = TestEnv::new();
    let repo = forked(&env);
    assert!(!repo.try_git(&["merge", "other"]).status.success());
    let response = sham::write("d.txt", "d");
    refused(&repo, repo.clada(&["check", "-"]).stdin(response), 0);
}
