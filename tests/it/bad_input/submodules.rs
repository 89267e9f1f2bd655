//! Submodules that are not checked out look like ordinary directories, and are none.

use super::refusal::refused_with;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A repository with a submodule, `sub`, that is not checked out.
fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo_at("lib").file("lib.txt", "lib\n").commit();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["submodule", "--quiet", "add", "../lib", "sub"]);
    let repo = repo.commit();
    repo.git(&["submodule", "--quiet", "deinit", "-f", "sub"]);
    repo
}

const SAID: &[&str] = &["may not change a submodule", "`sub"];

#[test]
fn nothing_is_made_inside_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let response = sham::write("a.txt", "other\n") + &sham::write("sub/new.txt", "new\n");
    refused_with(&repo, repo.apply(&response), SAID);
    let response = sham::block("dir_create", &[("path", "sub/new")]);
    refused_with(&repo, repo.apply(&response), SAID);
}

#[test]
fn nothing_takes_the_place_of_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let remove = sham::block("dir_delete", &[("path", "sub")]);
    refused_with(&repo, repo.apply(&remove), SAID);
    refused_with(&repo, repo.apply(&(remove + &sham::write("sub", "file\n"))), SAID);
    fs_err::remove_dir(repo.path("sub")).expect("an empty directory");
    refused_with(&repo, repo.apply(&sham::write("sub", "file\n")), SAID);
}

#[test]
fn the_users_own_files_in_one_are_not_deleted_as_if_git_had_them() {
    let env = TestEnv::new();
    let repo = repo(&env).file("sub/mine.txt", "mine\n");
    refused_with(&repo, repo.apply(&sham::delete("sub/mine.txt")), SAID);
}

#[test]
fn one_inside_a_directory_that_is_gone_is_not_displaced() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let commit = repo.git_line(&["rev-parse", "HEAD:sub"]);
    let entry = format!("160000,{commit},deep/sub");
    repo.git(&["update-index", "--add", "--cacheinfo", &entry]);
    repo.git(&["commit", "-q", "-m", "deep"]);
    let said = ["may not change a submodule", "`deep/sub`"];
    refused_with(&repo, repo.apply(&sham::write("deep", "file\n")), &said);
}
