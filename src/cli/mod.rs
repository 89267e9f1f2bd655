//! The command line: arguments in, output and exit status out.

mod args;
pub mod clipboard;
mod command;
mod context;
mod failure;
mod generate;
mod hint;
mod look;
mod output;
mod session_hint;
mod signals;
mod start;
mod watch;

pub use start::main;
