//! `git clada revert`: a new commit that takes an operation's change back, at any depth.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

const LINES: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

/// Applies a response and returns the operation's id.
#[track_caller]
fn apply(repo: &Repo<'_>, response: &str) -> String {
    repo.apply(response).exits(0);
    newest(repo)
}

fn newest(repo: &Repo<'_>) -> String {
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    log["operations"][0]["id"].as_str().expect("an id").to_owned()
}

/// Reverts, and takes that back and brings it back; the repository ends reverted.
#[track_caller]
fn there_and_back(repo: &Repo<'_>, id: &str) {
    let before = repo.snapshot();
    repo.clada(&["revert", id]).exits(0);
    repo.assert_sound();
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo of a revert is the identity");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo of a revert is the revert");
    repo.assert_sound();
}

#[track_caller]
fn refused(repo: &Repo<'_>, id: &str, words: &[&str]) {
    let before = repo.snapshot();
    repo.clada(&["revert", id]).exits(3).says(words);
    repo.snapshot().assert_same(&before, "a refused revert changed something");
}

#[test]
fn what_came_later_stays() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", LINES).commit();
    let first = apply(&repo, &sham::replace("a.txt", "one\n", "ONE\n"));
    apply(&repo, &sham::replace("a.txt", "seven\n", "SEVEN\n"));
    let repo = repo.file("mine.txt", "mine\n").commit();
    there_and_back(&repo, &first);
    assert_eq!(repo.text("a.txt"), LINES.replace("seven", "SEVEN"));
    assert_eq!(repo.text("mine.txt"), "mine\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn the_commit_names_what_it_takes_back() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let id = apply(&repo, &sham::write("a.txt", "b\n"));
    let commit = repo.git_line(&["rev-parse", "HEAD"]);
    repo.clada(&["revert", &commit]).exits(0);
    let own = newest(&repo);
    let expected = format!(
        "Revert \"AI: write a.txt\"\n\nThis takes back what the apply {id} changed in commit\n\
         {commit}.\n\nClada-Transaction: {own}\nClada-Reverts: {id}"
    );
    assert_eq!(repo.git_line(&["log", "-1", "--format=%B"]).trim_end(), expected);
    let who = repo.git_line(&["log", "-1", "--format=%an, %cn"]);
    assert_eq!(who, "clada, Test User");
}

#[test]
fn of_a_revert_applies_again() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let id = apply(&repo, &(sham::write("a.txt", "b\n") + &sham::write("d/new.txt", "new\n")));
    repo.clada(&["revert", &id]).exits(0);
    assert!(!repo.exists("d"));
    let revert = newest(&repo);
    there_and_back(&repo, &revert);
    assert_eq!((repo.text("a.txt").as_str(), repo.text("d/new.txt").as_str()), ("b\n", "new\n"));
    assert_eq!(repo.git_line(&["log", "-1", "--format=%s"]), "Reapply \"AI: write 2 files\"");
}

#[test]
fn follows_a_file_that_was_moved_since_as_git_does() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", LINES).commit();
    let id = apply(&repo, &sham::replace("a.txt", "one\n", "ONE\n"));
    apply(&repo, &sham::rename("a.txt", "b.txt"));
    there_and_back(&repo, &id);
    assert_eq!(repo.text("b.txt"), LINES);
}

#[test]
fn leaves_the_users_edit_that_the_snapshot_holds() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", LINES).commit();
    let repo = repo.file("a.txt", LINES.replace("four", "mine"));
    let id = apply(&repo, &sham::replace("a.txt", "one\n", "ONE\n"));
    there_and_back(&repo, &id);
    assert_eq!(repo.text("a.txt"), LINES.replace("four", "mine"));
}

#[test]
fn keeps_the_users_work_elsewhere() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").file("c.txt", "c\n").commit();
    let id = apply(&repo, &sham::write("a.txt", "A\n"));
    let repo = repo.staged("b.txt", "staged\n").file("b.txt", "mine\n").file("new.txt", "mine\n");
    fs_err::remove_file(repo.path("c.txt")).expect("a file");
    let status = repo.status();
    there_and_back(&repo, &id);
    assert_eq!(repo.status(), status);
    assert_eq!(repo.git(&["diff", "--name-only", "HEAD~", "HEAD"]), "a.txt\n");
}

#[test]
fn over_an_edit_that_is_not_committed_is_refused() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let id = apply(&repo, &(sham::write("a.txt", "A\n") + &sham::delete("a.txt")));
    let repo = repo.file("a.txt", "untracked\n");
    refused(&repo, &id, &["uncommitted edits in the way: `a.txt`", "git stash"]);
    let other = env.repo_at("other").file("a.txt", "a\n").commit();
    let id = apply(&other, &sham::write("a.txt", "A\n"));
    let other = other.staged("a.txt", "staged\n").file("a.txt", "A\n");
    refused(&other, &id, &["`a.txt`"]);
    let other = other.file("a.txt", "edited\n");
    refused(&other, &id, &["`a.txt`"]);
}

#[test]
fn over_a_later_change_in_the_same_place_is_refused() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    let id = apply(&repo, &(sham::write("a.txt", "A\n") + &sham::write("b.txt", "B\n")));
    let commit = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    apply(&repo, &(sham::write("a.txt", "other\n") + &sham::delete("b.txt")));
    refused(&repo, &id, &["in the same places: `a.txt`, `b.txt`", &format!("git revert {commit}")]);
}

#[test]
fn of_what_is_gone_already_does_nothing() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let id = apply(&repo, &sham::write("a.txt", "A\n"));
    repo.clada(&["undo"]).exits(0);
    let before = repo.snapshot();
    let run = repo.clada(&["revert", &id]).exits(0);
    assert!(run.stdout.starts_with("nothing to revert: "), "{}", run.stdout);
    repo.snapshot().assert_same(&before, "nothing is nothing");
}

#[test]
fn of_files_that_git_does_not_track_is_refused_and_told() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitignore", "*.log\n").file("a.txt", "a\n").commit();
    let id = apply(&repo, &sham::write("x.log", "x\n"));
    refused(&repo, &id, &["it made no commit", "git clada undo"]);
    let id = apply(&repo, &(sham::write("x.log", "y\n") + &sham::write("a.txt", "A\n")));
    let run = repo.clada(&["revert", &id]).exits(0);
    assert!(run.stdout.contains("left      x.log (git does not track it)"), "{}", run.stdout);
    assert_eq!((repo.text("x.log").as_str(), repo.text("a.txt").as_str()), ("y\n", "a\n"));
    repo.clada(&["undo"]).exits(0);
    repo.clada(&["undo"]).exits(0);
    let undo = newest(&repo);
    refused(&repo, &undo, &["this is an undo"]);
}

#[test]
fn of_the_first_commit_leaves_an_empty_tree() {
    let env = TestEnv::new();
    let repo = env.repo();
    let id = apply(&repo, &sham::write("d/a.txt", "a\n"));
    there_and_back(&repo, &id);
    assert!(!repo.exists("d"));
    assert_eq!(repo.git(&["ls-tree", "-r", "HEAD"]), "");
}

#[test]
fn obeys_filters_modes_and_links() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .config("core.autocrlf", "true")
        .file("crlf.txt", "a\r\nb\r\n")
        .file_with_mode("run.sh", "#!/bin/sh\n", 0o755)
        .link("l", "target")
        .commit();
    let response = sham::replace("crlf.txt", "a\nb", "a\nc")
        + &sham::delete("run.sh")
        + &sham::rename("l", "m");
    let id = apply(&repo, &response);
    there_and_back(&repo, &id);
    assert_eq!(repo.text("crlf.txt"), "a\r\nb\r\n");
    assert_eq!(repo.mode("run.sh") & 0o111, 0o111);
    assert_eq!(fs_err::read_link(repo.path("l")).expect("a link").to_str(), Some("target"));
    assert_eq!(repo.status(), "");
}

#[test]
fn on_a_detached_head_and_during_a_merge_it_does_as_git_does() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let id = apply(&repo, &sham::write("a.txt", "A\n"));
    repo.git(&["checkout", "-q", "--detach"]);
    there_and_back(&repo, &id);
    assert_eq!(repo.branch(), None);
    repo.clada(&["undo"]).exits(0);
    fs_err::write(repo.path(".git/MERGE_HEAD"), repo.git(&["rev-parse", "HEAD"])).expect("a file");
    refused(&repo, &id, &["a merge is in progress"]);
}
