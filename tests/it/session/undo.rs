//! Beginnings of sessions are taken back and done again.

use super::scene::{Checkout, apply_in, listed, repo, worktree};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

#[track_caller]
fn there_and_back(repo: &Repo<'_>, args: &[&str]) {
    let before = repo.snapshot();
    repo.clada(args).exits(0);
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo is not what it does again");
    repo.assert_sound();
}

#[test]
fn of_a_branch() {
    let env = TestEnv::new();
    let repo = repo(&env);
    there_and_back(&repo, &["session", "start", "one"]);
    there_and_back(&repo, &["session", "fork"]);
    repo.clada(&["undo", "2"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!(repo.git(&["branch", "--list", "clada/*"]), "");
}

#[test]
fn of_a_worktree() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let checkout = Checkout::of(&repo);
    there_and_back(&repo, &["session", "start", "s", "--worktree"]);
    let s = worktree(&env, "s");
    assert_eq!(listed(&repo), [s.dir()]);
    assert_eq!(s.status(), "");
    assert_eq!(s.branch().as_deref(), Some("refs/heads/clada/s"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(listed(&repo).len(), 0);
    assert!(!env.root().join("repo.clada").exists());
    assert_eq!(Checkout::of(&repo), checkout);
    repo.clada(&["redo"]).exits(0);
    apply_in(&repo, "s", "n.txt");
    assert!(s.exists("n.txt"));
}

#[test]
fn of_a_worktree_with_anything_of_the_users_is_refused_with_the_paths() {
    let env = TestEnv::new();
    let repo = repo(&env).file(".git/info/exclude", "*.log\n");
    repo.clada(&["session", "start", "s", "--worktree"]).exits(0);
    let s = worktree(&env, "s");
    let before = repo.snapshot();
    let refused = |path: &str| {
        let there = s.snapshot();
        repo.clada(&["undo"]).exits(3).says(&["in no commit", path]);
        s.snapshot().assert_same(&there, "something changed there");
        repo.snapshot().assert_same(&before, "something changed");
    };
    s.write("untracked.txt", "u\n");
    refused("untracked.txt");
    s.git(&["clean", "-fdq"]);
    s.write("deep/build.log", "ignored\n");
    refused("deep/");
    s.git(&["clean", "-fdqX"]);
    s.write("a.txt", "edited\n");
    refused("a.txt");
    s.git(&["add", "a.txt"]);
    s.write("a.txt", "a\n");
    refused("a.txt");
    s.git(&["reset", "-q", "--hard"]);
    repo.git(&["worktree", "lock", "--reason", "mine", "../repo.clada/s"]);
    repo.clada(&["undo"]).exits(3).says(&["locked (mine)"]);
    repo.git(&["worktree", "unlock", "../repo.clada/s"]);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(listed(&repo).len(), 0);
}

#[test]
fn of_a_worktree_with_a_submodule_that_is_not_checked_out() {
    let env = TestEnv::new();
    env.repo_at("module").file("m.txt", "m\n").commit();
    let repo = repo(&env);
    repo.git(&["submodule", "--quiet", "add", "../module", "module"]);
    repo.git(&["commit", "-q", "-m", "a submodule"]);
    there_and_back(&repo, &["session", "start", "s", "--worktree"]);
    let s = worktree(&env, "s");
    s.git(&["submodule", "--quiet", "update", "--init"]);
    s.git(&["-C", "module", "commit", "-q", "--allow-empty", "-m", "mine"]);
    repo.clada(&["undo"]).exits(3).says(&["in no commit", "module"]);
    s.git(&["-C", "module", "reset", "-q", "--hard", "HEAD^"]);
    repo.clada(&["undo"]).exits(3).says(&["submodule"]);
    assert!(s.exists("module/m.txt"));
    s.git(&["submodule", "--quiet", "deinit", "--all"]);
    fs_err::remove_dir_all(repo.path(".git/worktrees/s/modules")).expect("removed");
    repo.clada(&["undo"]).exits(0);
    assert!(!env.root().join("repo.clada").exists());
}

#[test]
fn of_a_worktree_where_another_clada_is_at_work_is_refused() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["session", "start", "s", "--worktree"]).exits(0);
    let lock = repo.path(".git/worktrees/s/clada/lock");
    fs_err::create_dir_all(lock.parent().expect("a directory")).expect("made");
    let lock = fs_err::File::create(lock).expect("the lock");
    lock.file().lock().expect("free");
    repo.clada(&["undo", "--lock-timeout", "50ms"]).exits(3).says(&["at work"]);
    drop(lock);
    repo.clada(&["undo"]).exits(0);
}

#[test]
fn what_went_on_there_is_taken_back_there_and_keeps_nothing_here() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.apply(&sham::write("here.txt", "h\n")).exits(0);
    apply_in(&repo, "s", "there.txt");
    let s = worktree(&env, "s");
    repo.clada(&["undo"]).exits(0);
    assert!(!repo.exists("here.txt") && s.exists("there.txt"));
    repo.clada(&["redo"]).exits(0);
    assert!(repo.exists("here.txt"));
    s.clada(&["undo"]).exits(0);
    assert!(!s.exists("there.txt"));
    let run = s.clada(&["undo"]).exits(0);
    assert!(run.stdout.contains("nothing to undo"), "{}", run.stdout);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(listed(&repo).len(), 0, "a session without commits is taken back here");
    assert!(repo.exists("here.txt"));
}

#[test]
fn a_branch_that_was_checked_out_elsewhere_since_stays() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["session", "start", "s", "--worktree"]).exits(0);
    repo.git(&["worktree", "remove", "../repo.clada/s"]);
    repo.git(&["worktree", "add", "-q", "../by-hand", "clada/s"]);
    repo.clada(&["undo"]).exits(3).says(&["clada/s is checked out in another worktree"]);
    repo.git(&["worktree", "remove", "../by-hand"]);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.git(&["branch", "--list", "clada/*"]), "");
}

#[test]
fn a_worktree_whose_place_was_taken_does_not_come_back() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["session", "start", "s", "--worktree"]).exits(0);
    repo.clada(&["undo"]).exits(0);
    fs_err::create_dir_all(env.root().join("repo.clada/s/theirs")).expect("made");
    let before = repo.snapshot();
    repo.clada(&["redo"]).exits(3).says(&["repo.clada/s"]);
    repo.snapshot().assert_same(&before, "something changed");
}
