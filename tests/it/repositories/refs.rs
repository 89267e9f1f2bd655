//! Refs, HEAD, hooks and signatures.

use std::{
    ffi::OsStr,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
};

use super::{refused, response, works};
use crate::env::{Repo, TestEnv, skipped};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn packed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["pack-refs", "--all"]);
    works(&repo);
}

#[test]
fn a_reftable() {
    let env = TestEnv::new();
    if !env.try_git(env.root(), &["init", "-q", "--ref-format=reftable", "repo"]).status.success() {
        skipped("a_reftable", "this git has no reftables");
        return;
    }
    let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
    let said = ["ref storage", "reftable", "git refs migrate --ref-format=files"];
    refused(&repo, repo.apply(&response()), &said);
    refused(&repo, repo.clada(&["undo"]), &said);
    if repo.try_git(&["refs", "migrate", "--ref-format=files"]).status.success() {
        works(&repo);
    }
}

/// `café` in Latin-1.
fn latin_1() -> &'static OsStr {
    OsStr::from_bytes(b"caf\xe9")
}

fn git_with_name(env: &TestEnv, repo: &Repo<'_>, args: &[&str]) {
    let status = env.command("git", repo.dir()).args(args).arg(latin_1()).status();
    assert!(status.expect("git runs").success());
}

#[test]
fn a_branch_whose_name_is_not_utf_8() {
    let env = TestEnv::new();
    let repo = repo(&env);
    git_with_name(&env, &repo, &["checkout", "-q", "-b"]);
    let head = || fs_err::read(repo.path(".git/HEAD")).expect("HEAD");
    let seen = || (head(), crate::env::tree_of(repo.dir()), repo.git(&["for-each-ref"]));
    let before = seen();
    repo.apply(&response()).exits(3).says(&["not UTF-8", "caf\\xe9", "git branch -m"]);
    assert!(seen() == before, "a refused command changed something");
    repo.git(&["branch", "-m", "coffee"]);
    works(&repo);
}

#[test]
fn another_branch_whose_name_is_not_utf_8() {
    let env = TestEnv::new();
    let repo = repo(&env);
    git_with_name(&env, &repo, &["branch"]);
    works(&repo);
    repo.git(&["pack-refs", "--all"]);
    repo.apply(&crate::sham::write("b.txt", "b\n")).exits(0);
    repo.assert_sound();
}

/// Hooks that write their names down, and fail.
fn with_hooks<'e>(repo: Repo<'e>, dir: &str) -> Repo<'e> {
    let names = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-checkout"];
    for name in names {
        let path = format!("{dir}/{name}");
        repo.write(
            &path,
            format!("#!/bin/sh\necho {name} >>\"$(git rev-parse --git-dir)/ran\"\nexit 1\n"),
        );
        fs_err::set_permissions(repo.path(&path), std::fs::Permissions::from_mode(0o755))
            .expect("executable");
    }
    repo
}

#[test]
fn hooks_of_commits_and_checkouts() {
    let env = TestEnv::new();
    let repo = with_hooks(repo(&env), ".git/hooks");
    works(&repo);
    assert!(!repo.exists(".git/ran"), "a hook ran that nobody asked for");
}

#[test]
fn hooks_in_a_path_of_their_own() {
    let env = TestEnv::new();
    let repo = with_hooks(repo(&env), ".git/mine").config("core.hooksPath", ".git/mine");
    works(&repo);
    assert!(!repo.exists(".git/ran"), "a hook ran that nobody asked for");
}

#[test]
fn commits_that_are_signed_with_ssh() {
    let env = TestEnv::new();
    let key = env.root().join("key");
    let keygen = env.command("ssh-keygen", env.root());
    let made =
        { keygen }.args(["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f"]).arg(&key).status();
    if !made.is_ok_and(|status| status.success()) {
        skipped("commits_that_are_signed_with_ssh", "there is no ssh-keygen");
        return;
    }
    let public = fs_err::read_to_string(key.with_extension("pub")).expect("the public key");
    let signers = env.root().join("signers");
    fs_err::write(&signers, format!("test.user@example.com {public}")).expect("written");
    let repo = repo(&env)
        .config("gpg.format", "ssh")
        .config("user.signingKey", &key.display().to_string())
        .config("gpg.ssh.allowedSignersFile", &signers.display().to_string())
        .config("commit.gpgSign", "true");
    let repo = repo.commit();
    works(&repo);
    repo.git(&["verify-commit", "HEAD"]);
}
