//! `git clada land`: the base branch takes a session's commits, and the session ends.

mod elsewhere;
mod like_git;
mod merging;
mod own_worktree;
mod refusals;
mod simple;
