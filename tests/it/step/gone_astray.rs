//! HEAD or the branch moved by git while stepped back: carried on where that is sound, refused
//! with the way on where not, and what waits is never lost.

use super::{State, session, step, waiting};
use crate::env::{Repo, TestEnv};

/// One back, with an edit of the tip waiting; and how the tip was.
fn stepped_back(env: &TestEnv) -> (Repo<'_>, State) {
    let repo = session(env);
    repo.write("a.txt", "mine\n");
    let tip = State::of(&repo);
    repo.clada(&["back"]).exits(0);
    (repo, tip)
}

/// The way on that `status` tells.
fn way_on(repo: &Repo<'_>) -> String {
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    status["wayOn"].as_str().unwrap_or_default().to_owned()
}

#[track_caller]
fn refused(repo: &Repo<'_>, args: &[&str], words: &[&str]) {
    let before = repo.snapshot();
    repo.clada(args).exits(3).says(words);
    repo.snapshot().assert_same(&before, "a refusal");
}

#[test]
fn switched_to_the_sessions_branch_forward_brings_back_what_waits() {
    for args in [&["forward"][..], &["forward", "--tip"]] {
        let env = TestEnv::new();
        let (repo, tip) = stepped_back(&env);
        repo.git(&["switch", "-q", "clada/main"]);
        assert_eq!(waiting(&repo), ["a.txt"]);
        assert!(way_on(&repo).contains("forward --tip"));
        repo.clada(args).exits(0);
        State::of(&repo).assert_same(&tip, "the edit is back");
        assert_eq!((waiting(&repo).len(), way_on(&repo).as_str()), (0, ""));
    }
}

#[test]
fn switched_to_another_branch_steps_are_refused_and_apply_is_not() {
    let env = TestEnv::new();
    let (repo, tip) = stepped_back(&env);
    repo.git(&["switch", "-q", "main"]);
    let words = ["HEAD is on `main`", "git switch clada/main", "forward --tip"];
    refused(&repo, &["forward", "--tip"], &words);
    refused(&repo, &["back"], &words);
    assert!(way_on(&repo).contains("git switch clada/main"));
    assert_eq!(waiting(&repo), ["a.txt"]);
    repo.apply(&crate::sham::write("b.txt", "b\n")).exits(0);
    assert_eq!(waiting(&repo), ["a.txt"]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.clada(&["forward", "--tip"]).exits(0);
    assert_eq!((repo.status(), repo.text("a.txt")), (tip.status, "mine\n".to_owned()));
}

#[test]
fn another_commit_of_the_session_is_as_good() {
    let env = TestEnv::new();
    let (repo, tip) = stepped_back(&env);
    repo.git(&["switch", "-q", "--detach", "HEAD~1"]);
    repo.clada(&["forward"]).exits(0);
    assert_eq!(waiting(&repo), ["a.txt"]);
    repo.clada(&["forward", "--tip"]).exits(0);
    State::of(&repo).assert_same(&tip, "the tip");
}

#[test]
fn a_commit_made_there_is_not_left_behind() {
    let env = TestEnv::new();
    let (repo, _) = stepped_back(&env);
    repo.git(&["commit", "-q", "--allow-empty", "-m", "on a detached HEAD"]);
    let words = ["not on the way to `clada/main`", "git switch -c NAME", "git switch clada/main"];
    for args in [&["forward"][..], &["forward", "--tip"], &["back"]] {
        refused(&repo, args, &words);
    }
    assert!(way_on(&repo).contains("git switch -c NAME"));
    repo.git(&["switch", "-q", "-c", "kept"]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.clada(&["forward", "--tip"]).exits(0);
    assert_eq!(repo.text("a.txt"), "mine\n");
}

#[test]
fn a_branch_that_is_gone_is_named_with_where_it_was() {
    let env = TestEnv::new();
    let (repo, tip) = stepped_back(&env);
    repo.git(&["branch", "-q", "-D", "clada/main"]);
    refused(&repo, &["forward"], &["`clada/main`", "is gone", "git branch clada/main "]);
    let way = way_on(&repo);
    let command = way.split('`').nth(1).expect("a command");
    let args: Vec<&str> = command.split(' ').skip(1).collect();
    repo.git(&args);
    repo.clada(&["forward", "--tip"]).exits(0);
    State::of(&repo).assert_same(&tip, "the tip");
}

#[test]
fn a_branch_that_was_rebuilt_is_gone_to_at_its_tip_alone() {
    let env = TestEnv::new();
    let (repo, _) = stepped_back(&env);
    let base = repo.git_line(&["rev-parse", "main^{tree}"]);
    let other = repo.git_line(&["commit-tree", "-p", "main", "-m", "another", &base]);
    repo.git(&["branch", "-f", "clada/main", &other]);
    refused(&repo, &["forward"], &["not on the way to `clada/main`"]);
    let said = step(&repo, &["forward", "--tip"], 1);
    assert_eq!(said["branch"], "clada/main");
    assert_eq!(repo.git_line(&["rev-parse", "HEAD"]), other);
    assert_eq!(repo.git(&["show", ":3:a.txt"]), "mine\n");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(waiting(&repo), ["a.txt"]);
}

#[test]
fn a_branch_with_more_commits_is_gone_to_step_by_step() {
    let env = TestEnv::new();
    let (repo, _) = stepped_back(&env);
    let tree = repo.git_line(&["rev-parse", "clada/main^{tree}"]);
    let more = repo.git_line(&["commit-tree", "-p", "clada/main", "-m", "more", &tree]);
    repo.git(&["branch", "-f", "clada/main", &more]);
    repo.clada(&["forward"]).exits(0);
    assert_eq!((repo.branch(), repo.text("a.txt").as_str()), (None, "mine\n"));
    repo.clada(&["forward"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    assert_eq!(repo.text("a.txt"), "mine\n");
}

#[test]
fn a_branch_that_is_checked_out_elsewhere_is_not_taken() {
    let env = TestEnv::new();
    let (repo, _) = stepped_back(&env);
    repo.git(&["worktree", "add", "-q", "../other", "clada/main"]);
    refused(&repo, &["forward"], &["`clada/main` is checked out in another worktree"]);
}

#[test]
fn undo_after_a_switch_is_refused_and_loses_nothing() {
    let env = TestEnv::new();
    let (repo, _) = stepped_back(&env);
    repo.git(&["switch", "-q", "main"]);
    refused(&repo, &["undo"], &["HEAD is on main"]);
    assert_eq!(waiting(&repo), ["a.txt"]);
}

#[test]
fn a_second_session_steps_while_edits_of_the_first_wait() {
    let env = TestEnv::new();
    let (repo, tip) = stepped_back(&env);
    repo.git(&["switch", "-q", "-c", "side", "main"]);
    repo.apply(&crate::sham::write("keep.txt", "side\n")).exits(0);
    repo.write("keep.txt", "mine too\n");
    repo.clada(&["back"]).exits(0);
    assert_eq!(waiting(&repo), ["a.txt", "keep.txt"]);
    repo.clada(&["forward"]).exits(0);
    assert_eq!(
        (waiting(&repo), repo.text("keep.txt").as_str()),
        (vec!["a.txt".into()], "mine too\n")
    );
    repo.git(&["restore", "keep.txt"]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.clada(&["forward", "--tip"]).exits(0);
    assert_eq!((repo.status(), waiting(&repo).len()), (tip.status, 0));
}
