//! The `git-clada` binary: process state in, exit status out.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(git_clada::cli::main())
}
