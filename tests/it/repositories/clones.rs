//! Clones that have not all objects.

use super::{refused, works, works_with};
use crate::{
    env::{Repo, TestEnv},
    sham,
    undo::round_trip::there_and_back,
    way_back,
};

fn clone<'e>(env: &'e TestEnv, options: &[&str]) -> Repo<'e> {
    let origin = env
        .repo_at("origin")
        .file("a.txt", "a\n")
        .file("old.txt", "old\n")
        .file("dir/deep/b.txt", "b\n")
        .file("other/deep/c.txt", "c\n")
        .commit()
        .file("a.txt", "a2\n")
        .file("other/deep/d.txt", "d\n")
        .commit()
        .config("uploadpack.allowFilter", "true")
        .config("uploadpack.allowAnySHA1InWant", "true");
    let url = format!("file://{}", origin.dir().display());
    env.git(env.root(), &[&["clone", "-q"], options, &[&url, "repo"]].concat());
    Repo::new(env, env.root().join("repo"))
}

/// Whether the object is only at the origin.
fn lacks(repo: &Repo<'_>, object: &str) -> bool {
    let listed = repo.git(&["rev-list", "--objects", "--all", "--missing=print"]);
    listed.lines().any(|line| line.strip_prefix('?') == Some(object))
}

#[test]
fn shallow() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--depth=1"]);
    assert_eq!(repo.git_line(&["rev-list", "--count", "HEAD"]), "1");
    works(&repo);
    assert!(repo.exists(".git/shallow"));
}

#[test]
fn without_blobs() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--filter=blob:none"]);
    let old = repo.git_line(&["rev-parse", "HEAD~1:a.txt"]);
    assert!(lacks(&repo, &old));
    works(&repo);
    assert!(lacks(&repo, &old), "what is not touched is not fetched");
}

#[test]
fn without_blobs_of_files_that_are_left_out() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--filter=blob:none", "--sparse"]);
    let left_out = repo.git_line(&["rev-parse", "HEAD:dir/deep/b.txt"]);
    assert!(lacks(&repo, &left_out) && !repo.exists("dir"));
    works_with(&repo, &sham::write("dir/deep/b.txt", "changed\n"));
    repo.clada(&["undo"]).exits(0);
    assert!(lacks(&repo, &left_out), "it did not need what it replaced");
    repo.git(&["sparse-checkout", "disable"]);
    assert_eq!(repo.text("dir/deep/b.txt"), "b\n");
}

/// A clone without trees whose HEAD stands on a commit that was fetched alone.
fn without_trees_of_head(env: &TestEnv) -> Repo<'_> {
    let repo = clone(env, &["--filter=tree:0"]);
    let origin = Repo::new(env, env.root().join("origin"));
    origin.file("dir/deep/b.txt", "b2\n").commit();
    repo.git(&["fetch", "-q", "origin"]);
    let tree = repo.git_line(&["log", "-1", "--format=%T", "origin/main"]);
    repo.git(&["update-ref", "refs/heads/main", "refs/remotes/origin/main"]);
    assert!(lacks(&repo, &tree));
    repo
}

#[test]
fn without_trees() {
    let env = TestEnv::new();
    works(&clone(&env, &["--filter=tree:0"]));
}

#[test]
fn without_the_trees_of_head() {
    let env = TestEnv::new();
    let repo = without_trees_of_head(&env);
    there_and_back(&repo, &sham::write("dir/deep/new.txt", "changed\n"));
    assert_eq!(repo.git(&["show", "HEAD:dir/deep/b.txt"]), "b2\n");
    assert_eq!(repo.git(&["show", "HEAD:dir/deep/new.txt"]), "changed\n");
}

#[test]
fn whose_missing_objects_cannot_be_fetched() {
    let env = TestEnv::new();
    let repo = without_trees_of_head(&env);
    fs_err::rename(env.root().join("origin"), env.root().join("gone")).expect("renamed");
    refused(
        &repo,
        repo.apply(&sham::write("dir/deep/new.txt", "new\n")),
        &["read the tree", "cat-file", "could not fetch"],
    );
}

/// Goes to a session that stands where nothing has been fetched of, and back.
fn switches(repo: &Repo<'_>) {
    repo.git(&["branch", "clada/old", "HEAD~1"]);
    way_back::there_and_back(repo, &["session", "switch", "old"]);
    assert_eq!(repo.text("a.txt"), "a\n");
    assert_eq!(repo.status(), "");
}

#[test]
fn without_blobs_of_another_session() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--filter=blob:none"]);
    assert!(lacks(&repo, &repo.git_line(&["rev-parse", "HEAD~1:a.txt"])));
    switches(&repo);
}

#[test]
fn without_trees_of_another_session() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--filter=tree:0"]);
    assert!(lacks(&repo, &repo.git_line(&["log", "-1", "--format=%T", "HEAD~1"])));
    switches(&repo);
}

#[test]
fn without_what_a_landing_merges() {
    for filter in ["--filter=blob:none", "--filter=tree:0"] {
        let env = TestEnv::new();
        let repo = clone(&env, &[filter]);
        repo.apply(&sham::write("dir/deep/b.txt", "response\n")).exits(0);
        let origin = Repo::new(&env, env.root().join("origin"));
        origin.file("a.txt", "a3\n").file("other/deep/c.txt", "c2\n").commit();
        repo.git(&["fetch", "-q", "origin"]);
        repo.git(&["update-ref", "refs/heads/main", "refs/remotes/origin/main"]);
        way_back::there_and_back(&repo, &["land"]);
        let texts = ["a.txt", "other/deep/c.txt", "dir/deep/b.txt"].map(|path| repo.text(path));
        assert_eq!(texts, ["a3\n", "c2\n", "response\n"]);
        assert_eq!(repo.status(), "");
    }
}

#[test]
fn without_what_a_revert_merges() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--filter=blob:none", "--sparse"]);
    let left_out = repo.git_line(&["rev-parse", "HEAD:dir/deep/b.txt"]);
    repo.apply(&sham::write("dir/deep/b.txt", "changed\n")).exits(0);
    repo.apply(&sham::write("a.txt", "a3\n")).exits(0);
    assert!(lacks(&repo, &left_out));
    way_back::there_and_back(&repo, &["revert", "HEAD~1"]);
    assert_eq!(repo.git(&["show", "HEAD:dir/deep/b.txt"]), "b\n");
}

#[test]
fn without_what_a_squash_merges() {
    let env = TestEnv::new();
    let repo = clone(&env, &["--filter=blob:none", "--sparse"]);
    repo.apply(&sham::write("dir/deep/b.txt", "changed\n")).exits(0);
    repo.write("a.txt", "mine\n");
    repo.git(&["commit", "-qam", "mine"]);
    repo.apply(&sham::write("other/deep/c.txt", "changed\n")).exits(0);
    way_back::there_and_back(&repo, &["squash"]);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..HEAD"]), "2");
}
