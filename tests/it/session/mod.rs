//! Sessions: in worktrees of their own, begun, forked, gone to, taken back.

mod bare;
mod command;
mod end;
mod obstacles;
mod paths;
mod rebased;
mod scene;
mod switch;
mod undo;
mod worktree;
