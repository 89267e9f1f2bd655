//! The command line: arguments in, output and exit status out.

mod args;
mod command;
mod context;
mod failure;
mod generate;
mod look;
mod output;
mod session_hint;
mod signals;
mod start;

pub use start::main;
