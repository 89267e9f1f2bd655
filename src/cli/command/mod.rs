//! The subcommands, a file each: its arguments and its run.

pub mod actions;
pub mod allow;
pub mod apply;
pub mod back;
pub mod blame;
pub mod check;
mod commands;
pub mod context;
pub mod convert;
pub mod demo;
pub mod diff;
pub mod doctor;
pub mod drop;
pub mod forward;
pub mod gc;
pub mod hooks;
pub mod land;
pub mod log;
pub mod parse;
pub mod prompt;
pub mod recover;
pub mod redo;
mod responses;
pub mod revert;
mod run;
pub mod session;
pub mod show;
pub mod squash;
pub mod status;
mod step;
mod travel;
pub mod undo;

pub use run::run;
