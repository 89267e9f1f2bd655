//! The end of a session in a worktree of its own: that goes too.

use std::path::Path;

use super::scene::{apply_in, listed, worktree};
use crate::env::{Clada, Repo, Run, TestEnv};

/// A repository whose session `s` has two commits, with an edit of the user's in the checkout.
fn repo(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    for file in ["1.txt", "2.txt"] {
        apply_in(&repo, "s", file);
    }
    repo.file("b.txt", "mine\n")
}

/// Ends the session from a directory, takes that back in the main checkout and does it again.
#[track_caller]
fn ends(env: &TestEnv, repo: &Repo<'_>, (dir, args): (&Path, &[&str])) -> Run {
    let s = worktree(env, "s");
    let before = (repo.snapshot(), s.snapshot());
    let run = Clada::new(env, dir, args).exits(0);
    assert_eq!(listed(repo).len(), 0);
    assert!(!env.root().join("repo.clada").exists());
    assert_eq!(repo.git(&["branch", "--list", "clada/*"]), "");
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before.0, "undo is not the identity");
    assert_eq!(s.snapshot().files, before.1.files);
    assert_eq!((s.snapshot().index, s.snapshot().head), (before.1.index, before.1.head));
    assert_eq!(s.status(), "");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo is not what it does again");
    assert_eq!(listed(repo).len(), 0);
    repo.assert_sound();
    run
}

#[test]
fn land_from_the_base() {
    let env = TestEnv::new();
    let repo = repo(&env);
    ends(&env, &repo, (repo.dir(), &["land", "s"]));
    assert_eq!(repo.git_line(&["rev-list", "--count", "main"]), "3");
    assert!(repo.exists("1.txt") && repo.exists("2.txt"));
    assert_eq!(repo.status(), " M b.txt\n");
}

#[test]
fn land_from_the_worktree_itself() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = ends(&env, &repo, (worktree(&env, "s").dir(), &["land", "--squash"]));
    let way = format!("git -C {} clada undo", repo.dir().display());
    assert!(run.stdout.contains(&way), "{}", run.stdout);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main"]), "2");
}

#[test]
fn drop_from_the_base() {
    let env = TestEnv::new();
    let repo = repo(&env);
    ends(&env, &repo, (repo.dir(), &["drop", "s"]));
    assert_eq!(repo.git_line(&["rev-list", "--count", "main"]), "1");
    assert_eq!(repo.status(), " M b.txt\n");
}

#[test]
fn drop_from_the_worktree_itself() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = ends(&env, &repo, (worktree(&env, "s").dir(), &["drop"]));
    let way = format!("git -C {} clada undo", repo.dir().display());
    assert!(run.stdout.contains(&way), "{}", run.stdout);
}

#[test]
fn what_the_worktree_holds_ends_both_before_anything_moves() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let s = worktree(&env, "s");
    s.write("mine.txt", "mine\n");
    let before = (repo.snapshot(), s.snapshot());
    for command in ["land", "drop"] {
        repo.clada(&[command, "s"]).exits(3).says(&["in no commit", "mine.txt"]);
        s.clada(&[command]).exits(3).says(&["in no commit", "mine.txt"]);
    }
    repo.snapshot().assert_same(&before.0, "something changed");
    s.snapshot().assert_same(&before.1, "something changed there");
}

#[test]
fn where_the_base_is_checked_out_nowhere_the_worktree_stays_and_goes_back_to_it() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["switch", "-q", "-c", "elsewhere"]);
    let s = worktree(&env, "s");
    let before = s.snapshot();
    s.clada(&["land"]).exits(0);
    assert_eq!(s.branch().as_deref(), Some("refs/heads/main"));
    assert!(s.exists("1.txt"));
    s.clada(&["undo"]).exits(0);
    s.snapshot().assert_same_but_log(&before, "undo is not the identity");
}

#[test]
fn what_was_done_in_a_worktree_that_is_gone_can_be_shown_and_reverted() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["land", "s"]).exits(0);
    let shown = repo.clada(&["show", "HEAD"]).exits(0).stdout;
    assert!(shown.contains("2.txt"), "{shown}");
    repo.clada(&["revert", "HEAD"]).exits(0);
    assert!(repo.exists("1.txt") && !repo.exists("2.txt"));
    repo.clada(&["undo"]).exits(0);
    assert!(repo.exists("2.txt"));
    repo.assert_sound();
}
