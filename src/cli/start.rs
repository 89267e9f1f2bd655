//! The way in: the process's arguments, and its exit status.

use clap::Parser;

use super::{args::Cli, command, context::Context, failure};

/// Runs the command line of this process and returns its exit status.
#[must_use]
pub fn main() -> u8 {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match Context::of_process(&cli.global) {
        Ok(mut context) => command::run(cli.command, &mut context).code(),
        Err(failure) => failure::exit_before_start(&failure).code(),
    }
}

/// Help and version are no failures; everything else that clap says is wrong usage.
fn usage(error: &clap::Error) -> u8 {
    // Where the message cannot be printed, the status still tells.
    let _ = error.print();
    if error.use_stderr() { failure::Exit::Usage.code() } else { failure::Exit::Success.code() }
}
