//! What keeps a session from its worktree: told, and nothing is touched.

use std::path::Path;

use super::scene::{Checkout, apply_in, listed, repo, worktree};
use crate::{
    env::{Clada, NOBODY, Repo, TestEnv},
    sham,
};

/// Fails unless a first response for the session `s` is refused with those words and leaves
/// nothing.
#[track_caller]
fn refused(repo: &Repo<'_>, words: &[&str]) {
    let before = (repo.snapshot(), Checkout::of(repo), listed(repo));
    apply(repo).exits(3).says(words).says(&["hint"]);
    repo.snapshot().assert_same(&before.0, "something changed");
    assert_eq!(Checkout::of(repo), before.1);
    assert_eq!(listed(repo), before.2);
}

fn apply<'e>(repo: &Repo<'e>) -> Clada<'e> {
    repo.clada(&["apply", "--worktree=s", "-"]).stdin(sham::write("new.txt", "new\n"))
}

fn write(path: &Path, content: &str) {
    fs_err::create_dir_all(path.parent().expect("a parent")).expect("directories");
    fs_err::write(path, content).expect("a file");
}

#[test]
fn a_directory_in_the_way() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let theirs = env.root().join("repo.clada/s/theirs.txt");
    write(&theirs, "theirs\n");
    refused(&repo, &["a directory that is not empty", "repo.clada/s", "clada.worktreeDir"]);
    assert!(theirs.exists());
    fs_err::remove_file(theirs).expect("removed");
    apply(&repo).exits(0);
}

#[test]
fn a_file_in_the_way_of_it_or_of_its_directory() {
    let env = TestEnv::new();
    let repo = repo(&env);
    write(&env.root().join("repo.clada/s"), "theirs\n");
    refused(&repo, &["a file", "repo.clada/s"]);
    fs_err::remove_dir_all(env.root().join("repo.clada")).expect("removed");
    write(&env.root().join("repo.clada"), "theirs\n");
    let before = repo.snapshot();
    apply(&repo).exits(3).says(&["cannot make the worktree", "repo.clada/s"]);
    repo.snapshot().assert_same(&before, "something changed");
}

#[test]
fn a_directory_that_may_not_be_written() {
    let env = TestEnv::new();
    env.open_to_all();
    let repo = repo(&env).config("clada.worktreeDir", "/proc/clada");
    if rustix::process::geteuid().is_root() {
        let owner = format!("{NOBODY}:{NOBODY}");
        let given = env.command("chown", env.root()).args(["-R", &owner]).arg(repo.dir()).status();
        assert!(given.expect("chown runs").success());
    }
    let before = repo.snapshot();
    apply(&repo).unprivileged().exits(3).says(&["cannot make the worktree `/proc/clada/s`"]);
    repo.snapshot().assert_same(&before, "something changed");
    repo.git(&["config", "--unset", "clada.worktreeDir"]);
    apply(&repo).unprivileged().exits(3).says(&["cannot make the worktree", "denied"]);
    repo.snapshot().assert_same(&before, "something changed");
    assert!(!env.root().join("repo.clada").exists());
}

#[test]
fn a_name_that_is_taken_or_none() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["session", "start", "s"]).exits(0);
    refused(&repo, &["the session `s` is checked out", "cd "]);
    repo.git(&["switch", "-q", "main"]);
    repo.git(&["branch", "-m", "clada/s", "clada/s/below"]);
    refused(&repo, &["leave no room"]);
    let run = repo.clada(&["apply", "--worktree=a..b", "-"]).stdin(sham::write("n", "x"));
    run.exits(3).says(&["cannot name a session"]);
}

#[test]
fn a_branch_called_clada() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["branch", "clada"]);
    refused(&repo, &["the branch `clada` is in the way"]);
}

#[test]
fn no_commit_yet() {
    let env = TestEnv::new();
    let repo = env.repo();
    apply(&repo).exits(3).says(&["no commit yet"]);
    assert!(!env.root().join("repo.clada").exists());
    repo.clada(&["session", "start"]).exits(3).says(&["no commit yet"]);
}

#[test]
fn a_worktree_that_was_removed_by_hand() {
    let env = TestEnv::new();
    let repo = repo(&env);
    apply_in(&repo, "s", "first.txt");
    fs_err::remove_dir_all(env.root().join("repo.clada/s")).expect("removed");
    refused(&repo, &["is gone from", "repo.clada/s", "git worktree prune"]);
    repo.git(&["worktree", "lock", "--reason", "on a disk", "../repo.clada/s"]);
    refused(&repo, &["is gone from", "git worktree unlock"]);
    repo.git(&["worktree", "unlock", "../repo.clada/s"]);
    repo.git(&["worktree", "prune"]);
    apply(&repo).exits(0);
    assert!(worktree(&env, "s").exists("first.txt"), "its commits were on the branch");
}

#[test]
fn one_that_was_moved_is_found() {
    let env = TestEnv::new();
    let repo = repo(&env);
    apply_in(&repo, "s", "first.txt");
    repo.git(&["worktree", "move", "../repo.clada/s", "../moved"]);
    apply(&repo).exits(0);
    assert!(env.root().join("moved/new.txt").exists());
}

#[test]
fn a_locked_one_is_worked_in_all_the_same() {
    let env = TestEnv::new();
    let repo = repo(&env);
    apply_in(&repo, "s", "first.txt");
    repo.git(&["worktree", "lock", "../repo.clada/s"]);
    apply(&repo).exits(0);
    assert!(repo.exists(".git/worktrees/s/locked"), "the lock is the user's");
}

#[test]
fn a_filter_that_fails_leaves_nothing() {
    let env = TestEnv::new();
    let repo = repo(&env)
        .config("filter.bad.smudge", "false")
        .config("filter.bad.required", "true")
        .file(".git/info/attributes", "*.txt filter=bad\n");
    let before = (repo.snapshot(), Checkout::of(&repo));
    apply(&repo).exits(3).says(&["cannot make the worktree"]);
    repo.snapshot().assert_same(&before.0, "something changed");
    assert_eq!(Checkout::of(&repo), before.1);
    assert_eq!(listed(&repo).len(), 0);
    assert!(!env.root().join("repo.clada").exists());
}

#[test]
fn a_hook_that_fails_leaves_nothing() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.write(".git/hooks/post-checkout", "#!/bin/sh\necho no >&2\nexit 1\n");
    repo.chmod(".git/hooks/post-checkout", 0o755);
    let before = repo.snapshot();
    apply(&repo).exits(3).says(&["cannot make the worktree", "no"]);
    repo.snapshot().assert_same(&before, "something changed");
    assert_eq!(listed(&repo).len(), 0);
    assert!(!env.root().join("repo.clada").exists());
}

#[test]
fn a_merge_in_the_checkout_keeps_new_ones_from_being_made_and_no_others() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    apply_in(&repo, "old", "first.txt");
    repo.git(&["switch", "-q", "-c", "other"]);
    let repo = repo.file("a.txt", "theirs\n").commit();
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("a.txt", "ours\n").commit();
    assert!(!repo.try_git(&["merge", "-q", "other"]).status.success());
    refused(&repo, &["a merge is in progress"]);
    for args in [&["session", "start", "s"][..], &["session", "fork"], &["session", "switch", "x"]]
    {
        repo.clada(args).exits(3);
    }
    apply_in(&repo, "old", "second.txt");
}

mod cut_off {
    use super::*;

    /// A worktree as it is left where its making is cut off after the checkout.
    fn left_over(env: &TestEnv) -> Repo<'_> {
        let repo = repo(env);
        let reason = "git-clada is making this worktree";
        let args = ["worktree", "add", "-q", "--detach", "--lock", "--reason", reason];
        repo.git(&[&args[..], &["../repo.clada/s"]].concat());
        repo
    }

    #[test]
    fn after_the_checkout_it_is_made_anew() {
        let env = TestEnv::new();
        let repo = left_over(&env);
        apply(&repo).exits(0);
        let s = worktree(&env, "s");
        assert!(s.exists("new.txt"));
        assert_eq!(s.branch().as_deref(), Some("refs/heads/clada/s"));
        assert_eq!(listed(&repo).len(), 1);
    }

    #[test]
    fn in_the_middle_of_it_too() {
        let env = TestEnv::new();
        let repo = left_over(&env);
        fs_err::remove_file(repo.path(".git/worktrees/s/index")).expect("removed");
        fs_err::remove_file(worktree(&env, "s").path("a.txt")).expect("removed");
        apply(&repo).exits(0);
        assert_eq!(worktree(&env, "s").status(), "");
    }

    #[test]
    fn what_someone_has_put_into_it_stays() {
        let env = TestEnv::new();
        let repo = left_over(&env);
        worktree(&env, "s").write("mine.txt", "mine\n");
        for _ in 0..2 {
            apply(&repo).exits(3).says(&["repo.clada/s", "in no commit", "mine.txt"]);
        }
        assert!(worktree(&env, "s").exists("mine.txt"));
    }

    #[test]
    fn at_the_last_step_it_is_whole() {
        let env = TestEnv::new();
        let repo = repo(&env);
        apply_in(&repo, "s", "first.txt");
        repo.write(".git/worktrees/s/locked", "git-clada is making this worktree\n");
        apply(&repo).exits(0);
        assert!(worktree(&env, "s").exists("first.txt"));
        assert!(!repo.exists(".git/worktrees/s/locked"));
    }
}
