//! The scenarios of operations with which a session's own worktree comes or goes.

use super::operations::of;
use super::scenario::Scenario;
use super::scenarios::plain;
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// All of them.
pub(super) const WORKTREES: &[Scenario] = &[
    of("a worktree is made", plain, MAKE),
    of("a worktree is made for a branch", branched, MAKE),
    Scenario {
        args: &["apply", "--worktree=s", "-"],
        stdin: || sham::write("c.txt", "c\n"),
        halfway: Some(MAKE),
        ..of("a worktree is made for a response", plain, &[])
    },
    of("a worktree is landed", in_worktree, &["land", "s"]),
    of("a worktree is dropped", in_worktree, &["drop", "s"]),
    Scenario { back: &["redo"], ..of("undo makes a worktree anew", landed, &["undo"]) },
    Scenario { back: &["redo"], ..of("undo removes a worktree", made, &["undo"]) },
];

const MAKE: &[&str] = &["session", "start", "s", "--worktree"];

fn branched(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    repo.git(&["branch", "clada/s"]);
    repo
}

fn made(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    repo.clada(MAKE).exits(0);
    repo
}

fn in_worktree(env: &TestEnv) -> Repo<'_> {
    let repo = plain(env);
    let response = sham::write("c.txt", "c\n") + &sham::write("a.txt", "theirs\n");
    repo.clada(&["apply", "--worktree=s", "-"]).stdin(response).exits(0);
    repo
}

fn landed(env: &TestEnv) -> Repo<'_> {
    let repo = in_worktree(env);
    repo.clada(&["land", "s"]).exits(0);
    repo
}
