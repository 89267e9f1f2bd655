//! What git's filters make of a file is committed; the worktree keeps what was written.

use super::round_trip::there_and_back;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

#[test]
fn autocrlf_stores_unix_breaks_and_keeps_what_was_written() {
    let env = TestEnv::new();
    let repo = env.repo().config("core.autocrlf", "true").file("a.txt", "a\r\nb\r\n").commit();
    let response = sham::replace("a.txt", "a\nb", "a\nc") + &sham::write("new.txt", "x\r\ny\r\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.text("a.txt"), "a\r\nc\r\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.txt"]), "a\nc\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:new.txt"]), "x\ny\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn attributes_for_line_breaks_are_obeyed() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file(".gitattributes", "*.bat text eol=crlf\n*.txt text\n*.raw -text\n")
        .file("run.bat", "@echo off\r\n")
        .commit();
    let response = sham::write("run.bat", "@echo on\r\n")
        + &sham::write("notes.txt", "one\r\ntwo\n")
        + &sham::write("bytes.raw", "one\r\ntwo\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:run.bat"]), "@echo on\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:notes.txt"]), "one\ntwo\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:bytes.raw"]), "one\r\ntwo\n");
    assert_eq!(repo.text("notes.txt"), "one\r\ntwo\n", "the worktree keeps what was written");
    assert_eq!(repo.status(), "");
}

#[test]
fn attributes_that_the_response_itself_writes_count() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let response =
        sham::write(".gitattributes", "*.txt text\n") + &sham::write("b.txt", "one\r\ntwo\r\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:b.txt"]), "one\ntwo\n");
    assert_eq!(repo.status(), "");
}

/// A repository whose `*.up` files are stored in capitals, by programs.
fn shouting(env: &TestEnv) -> Repo<'_> {
    let script = env.root().join("filter.sh");
    fs_err::write(&script, "#!/bin/sh\nexec tr \"$1\" \"$2\"\n").expect("a script");
    let run = format!("sh '{}'", script.display());
    env.repo()
        .config("filter.shout.clean", &format!("{run} a-z A-Z"))
        .config("filter.shout.smudge", &format!("{run} A-Z a-z"))
        .config("filter.shout.required", "true")
        .file(".gitattributes", "*.up filter=shout\n")
        .file("a.up", "quiet\n")
        .commit()
}

#[test]
fn a_clean_filter_makes_what_is_stored() {
    let env = TestEnv::new();
    let repo = shouting(&env);
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.up"]), "QUIET\n");
    let response = sham::replace("a.up", "quiet", "still") + &sham::write("sub/b.up", "new\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.text("a.up"), "still\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:a.up"]), "STILL\n");
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:sub/b.up"]), "NEW\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn an_edit_of_the_users_below_a_filter_comes_back() {
    let env = TestEnv::new();
    let repo = shouting(&env).file("a.up", "Mixed Case\n");
    there_and_back(&repo, &sham::write("a.up", "ours\n"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("a.up"), "Mixed Case\n", "its own bytes, not the filter's");
}

#[test]
fn a_required_filter_that_fails_ends_the_transaction() {
    let env = TestEnv::new();
    let repo = shouting(&env).config("filter.shout.clean", "false");
    let before = repo.snapshot();
    let response = sham::write("plain.txt", "plain\n") + &sham::write("a.up", "x\n");
    repo.apply(&response).exits(3).says(&["a.up"]);
    repo.snapshot().assert_same(&before, "a failed filter changed something");
}
