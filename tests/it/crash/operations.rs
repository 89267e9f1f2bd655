//! The scenarios of the operations that are neither apply nor its undo.

use super::scenario::Scenario;
use super::scenarios::{edited, plain, under_way};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A scenario whose command reads nothing, and which undo takes back.
pub(super) const fn of(
    name: &'static str,
    lay_out: fn(&TestEnv) -> Repo<'_>,
    args: &'static [&'static str],
) -> Scenario {
    Scenario {
        name,
        lay_out,
        args,
        stdin: String::new,
        back: &["undo"],
        halfway: None,
        there: false,
    }
}

/// All of them.
pub(super) const OPERATIONS: &[Scenario] = &[
    of("back, with edits put aside", ahead, &["back"]),
    of("forward, and the edits come back", back, &["forward"]),
    of("forward, with a conflict", back_from_what_moved_on, &["forward", "--tip"]),
    of("squash side by side", two_runs, &["squash", "--contiguous-only"]),
    of("squash over other commits", two_runs, &["squash"]),
    of("land by fast-forward", ahead_and_clean, &["land"]),
    of("land by a merge", base_moved, &["land"]),
    of("land as one commit", base_moved, &["land", "--squash"]),
    of("drop, and the edits come back", snapshotted, &["drop"]),
    of("revert", reverting, &["revert", "HEAD^"]),
    Scenario { back: &["redo"], ..of("undo --merge", edited_since, &["undo", "--merge"]) },
    Scenario { back: &["redo"], ..of("undo --force", edited_since, &["undo", "--force"]) },
    of("redo --force", undone_and_edited, &["redo", "--force"]),
    of("session start", plain, &["session", "start", "s"]),
    of("session switch", two_sessions, &["session", "switch", "one"]),
    of("session fork", back, &["session", "fork", "s"]),
];

const LINES: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

/// A session with two commits, in whose files the user has edited: staged, unstaged, deleted.
fn ahead(env: &TestEnv) -> Repo<'_> {
    let repo = ahead_and_clean(env).staged("a.txt", LINES.replace('1', "one").replace('9', "nine"));
    fs_err::remove_file(repo.path("new/x.txt")).expect("a file");
    repo.file("a.txt", LINES.replace('1', "one").replace('5', "mine")).file("y.txt", "mine\n")
}

/// The same without edits of the user's in its files.
fn ahead_and_clean(env: &TestEnv) -> Repo<'_> {
    let repo = under_way(env);
    repo.apply(&sham::write("a.txt", LINES)).exits(0);
    let response = sham::write("a.txt", &LINES.replace('1', "one"))
        + &sham::write("new/x.txt", "new\n")
        + &sham::write("y.txt", "new\n")
        + &sham::delete("dir/only.txt")
        + &sham::block("dir_delete", &[("path", "dir")]);
    repo.apply(&response).exits(0);
    repo
}

fn back(env: &TestEnv) -> Repo<'_> {
    let repo = ahead(env);
    repo.clada(&["back"]).exits(0);
    repo
}

/// Commits in another worktree that is on the branch.
fn commit_elsewhere(repo: &Repo<'_>, branch: &str, (path, content): (&str, &str)) {
    repo.git(&["worktree", "add", "-q", "../other", branch]);
    fs_err::write(repo.path("../other").join(path), content).expect("a file");
    repo.git(&["-C", "../other", "add", "-A"]);
    repo.git(&["-C", "../other", "commit", "-q", "-m", "meanwhile"]);
    repo.git(&["worktree", "remove", "--force", "../other"]);
}

fn back_from_what_moved_on(env: &TestEnv) -> Repo<'_> {
    let repo = back(env);
    let theirs = LINES.replace('1', "one").replace('5', "theirs");
    commit_elsewhere(&repo, "clada/main", ("a.txt", &theirs));
    repo
}

fn two_runs(env: &TestEnv) -> Repo<'_> {
    let mut repo = plain(env);
    for run in ["1", "2"] {
        for part in ["a", "b"] {
            repo.apply(&sham::write(&format!("{run}{part}"), part)).exits(0);
        }
        repo = repo.file(&format!("mine{run}"), "mine\n");
        repo.git(&["add", &format!("mine{run}")]);
        repo.git(&["commit", "-q", "-m", "mine", "--", &format!("mine{run}")]);
    }
    repo
}

fn base_moved(env: &TestEnv) -> Repo<'_> {
    let repo = ahead_and_clean(env);
    commit_elsewhere(&repo, "main", ("run.sh", "echo moved\n"));
    repo
}

fn snapshotted(env: &TestEnv) -> Repo<'_> {
    let repo = edited(env);
    let response =
        sham::replace("a.txt", "and mine", "and theirs") + &sham::write("staged.txt", "more\n");
    repo.apply(&response).exits(0);
    repo
}

fn reverting(env: &TestEnv) -> Repo<'_> {
    let repo = ahead_and_clean(env);
    repo.apply(&sham::write("later.txt", "later\n")).exits(0);
    repo
}

fn edited_since(env: &TestEnv) -> Repo<'_> {
    let repo = ahead_and_clean(env);
    let repo = repo.staged("a.txt", LINES.replace('1', "one").replace('9', "staged"));
    repo.file("a.txt", LINES.replace('1', "one").replace('9', "mine"))
}

fn undone_and_edited(env: &TestEnv) -> Repo<'_> {
    let repo = ahead_and_clean(env);
    repo.clada(&["undo"]).exits(0);
    repo.file("a.txt", "mine\n").file("y.txt", "mine\n")
}

fn two_sessions(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    repo.clada(&["session", "start", "one"]).exits(0);
    let response = sham::write("a.txt", "one\n")
        + &sham::write("new/deep.txt", "new\n")
        + &sham::delete("dir/only.txt");
    repo.apply(&response).exits(0);
    repo.git(&["symbolic-ref", "HEAD", "refs/heads/main"]);
    repo.git(&["checkout", "-q", "HEAD", "--", "a.txt", "dir/only.txt"]);
    repo.git(&["rm", "-q", "-f", "new/deep.txt"]);
    repo.clada(&["session", "start", "two"]).exits(0);
    repo.apply(&sham::write("two.txt", "two\n")).exits(0);
    repo
}
