//! Sessions that begin, are gone to, or end while HEAD is stepped back or edits wait.

use super::{State, session, waiting};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// One back, with an edit of the tip waiting.
fn stepped_back(env: &TestEnv) -> Repo<'_> {
    let repo = session(env);
    repo.write("a.txt", "mine\n");
    repo.clada(&["back"]).exits(0);
    repo
}

#[test]
fn a_fork_begins_where_head_stands_and_what_waits_is_told_and_comes_back_at_home() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.write("a.txt", "mine\n");
    let tip = State::of(&repo);
    repo.clada(&["back"]).exits(0);
    let back = State::of(&repo);
    let run = repo.clada(&["session", "fork", "side"]).exits(0);
    let way_on = "`git clada session switch main`, then `git clada forward --tip`";
    assert!(run.stdout.contains("a.txt") && run.stdout.contains(way_on), "{}", run.stdout);
    assert_eq!(waiting(&repo), ["a.txt"]);
    let status = repo.clada(&["status"]).exits(0).stdout;
    assert!(status.contains("git switch clada/main"), "{status}");
    repo.clada(&["undo"]).exits(0);
    State::of(&repo).assert_same(&back, "undo of the fork");
    repo.clada(&["redo"]).exits(0);
    repo.apply(&sham::write("side.txt", "side\n")).exits(0);
    repo.clada(&["back"]).exits(0);
    repo.clada(&["forward"]).exits(0);
    assert_eq!(waiting(&repo), ["a.txt"]);
    repo.clada(&["session", "switch", "main"]).exits(0);
    repo.clada(&["forward", "--tip"]).exits(0);
    assert_eq!((repo.status(), repo.text("a.txt").as_str()), (tip.status, "mine\n"));
    assert_eq!(waiting(&repo), [""; 0]);
}

#[test]
fn while_stepped_back_other_operations_of_sessions_are_refused() {
    let env = TestEnv::new();
    let repo = stepped_back(&env);
    let before = repo.snapshot();
    repo.git(&["branch", "clada/other", "main"]);
    for args in [
        &["session", "switch", "other"][..],
        &["session", "start", "new"],
        &["squash"],
        &["land"],
        &["drop"],
    ] {
        repo.clada(args).exits(3).says(&["stepped back", "forward --tip", "session fork"]);
    }
    repo.git(&["branch", "-D", "-q", "clada/other"]);
    repo.snapshot().assert_same(&before, "a refusal");
}

#[test]
fn a_session_for_which_edits_wait_is_not_ended_from_elsewhere() {
    let env = TestEnv::new();
    let repo = stepped_back(&env);
    repo.git(&["switch", "-q", "main"]);
    let before = repo.snapshot();
    for args in [&["land", "main"][..], &["drop", "main"]] {
        repo.clada(args).exits(3).says(&["edits wait for `clada/main`: a.txt", "forward --tip"]);
    }
    repo.git(&["switch", "-q", "clada/main"]);
    repo.clada(&["squash"]).exits(3).says(&["edits wait for `clada/main`: a.txt"]);
    repo.git(&["switch", "-q", "main"]);
    repo.snapshot().assert_same(&before, "a refusal");
}

#[test]
fn gone_on_by_git_a_session_begins_as_from_any_branch() {
    let env = TestEnv::new();
    let repo = stepped_back(&env);
    repo.git(&["switch", "-q", "main"]);
    repo.clada(&["session", "start", "new"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/new"));
    assert_eq!(waiting(&repo), ["a.txt"]);
    repo.clada(&["session", "switch", "main"]).exits(0);
    repo.clada(&["forward", "--tip"]).exits(0);
    assert_eq!(repo.text("a.txt"), "mine\n");
}
