//! Edits of every kind in files that a step changes: they wait, and come back as they were.

use super::{back_and_forward, listed, session, waiting};
use crate::env::{Repo, TestEnv};

/// Makes an edit of `a.txt`, which then waits while HEAD is one commit back, and comes back.
fn waits(edit: impl FnOnce(&Repo<'_>)) {
    let env = TestEnv::new();
    let repo = session(&env);
    edit(&repo);
    let said = back_and_forward(&repo, 1);
    assert_eq!(listed(&said, "stashedFiles"), ["a.txt"]);
    repo.clada(&["back"]).exits(0);
    assert_eq!((repo.status(), waiting(&repo)), (String::new(), vec!["a.txt".to_owned()]));
    assert_eq!(repo.text("a.txt"), repo.git(&["show", "HEAD:a.txt"]));
}

#[test]
fn a_modified_file() {
    waits(|repo| repo.write("a.txt", "mine\n"));
}

#[test]
fn a_staged_edit() {
    waits(|repo| {
        repo.write("a.txt", "mine\n");
        repo.git(&["add", "a.txt"]);
    });
}

#[test]
fn a_staged_edit_with_another_on_top() {
    waits(|repo| {
        repo.write("a.txt", "staged\n");
        repo.git(&["add", "a.txt"]);
        repo.write("a.txt", "not staged\n");
    });
}

#[test]
fn a_staged_edit_that_was_taken_back_in_the_file() {
    waits(|repo| {
        let text = repo.text("a.txt");
        repo.write("a.txt", "staged\n");
        repo.git(&["add", "a.txt"]);
        repo.write("a.txt", text);
    });
}

#[test]
fn a_deleted_file() {
    waits(|repo| fs_err::remove_file(repo.path("a.txt")).expect("a file"));
}

#[test]
fn a_file_removed_from_the_index_too() {
    waits(|repo| drop(repo.git(&["rm", "-q", "a.txt"])));
}

#[test]
fn a_file_that_stands_but_is_no_longer_tracked() {
    waits(|repo| drop(repo.git(&["rm", "-q", "--cached", "a.txt"])));
}

#[test]
fn a_mode() {
    waits(|repo| repo.chmod("a.txt", 0o755));
}

#[test]
fn a_link_in_place_of_the_file() {
    waits(|repo| {
        fs_err::remove_file(repo.path("a.txt")).expect("a file");
        std::os::unix::fs::symlink("keep.txt", repo.path("a.txt")).expect("a link");
    });
}

#[test]
fn an_empty_file() {
    waits(|repo| repo.write("a.txt", ""));
}

#[test]
fn bytes_that_are_no_text() {
    waits(|repo| repo.write("a.txt", b"\0\xff\r\n\x1b"));
}

#[test]
fn stages_of_a_conflict() {
    waits(|repo| {
        let id = repo.git_line(&["rev-parse", "HEAD:a.txt"]);
        repo.git(&["rm", "-q", "--cached", "a.txt"]);
        for stage in 1..=3 {
            let line = format!("100644 {id} {stage}\ta.txt\n");
            let info = repo.path("../info");
            fs_err::write(&info, line).expect("a file");
            let shell = format!("git update-index --index-info < '{}'", info.display());
            repo.git(&["-c", &format!("alias.stage=!{shell}"), "stage"]);
        }
    });
}

/// git itself would lose this one: the file is what the earlier commit has.
#[test]
fn an_edit_that_is_what_the_earlier_commit_has() {
    waits(|repo| drop(repo.git(&["restore", "--source", "HEAD~1", "a.txt"])));
}

#[test]
fn a_staged_edit_that_is_what_the_earlier_commit_has() {
    waits(|repo| drop(repo.git(&["restore", "-S", "-W", "--source", "HEAD~1", "a.txt"])));
}

#[test]
fn edits_in_files_that_do_not_differ_stay_as_they_are() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.write("keep.txt", "staged\n");
    repo.git(&["add", "keep.txt"]);
    repo.write("keep.txt", "and more\n");
    repo.write("untracked.txt", "mine\n");
    repo.write("some.log", "ignored\n");
    let status = repo.status();
    for count in 1..=3 {
        let said = back_and_forward(&repo, count);
        assert_eq!(listed(&said, "stashedFiles"), [""; 0]);
    }
    repo.clada(&["back", "3"]).exits(0);
    assert_eq!(repo.status(), status);
    assert_eq!(repo.text("some.log"), "ignored\n");
}

#[test]
fn several_files_in_several_ways() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.write("a.txt", "mine\n");
    repo.write("old.txt", "made anew, not tracked\n");
    repo.write("dir/new.txt", "staged\n");
    repo.git(&["add", "dir/new.txt"]);
    repo.write("dir/other.txt", "untracked\n");
    let said = back_and_forward(&repo, 3);
    assert_eq!(listed(&said, "stashedFiles"), ["a.txt", "dir/new.txt", "old.txt"]);
}

#[test]
fn two_stashes_of_one_file_come_back_one_after_the_other() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.write("a.txt", "at the tip\n");
    repo.write("dir/new.txt", "at the tip\n");
    let before = repo.snapshot();
    repo.clada(&["back"]).exits(0);
    repo.write("old.txt", "one back, untracked\n");
    let one = repo.snapshot();
    repo.clada(&["back", "2"]).exits(0);
    assert_eq!(waiting(&repo), ["a.txt", "dir/new.txt", "old.txt"]);
    repo.clada(&["forward", "2"]).exits(0);
    assert_eq!(waiting(&repo), ["a.txt"]);
    assert_eq!(repo.text("dir/new.txt"), "at the tip\n");
    repo.clada(&["forward"]).exits(0);
    let mut expected = before.clone();
    expected.files.insert("old.txt".into(), one.files["old.txt"].clone());
    repo.snapshot().assert_same_but_log(&expected, "all is back, and what was made on the way");
    repo.clada(&["undo", "4"]).exits(0);
    repo.snapshot().assert_same_but_log(&expected, "all is undone, and what was made stays");
}
