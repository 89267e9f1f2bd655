//! What stands around the touched files is not mistaken for the user's edits, nor lost.

use super::round_trip::{refused, there_and_back};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn subjects(repo: &Repo<'_>) -> Vec<String> {
    repo.git(&["log", "--format=%s"]).lines().map(ToOwned::to_owned).collect()
}

#[test]
fn a_directory_that_makes_room_for_a_file_is_not_taken_for_the_users_deletion() {
    let env = TestEnv::new();
    let repo = env.repo().file("d/a.txt", "a\n").commit();
    let response = sham::delete("d/a.txt")
        + &sham::block("dir_delete", &[("path", "d")])
        + &sham::write("d", "file\n");
    there_and_back(&repo, &response);
    assert_eq!(subjects(&repo).len(), 2, "{:?}", subjects(&repo));
}

#[test]
fn a_file_is_compared_by_the_attributes_that_it_was_written_under() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "text\n").commit();
    let repo = repo.config("filter.up.clean", "tr a-z A-Z");
    let response =
        sham::write(".gitattributes", "a.txt filter=up\n") + &sham::write("a.txt", "other\n");
    there_and_back(&repo, &response);
    assert_eq!(subjects(&repo).len(), 2, "{:?}", subjects(&repo));
    assert_eq!(repo.git(&["show", "HEAD:a.txt"]), "OTHER\n");
}

#[test]
fn an_empty_index_after_undo_of_the_first_commit_is_sound() {
    let env = TestEnv::new();
    there_and_back(&env.repo(), &sham::write("a.txt", "a\n"));
    let repo = env.repo_at("other");
    repo.apply(&sham::write("a.txt", "a\n")).exits(0);
    repo.clada(&["undo"]).exits(0);
    repo.git(&["gc", "-q", "--prune=now"]);
    repo.assert_sound();
}

#[test]
fn a_worktree_that_is_called_main_has_a_log_of_its_own() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["worktree", "add", "-q", "-b", "other", "../linked/main"]);
    let linked = Repo::new(&env, env.root().join("linked/main"));
    linked.apply(&sham::write("a.txt", "linked\n")).exits(0);
    let run = repo.clada(&["undo"]).exits(0);
    assert!(run.stdout.contains("nothing to undo"), "{}", run.stdout);
    linked.clada(&["undo"]).exits(0);
    assert_eq!(linked.text("a.txt"), "a\n");
    linked.assert_sound();
}

#[test]
fn a_branch_that_another_worktree_is_on_by_now_is_not_gone_back_to() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.apply(&sham::write("a.txt", "other\n")).exits(0);
    repo.git(&["worktree", "add", "-q", "../linked", "main"]);
    refused(&repo, &["undo"], &["main is checked out in another worktree"]);
    repo.git(&["worktree", "remove", "../linked"]);
    repo.clada(&["undo"]).exits(0);
}

#[test]
fn the_head_of_a_bare_repository_is_in_nobodys_way() {
    let env = TestEnv::new();
    let seed = env.repo().file("a.txt", "a\n").commit();
    seed.git(&["clone", "-q", "--bare", ".", "../bare.git"]);
    env.git(&env.root().join("bare.git"), &["worktree", "add", "-q", "../work", "main"]);
    let repo = Repo::new(&env, env.root().join("work"));
    there_and_back(&repo, &sham::write("a.txt", "other\n"));
}

#[test]
fn what_stands_in_the_way_of_a_file_that_comes_back_is_named() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("d/b.txt", "b\n").commit();
    let response = sham::delete("a.txt")
        + &sham::delete("d/b.txt")
        + &sham::block("dir_delete", &[("path", "d")]);
    repo.apply(&response).exits(0);
    let repo = repo.file("a.txt/mine.txt", "mine\n").file("d", "mine\n");
    refused(&repo, &["undo"], &["a.txt is a directory", "d/b.txt has a file or a link"]);
}

#[test]
fn a_head_on_an_alias_of_a_branch_comes_back_to_it() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["symbolic-ref", "refs/heads/alias", "refs/heads/main"]);
    repo.git(&["symbolic-ref", "HEAD", "refs/heads/alias"]);
    there_and_back(&repo, &sham::write("a.txt", "other\n"));
}
