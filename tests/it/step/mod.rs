//! Stepping back from a session's tip and forward again: HEAD and files follow, edits wait and
//! come back, and every step can be undone.

mod conflicts;
mod edits;
mod edits_while_back;
mod gone_astray;
mod in_the_way;
mod kinds_of_files;
mod other_sessions;
mod positions;
mod sequences;

use crate::{
    env::{Repo, Snapshot, TestEnv},
    sham,
};

/// Lines enough that edits at both ends do not meet.
const TEXT: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

/// A session of three commits: `a.txt` is edited by the first and the third, `dir/new.txt` made
/// by the second, which also deletes `old.txt`. `keep.txt` is in all of them.
fn session(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", TEXT).file("old.txt", "old\n").file("keep.txt", "keep\n");
    let repo = repo.file(".gitignore", "*.log\n").commit();
    repo.apply(&sham::replace("a.txt", "two", "TWO")).exits(0);
    repo.apply(&(sham::write("dir/new.txt", "new\n") + &sham::delete("old.txt"))).exits(0);
    repo.apply(&sham::replace("a.txt", "three", "THREE")).exits(0);
    repo
}

/// What must be as before: files, index with its flags, refs, HEAD, what git and clada say.
struct State {
    snapshot: Snapshot,
    flags: String,
    status: String,
}

impl State {
    fn of(repo: &Repo<'_>) -> Self {
        let flags = repo.git(&["ls-files", "-v"]);
        Self { snapshot: repo.snapshot(), flags, status: repo.status() }
    }

    #[track_caller]
    fn assert_same(self, before: &Self, what: &str) {
        self.snapshot.assert_same_but_log(&before.snapshot, what);
        assert_eq!(self.flags, before.flags, "{what}");
        assert_eq!(self.status, before.status, "{what}");
    }
}

/// Steps back and forward to the tip: all is as it was, edits too. So it is after undo and redo
/// of each step. Returns what `back` said.
#[track_caller]
fn back_and_forward(repo: &Repo<'_>, count: usize) -> serde_json::Value {
    let before = State::of(repo);
    let said = repo.clada(&["back", &count.to_string(), "--format", "json"]).exits(0).json();
    repo.assert_sound();
    let back = State::of(repo);
    assert_eq!(repo.branch(), None);
    repo.clada(&["undo"]).exits(0);
    State::of(repo).assert_same(&before, "undo of back");
    repo.clada(&["redo"]).exits(0);
    State::of(repo).assert_same(&back, "redo of back");
    repo.clada(&["forward", "--tip"]).exits(0);
    repo.assert_sound();
    State::of(repo).assert_same(&before, "forward");
    assert_eq!(waiting(repo), [""; 0]);
    repo.clada(&["undo"]).exits(0);
    State::of(repo).assert_same(&back, "undo of forward");
    repo.clada(&["redo"]).exits(0);
    State::of(repo).assert_same(&before, "redo of forward");
    repo.clada(&["undo", "2"]).exits(0);
    State::of(repo).assert_same(&before, "undo of both");
    assert_eq!(waiting(repo), [""; 0]);
    repo.clada(&["redo", "2"]).exits(0);
    State::of(repo).assert_same(&before, "redo of both");
    repo.assert_sound();
    said
}

/// The paths of edits that wait, by `status`.
fn waiting(repo: &Repo<'_>) -> Vec<String> {
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    let waiting = status.get("stashedFiles").and_then(|files| files.as_array()).cloned();
    waiting.unwrap_or_default().iter().map(|edit| edit["path"].as_str().unwrap().into()).collect()
}

/// The strings of a list in what a step said.
fn listed(said: &serde_json::Value, key: &str) -> Vec<String> {
    let list = said[key].as_array().expect("a list");
    list.iter().map(|entry| entry.as_str().expect("a string").to_owned()).collect()
}

/// Steps, and returns what it said.
fn step(repo: &Repo<'_>, args: &[&str], status: i32) -> serde_json::Value {
    repo.clada(args).arg("--format").arg("json").exits(status).json()
}
