//! Ignored files are written and taken back, and never committed.

use super::round_trip::there_and_back;
use crate::{env::TestEnv, sham};

#[test]
fn are_written_and_logged_but_not_committed() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file(".gitignore", "*.log\n/build/\n")
        .file("a.txt", "a\n")
        .commit()
        .file("old.log", "old\n");
    let response = sham::write("a.txt", "b\n")
        + &sham::write("old.log", "new\n")
        + &sham::write("build/out/x.o", "object\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.text("old.log"), "new\n");
    assert_eq!(repo.git(&["diff", "--name-only", "main", "HEAD"]), "a.txt\n");
    assert_eq!(repo.status(), "");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("old.log"), "old\n");
    assert!(!repo.exists("build"));
}

#[test]
fn alone_make_no_commit_and_no_session_and_are_taken_back_all_the_same() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitignore", "*.log\n").commit().file("old.log", "old\n");
    let before = repo.snapshot();
    there_and_back(&repo, &sham::write("old.log", "new\n"));
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo brings the ignored file back");
}

#[test]
fn that_are_tracked_all_the_same_are_committed() {
    let env = TestEnv::new();
    let repo = env.repo().file("kept.log", "old\n").commit().file(".gitignore", "*.log\n").commit();
    there_and_back(&repo, &sham::write("kept.log", "new\n"));
    assert_eq!(repo.git(&["show", "HEAD:kept.log"]), "new\n");
}
