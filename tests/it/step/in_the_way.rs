//! What git does not know and stands where a step puts something: it waits too.

use super::{back_and_forward, listed, session};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

#[test]
fn an_untracked_file() {
    let env = TestEnv::new();
    let repo = session(&env).file("old.txt", "mine\n");
    let said = back_and_forward(&repo, 2);
    assert_eq!(listed(&said, "stashedFiles"), ["old.txt"]);
}

/// It would go with the next step forward, if it did not wait.
#[test]
fn an_untracked_file_that_is_what_the_earlier_commit_has() {
    let env = TestEnv::new();
    let repo = session(&env).file("old.txt", "old\n");
    let said = back_and_forward(&repo, 2);
    assert_eq!(listed(&said, "stashedFiles"), ["old.txt"]);
}

#[test]
fn an_untracked_link() {
    let env = TestEnv::new();
    let repo = session(&env).link("old.txt", "nowhere");
    back_and_forward(&repo, 2);
}

#[test]
fn a_file_that_was_added_to_the_index() {
    let env = TestEnv::new();
    let repo = session(&env).staged("old.txt", "mine\n");
    back_and_forward(&repo, 2);
}

#[test]
fn a_file_that_is_meant_to_be_added() {
    let env = TestEnv::new();
    let repo = session(&env).file("old.txt", "mine\n");
    repo.git(&["add", "-N", "old.txt"]);
    back_and_forward(&repo, 2);
}

#[test]
fn an_ignored_file() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.apply(&sham::write(".gitignore", "*.log\nold.txt\n")).exits(0);
    repo.write("old.txt", "ignored\n");
    assert_eq!(repo.status(), "");
    let said = back_and_forward(&repo, 3);
    assert_eq!(listed(&said, "stashedFiles"), ["old.txt"]);
}

/// `d` was a directory in the session's first commit and is gone since.
fn directory_gone(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("d/x/one", "1\n").file("d/two", "2\n").commit();
    repo.apply(&sham::write("other", "o\n")).exits(0);
    repo.apply(&(sham::delete("d/x/one") + &sham::delete("d/two"))).exits(0);
    repo.git(&["clean", "-fdq"]);
    repo
}

#[test]
fn an_untracked_file_where_a_directory_comes() {
    let env = TestEnv::new();
    let repo = directory_gone(&env);
    drop(fs_err::remove_dir_all(repo.path("d")));
    let repo = repo.file("d", "mine\n");
    let said = back_and_forward(&repo, 1);
    assert_eq!(listed(&said, "stashedFiles"), ["d"]);
}

#[test]
fn untracked_files_in_a_directory_where_a_file_comes() {
    let env = TestEnv::new();
    let repo = env.repo().file("d", "a file\n").file(".gitignore", "*.log\n").commit();
    repo.apply(&sham::write("other", "o\n")).exits(0);
    repo.apply(&(sham::delete("d") + &sham::write("d/in", "in\n"))).exits(0);
    repo.write("d/mine", "mine\n");
    repo.write("d/deep/er/mine", "mine\n");
    repo.write("d/some.log", "ignored\n");
    let said = back_and_forward(&repo, 1);
    assert_eq!(listed(&said, "stashedFiles"), ["d/deep/er/mine", "d/mine", "d/some.log"]);
}

#[test]
fn a_nested_repository_where_a_file_comes_is_refused() {
    let env = TestEnv::new();
    let repo = env.repo().file("d", "a file\n").commit();
    repo.apply(&sham::delete("d")).exits(0);
    repo.git(&["init", "-q", "d"]);
    let before = repo.snapshot();
    repo.clada(&["back"]).exits(3).says(&["nested repository", "'d'"]);
    repo.snapshot().assert_same(&before, "a refusal");
}

#[test]
fn a_link_where_a_directory_comes_is_refused() {
    let env = TestEnv::new();
    let repo = directory_gone(&env);
    drop(fs_err::remove_dir_all(repo.path("d")));
    let repo = repo.folder("elsewhere").link("d", "elsewhere");
    let before = repo.snapshot();
    repo.clada(&["back"]).exits(3).says(&["d"]);
    repo.snapshot().assert_same(&before, "a refusal");
}

#[test]
fn a_directory_that_was_replaced_by_a_file_waits_with_all_that_was_deleted() {
    let env = TestEnv::new();
    let repo = env.repo().file("d/one", "1\n").file("d/two", "2\n").commit();
    repo.apply(&sham::write("d/one", "ONE\n")).exits(0);
    fs_err::remove_dir_all(repo.path("d")).expect("a directory");
    repo.write("d", "a file\n");
    let said = back_and_forward(&repo, 1);
    assert_eq!(listed(&said, "stashedFiles"), ["d", "d/one"]);
}
