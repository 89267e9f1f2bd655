//! Whatever breaks off, and wherever: files, index, refs and HEAD are those from before or those
//! from after, never a mixture, and the next run goes on.
//!
//! A scenario is one entry in `scenarios.rs`, `operations.rs`, `worktrees.rs` or `ignored.rs`; all of these tests run it.

mod command;
mod cut_short;
mod disk_full;
mod failing;
mod ignored;
mod kill;
mod locks;
mod no_git;
mod operations;
mod racing;
mod ref_hook;
mod scenario;
mod scenarios;
mod still_running;
mod stopped;
mod users_edits;
mod worktrees;
