//! Undo and redo are refused, with the reasons, where something has changed since.

use super::round_trip::refused;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn applied(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").file("c.txt", "c\n").commit();
    let response =
        sham::write("a.txt", "A\n") + &sham::delete("b.txt") + &sham::write("new/d.txt", "D\n");
    repo.apply(&response).exits(0);
    repo
}

#[test]
fn a_touched_file_that_was_edited_since_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", "mine\n").file("new/d.txt", "mine\n");
    refused(&repo, &["undo"], &["a.txt", "new/d.txt"]);
}

#[test]
fn a_deleted_file_that_is_there_again_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env).file("b.txt", "mine\n");
    refused(&repo, &["undo"], &["b.txt"]);
}

#[test]
fn a_written_file_that_is_gone_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env);
    fs_err::remove_file(repo.path("new/d.txt")).expect("a file");
    refused(&repo, &["undo"], &["new/d.txt"]);
}

#[test]
fn a_mode_that_was_changed_since_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.chmod("a.txt", 0o755);
    refused(&repo, &["undo"], &["a.txt"]);
}

#[test]
fn an_index_entry_that_was_changed_since_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env).staged("a.txt", "staged\n").file("a.txt", "A\n");
    refused(&repo, &["undo"], &["a.txt"]);
}

#[test]
fn an_edit_of_the_same_size_in_the_same_second_is_seen() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", "B\n");
    refused(&repo, &["undo"], &["a.txt"]);
}

#[test]
fn a_commit_made_since_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env).file("e.txt", "mine\n").commit();
    let commit = repo.git_line(&["rev-parse", "--short=7", "HEAD"]);
    refused(&repo, &["undo"], &[&commit]);
}

#[test]
fn another_branch_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.git(&["checkout", "-q", "-b", "elsewhere"]);
    refused(&repo, &["undo"], &["elsewhere"]);
}

#[test]
fn a_redo_over_an_edit_is_named() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.clada(&["undo"]).exits(0);
    let repo = repo.file("a.txt", "mine\n");
    refused(&repo, &["redo"], &["a.txt"]);
    let repo = repo.file("a.txt", "a\n");
    repo.clada(&["redo"]).exits(0);
}

#[test]
fn an_edit_elsewhere_and_a_touch_are_no_reason() {
    let env = TestEnv::new();
    let repo = applied(&env).file("c.txt", "mine\n").file("e.txt", "mine\n");
    // The same bytes in another inode with another time.
    fs_err::remove_file(repo.path("a.txt")).expect("a file");
    let repo = repo.file("a.txt", "A\n");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.status(), " M c.txt\n?? e.txt\n");
    assert_eq!(repo.text("a.txt"), "a\n");
}

#[test]
fn a_refusal_is_over_when_its_reason_is() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", "mine\n");
    refused(&repo, &["undo"], &["a.txt"]);
    repo.file("a.txt", "A\n").clada(&["undo"]).exits(0);
}
