//! How objects are named and kept, and what stands in for them.

use super::{refused, works, works_with};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit()
}

/// Writes a blob and returns its id.
fn blob(env: &TestEnv, repo: &Repo<'_>, content: &str) -> String {
    let file = env.root().join("blob");
    fs_err::write(&file, content).expect("written");
    repo.git_line(&["hash-object", "-w", &file.display().to_string()])
}

#[test]
fn sha256() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--object-format=sha256", "repo"]);
    let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
    works(&repo);
    assert_eq!(repo.git_line(&["rev-parse", "HEAD"]).len(), 64);
}

#[test]
fn named_by_two_hashes() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--object-format=sha256", "repo"]);
    let repo =
        Repo::new(&env, env.root().join("repo")).config("extensions.compatObjectFormat", "sha1");
    let repo = repo.file("a.txt", "a\n").commit();
    refused(&repo, repo.apply(&super::response()), &["extension `compatobjectformat`", "--unset"]);
}

#[test]
fn of_a_format_that_is_not_known() {
    let env = TestEnv::new();
    let repo = repo(&env).config("core.repositoryFormatVersion", "1");
    let before = crate::env::tree_of(&repo.path(".git"));
    fs_err::write(
        repo.path(".git/config"),
        [&repo.read(".git/config")[..], b"[extensions]\n\tnewer = true\n"].concat(),
    )
    .expect("written");
    let run = repo.apply(&super::response()).exits(3);
    run.says(&["extension `newer`"]);
    let mut after = crate::env::tree_of(&repo.path(".git"));
    after.insert("config".to_owned(), before["config"].clone());
    assert!(after == before, "a refused command changed something");
}

#[test]
fn packed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["gc", "-q"]);
    works(&repo);
}

#[test]
fn alternates() {
    let env = TestEnv::new();
    let lender = repo(&env);
    let known = blob(&env, &lender, "changed\n");
    lender.git(&["clone", "-q", "--shared", ".", "../borrower"]);
    let borrower = Repo::new(&env, env.root().join("borrower"));
    let before = lender.snapshot();
    works(&borrower);
    lender.snapshot().assert_same(&before, "the lender is not concerned");
    let (first, rest) = known.split_at(2);
    let own = borrower.path(".git/objects").join(first).join(rest);
    assert!(!own.exists(), "what the lender has is not written again");
}

#[test]
fn a_replaced_blob() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let other = blob(&env, &repo, "what git shows instead\n");
    let own = repo.git_line(&["rev-parse", "HEAD:a.txt"]);
    repo.git(&["replace", &own, &other]);
    works_with(&repo, &sham::write("a.txt", "changed\n"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("a.txt"), "a\n", "the bytes that were there");
}

#[test]
fn a_replaced_commit() {
    let env = TestEnv::new();
    let repo = repo(&env).file("a.txt", "a2\n").commit();
    let head = repo.git_line(&["rev-parse", "HEAD"]);
    repo.git(&["replace", "--graft", &head]);
    assert_eq!(repo.git_line(&["rev-list", "--count", "HEAD"]), "1");
    works(&repo);
    assert_eq!(repo.git_line(&["rev-parse", "HEAD^"]), head);
}

#[test]
fn a_graft() {
    let env = TestEnv::new();
    let repo = repo(&env).file("a.txt", "a2\n").commit();
    let head = repo.git_line(&["rev-parse", "HEAD"]);
    let repo = repo.config("advice.graftFileDeprecated", "false");
    let repo = repo.file(".git/info/grafts", format!("{head}\n"));
    assert_eq!(repo.git_line(&["rev-list", "--count", "HEAD"]), "1");
    works(&repo);
    assert_eq!(repo.git_line(&["rev-parse", "HEAD^"]), head);
}
