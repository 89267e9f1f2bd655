//! Submodules: what is inside is not the superproject's; the submodule is a repository itself.

use super::{refused, works};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn superproject(env: &TestEnv) -> Repo<'_> {
    let lib = env.repo_at("lib").file("a.txt", "lib\n").commit();
    let url = lib.dir().to_str().expect("UTF-8").to_owned();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["submodule", "--quiet", "add", &url, "vendor"]);
    repo.commit()
}

#[test]
fn beside_one() {
    let env = TestEnv::new();
    let repo = superproject(&env);
    works(&repo);
    let before = repo.snapshot();
    let run = repo.clada(&["apply", "--format", "json", "-"]);
    let run = run.stdin(sham::write("vendor/a.txt", "x")).exits(1).json();
    assert_eq!(run["parseErrors"][0]["error"]["code"], "PATH_FORBIDDEN");
    repo.snapshot().assert_same_but_log(&before, "something changed");
}

#[test]
fn beside_one_that_has_changes() {
    let env = TestEnv::new();
    let repo = superproject(&env).file("vendor/a.txt", "edited\n");
    let before = repo.status();
    crate::undo::round_trip::there_and_back(&repo, &super::response());
    assert_eq!(repo.status(), before);
}

#[test]
fn inside_one() {
    let env = TestEnv::new();
    let repo = superproject(&env);
    works(&Repo::new(&env, repo.path("vendor")));
    assert_eq!(repo.status(), " M vendor\n");
}

#[test]
fn one_that_is_not_checked_out() {
    let env = TestEnv::new();
    let repo = superproject(&env);
    repo.git(&["submodule", "--quiet", "deinit", "-f", "vendor"]);
    works(&repo);
    let said = ["may not change a submodule", "`vendor/new.txt`"];
    refused(&repo, repo.apply(&sham::write("vendor/new.txt", "new\n")), &said);
}
