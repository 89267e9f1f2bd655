//! Commands in the worktree itself (`clada.view`), where there is no view and the sandbox is off.

mod choice;
mod dropped;
mod git_dir;
mod others;
mod same;
mod scene;

pub(crate) use scene::bash;
