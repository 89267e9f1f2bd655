//! The subcommands, a file each: its arguments and its run.

pub mod actions;
pub mod apply;
pub mod blame;
pub mod check;
pub mod context;
pub mod demo;
pub mod diff;
pub mod gc;
pub mod log;
pub mod parse;
pub mod prompt;
pub mod redo;
mod responses;
pub mod revert;
mod run;
pub mod show;
pub mod status;
mod travel;
pub mod undo;

pub use run::run;
