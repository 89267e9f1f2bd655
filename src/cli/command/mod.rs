//! The subcommands, a file each: its arguments and its run.

pub mod actions;
pub mod apply;
pub mod check;
pub mod context;
pub mod demo;
pub mod log;
pub mod parse;
pub mod prompt;
pub mod redo;
mod responses;
mod run;
pub mod session;
pub mod show;
pub mod status;
mod travel;
pub mod undo;

pub use run::run;
