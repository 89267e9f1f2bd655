//! Several undos and redos, and where they end.

use super::round_trip::said;
use crate::{
    env::{Repo, Snapshot, TestEnv},
    sham,
};

/// A repository and its states before and after three responses.
fn three(env: &TestEnv) -> (Repo<'_>, Vec<Snapshot>) {
    let repo = env.repo().file("a.txt", "0\n").commit().file("mine.txt", "mine\n");
    let mut states = vec![repo.snapshot()];
    for n in ["1\n", "2\n", "3\n"] {
        repo.apply(&sham::write("a.txt", n)).exits(0);
        states.push(repo.snapshot());
    }
    (repo, states)
}

const UNDO: &[&str] = &["undo"];
const REDO: &[&str] = &["redo"];

#[track_caller]
fn steps(repo: &Repo<'_>, states: &[Snapshot], path: &[(&[&str], usize)]) {
    for (args, state) in path {
        repo.clada(args).exits(0);
        repo.snapshot().assert_same_but_log(&states[*state], &format!("after {args:?}"));
    }
}

#[test]
fn undos_go_back_one_by_one_and_redos_forward() {
    let env = TestEnv::new();
    let (repo, states) = three(&env);
    let path =
        [(UNDO, 2), (UNDO, 1), (REDO, 2), (UNDO, 1), (UNDO, 0), (REDO, 1), (REDO, 2), (REDO, 3)];
    steps(&repo, &states, &path);
}

#[test]
fn a_number_takes_as_many_steps() {
    let env = TestEnv::new();
    let (repo, states) = three(&env);
    let path: [(&[&str], usize); 4] =
        [(&["undo", "2"], 1), (&["redo", "2"], 3), (&["undo", "3"], 0), (&["redo", "3"], 3)];
    steps(&repo, &states, &path);
}

#[test]
fn nothing_to_take_back_is_said_and_no_error() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let before = repo.snapshot();
    for args in [["undo"], ["redo"]] {
        let run = repo.clada(&args).exits(0);
        assert!(said(&run).to_lowercase().contains("nothing"), "{run:?}");
        repo.snapshot().assert_same_but_log(&before, "nothing is nothing");
    }
}

#[test]
fn beyond_the_first_there_is_nothing_to_take_back() {
    let env = TestEnv::new();
    let (repo, states) = three(&env);
    repo.clada(&["undo", "3"]).exits(0);
    let run = repo.clada(&["undo"]).exits(0);
    assert!(said(&run).to_lowercase().contains("nothing"), "{run:?}");
    repo.snapshot().assert_same_but_log(&states[0], "all is taken back");
    repo.clada(&["redo", "3"]).exits(0);
    let run = repo.clada(&["redo"]).exits(0);
    assert!(said(&run).to_lowercase().contains("nothing"), "{run:?}");
    repo.snapshot().assert_same_but_log(&states[3], "all is back");
}

#[test]
fn a_new_response_ends_redo_and_undo_passes_over_what_is_undone() {
    let env = TestEnv::new();
    let (repo, states) = three(&env);
    repo.clada(&["undo"]).exits(0);
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    let after = repo.snapshot();
    let run = repo.clada(&["redo"]).exits(0);
    assert!(said(&run).to_lowercase().contains("nothing"), "{run:?}");
    repo.snapshot().assert_same_but_log(&after, "redo does nothing");
    steps(&repo, &states, &[(UNDO, 2), (UNDO, 1), (UNDO, 0)]);
}

#[test]
fn a_response_that_changes_nothing_does_not_end_redo() {
    let env = TestEnv::new();
    let (repo, states) = three(&env);
    repo.clada(&["undo"]).exits(0);
    repo.apply(&sham::block("file_read", &[("path", "a.txt")])).exits(0);
    steps(&repo, &states, &[(REDO, 3)]);
}

#[test]
fn a_response_that_writes_what_is_there_commits_nothing_and_is_not_taken_back() {
    let env = TestEnv::new();
    let (repo, states) = three(&env);
    repo.apply(&sham::write("a.txt", "3\n")).exits(0);
    repo.snapshot().assert_same_but_log(&states[3], "nothing changed");
    steps(&repo, &states, &[(UNDO, 2)]);
}
