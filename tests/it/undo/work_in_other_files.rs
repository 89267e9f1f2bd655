//! The user's work in files that a response does not touch stays untouched.

use super::round_trip::there_and_back;
use crate::{env::TestEnv, sham};

#[test]
fn staged_unstaged_untracked_and_ignored_stays_as_it_is() {
    let env = TestEnv::new();
    let repo = env
        .repo()
        .file("kept.txt", "1\n")
        .file("edited.txt", "1\n")
        .file("both.txt", "1\n")
        .file("gone.txt", "1\n")
        .file("ours.txt", "1\n")
        .file(".gitignore", "*.log\n")
        .commit()
        .staged("kept.txt", "staged\n")
        .file("edited.txt", "unstaged\n")
        .staged("both.txt", "staged\n")
        .file("both.txt", "and unstaged\n")
        .staged("new.txt", "new\n")
        .file("untracked.txt", "untracked\n")
        .file("debug.log", "ignored\n");
    repo.git(&["rm", "-q", "--cached", "gone.txt"]);
    let status = repo.status();
    let response = sham::write("ours.txt", "2\n") + &sham::write("made.txt", "made\n");
    let after = there_and_back(&repo, &response);
    assert_eq!(repo.status(), status, "git status shows what the user had and no more");
    assert_eq!(repo.git(&["diff", "--name-only", "main", "HEAD"]), "made.txt\nours.txt\n");
    assert!(after.files.contains_key("debug.log"));
}

#[test]
fn an_intended_addition_stays_intended() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit().file("later.txt", "later\n");
    repo.git(&["add", "-N", "later.txt"]);
    there_and_back(&repo, &sham::write("a.txt", "b\n"));
    assert_eq!(repo.status(), " A later.txt\n");
}

#[test]
fn flags_of_the_index_stay_set() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").file("c.txt", "c\n").commit();
    repo.git(&["update-index", "--assume-unchanged", "b.txt"]);
    repo.git(&["update-index", "--skip-worktree", "c.txt"]);
    let flags = repo.git(&["ls-files", "-v"]);
    there_and_back(&repo, &sham::write("a.txt", "b\n"));
    assert_eq!(repo.git(&["ls-files", "-v"]), flags);
}

#[test]
fn a_staged_file_that_made_room_for_a_folder_is_staged_again_after_undo() {
    let env = TestEnv::new();
    let repo = env.repo().commit().staged("x", "staged\n");
    fs_err::remove_file(repo.path("x")).expect("a file");
    there_and_back(&repo, &(sham::write("x/c", "c\n") + &sham::write("x/d", "d\n")));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.status(), "AD x\n");
}
