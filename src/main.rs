//! The `git-clada` binary: process state in, exit status out.

use std::process::ExitCode;

use git_clada::{cli, workspace::sandbox};

fn main() -> ExitCode {
    let args = || std::env::args_os().skip(1);
    if sandbox::is_start(args()) {
        return ExitCode::from(sandbox::start());
    }
    if cli::clipboard::is_start(args()) {
        return ExitCode::from(cli::clipboard::start(args()));
    }
    ExitCode::from(cli::main())
}
