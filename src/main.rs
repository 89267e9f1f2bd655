//! The `git-clada` binary: process state in, exit status out.

use std::process::ExitCode;

use git_clada::workspace::sandbox;

fn main() -> ExitCode {
    if sandbox::is_start(std::env::args_os().skip(1)) {
        return ExitCode::from(sandbox::start());
    }
    ExitCode::from(git_clada::cli::main())
}
