//! A repository in which commands run as `clada.view` says.

use serde_json::Value;

use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

/// Runs a script of the shell.
pub(crate) fn bash(code: &str) -> String {
    sham::block("exec", &[("lang", "bash"), ("code", code)])
}

/// Files of every kind, committed, and edits of the user's: staged, unstaged, untracked, ignored.
pub(super) fn lay_out<'e>(env: &'e TestEnv, view: &str) -> Repo<'e> {
    let repo = env.repo();
    let repo =
        repo.file("a.txt", "alpha\n").file("dir/only.txt", "only\n").file("dir/sub/x", "x\n");
    let repo =
        repo.file("b.txt", "beta\n").file("edited.txt", "one\n").file(".gitignore", "*.log\n");
    let repo = repo.file_with_mode("run.sh", "echo\n", 0o755).link("link", "a.txt").commit();
    let repo = repo.file("edited.txt", "one\nmine\n").file("x.log", "log\n");
    let repo = repo.file_with_mode("untracked.txt", "mine\n", 0o600).folder("empty");
    let repo = repo.staged("staged.txt", "staged\n").file("staged.txt", "staged\nand mine\n");
    repo.config("clada.sandbox", "off").config("clada.view", view)
}

/// Applies a response, its commands approved.
pub(super) fn apply(repo: &Repo<'_>, response: &str, args: &[&str]) -> Run {
    let mut clada = repo.clada(&["apply", "--yes", "--format", "json", "-"]).stdin(response);
    for arg in args {
        clada = clada.arg(*arg);
    }
    clada.run()
}

/// The notes of a report.
pub(super) fn notes(report: &Value) -> Vec<String> {
    let notes = report["notes"].as_array().into_iter().flatten();
    notes.map(|note| note.as_str().expect("text").to_owned()).collect()
}

/// What an apply in a view without a sandbox tells.
pub(super) const IN_VIEW: &str = "commands ran in a view, without a sandbox";

/// What an apply in the worktree itself tells.
pub(super) const NOTE: &str = "commands ran in the worktree itself, without a sandbox; ignored files and nested repositories \
     keep what they did to them, also where the rest is dropped or undone";

/// Whether this kernel gives a view to this user.
pub(super) fn has_view() -> bool {
    let env = TestEnv::new();
    let repo = lay_out(&env, "overlay");
    apply(&repo, &bash("true"), &[]).status == Some(0)
}
