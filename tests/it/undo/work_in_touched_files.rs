//! The user's work in files that a response touches becomes a snapshot, and comes back.

use super::round_trip::there_and_back;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// The subjects of the commits that a session has made, the newest first.
fn subjects(repo: &Repo<'_>) -> Vec<String> {
    repo.git(&["log", "--format=%s", "main..HEAD"]).lines().map(str::to_owned).collect()
}

#[test]
fn becomes_a_snapshot_before_the_response() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "1\n2\n3\n").commit().file("a.txt", "one\n2\n3\n");
    there_and_back(&repo, &sham::replace("a.txt", "3\n", "three\n"));
    let subjects = subjects(&repo);
    assert_eq!(subjects.len(), 2, "{subjects:?}");
    assert!(subjects[0].starts_with("AI: "), "{subjects:?}");
    assert!(subjects[1].starts_with("clada: snapshot before "), "{subjects:?}");
    assert_eq!(repo.git(&["show", "HEAD~1:a.txt"]), "one\n2\n3\n");
    assert_eq!(repo.git(&["show", "HEAD:a.txt"]), "one\n2\nthree\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn is_an_uncommitted_edit_again_after_undo_and_staged_where_it_was() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file("staged.txt", "1\n")
        .file("unstaged.txt", "1\n")
        .file("both.txt", "1\n")
        .commit()
        .staged("staged.txt", "2\n")
        .file("unstaged.txt", "2\n")
        .staged("both.txt", "2\n")
        .file("both.txt", "3\n")
        .staged("added.txt", "2\n")
        .file("untracked.txt", "2\n");
    let status = repo.status();
    let names = ["staged.txt", "unstaged.txt", "both.txt", "added.txt", "untracked.txt"];
    let response: String = names.iter().map(|name| sham::write(name, "9\n")).collect();
    there_and_back(&repo, &response);
    assert_eq!(repo.status(), "");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.status(), status);
    assert_eq!(repo.git(&["show", ":both.txt"]), "2\n");
    assert_eq!(repo.text("both.txt"), "3\n");
}

#[test]
fn that_was_deleted_is_deleted_again_after_undo() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    fs_err::remove_file(repo.path("a.txt")).expect("a file");
    repo.git(&["rm", "-q", "b.txt"]);
    let response = sham::write("a.txt", "new\n") + &sham::write("b.txt", "new\n");
    there_and_back(&repo, &response);
    assert_eq!(repo.status(), "");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.status(), " D a.txt\nD  b.txt\n");
}

#[test]
fn in_a_file_that_is_deleted_comes_back() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit().file("a.txt", "edited\n");
    there_and_back(&repo, &sham::delete("a.txt"));
    assert!(!repo.exists("a.txt"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("a.txt"), "edited\n");
    assert_eq!(repo.status(), " M a.txt\n");
}

#[test]
fn in_a_file_that_is_only_read_is_not_looked_at() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit().file("a.txt", "edited\n");
    let read = sham::block("file_read", &[("path", "a.txt")]);
    there_and_back(&repo, &(read + &sham::write("b.txt", "b\n")));
    assert_eq!(subjects(&repo).len(), 1);
    assert_eq!(repo.status(), " M a.txt\n");
}

#[test]
fn as_a_mode_alone_is_kept() {
    let env = TestEnv::new();
    let repo = env.repo().file("run.sh", "#!/bin/sh\n").commit();
    repo.chmod("run.sh", 0o755);
    there_and_back(&repo, &sham::write("run.sh", "#!/bin/sh\necho\n"));
    assert_eq!(repo.mode("run.sh"), 0o755);
    assert!(repo.git(&["ls-files", "--stage", "run.sh"]).starts_with("100755 "));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.status(), " M run.sh\n");
}
