//! The command line: arguments in, output and exit status out.

mod args;
mod command;
mod context;
mod failure;
mod look;
mod output;
mod start;

pub use start::main;
