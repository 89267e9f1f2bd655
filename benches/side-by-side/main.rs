//! Times `git-clada apply` and `git-clada undo` beside what git needs for the same commit.
//!
//! ```text
//! cargo bench --bench side-by-side                         # all cells, some ten minutes
//! cargo bench --bench side-by-side -- --quick              # four small cells
//! cargo bench --bench side-by-side -- --files 10k --touched 1,100 --rounds 21
//! cargo bench --bench side-by-side -- --strace             # system calls, not time
//! ```
//!
//! It makes the repositories, runs the commands interleaved, checks that each has done its work,
//! and prints medians, quartiles and ratios. It asks git for its best: repositories are packed,
//! indexes are fresh and free of racy entries, nothing is collected in the background.

mod calls;
mod contest;
mod machine;
mod options;
mod process;
mod repository;
mod statistics;
mod table;
mod tree;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::contest::Contest;
use crate::machine::Machine;
use crate::options::Options;
use crate::process::Runner;
use crate::repository::{Place, Repository};
use crate::statistics::Cell;

/// Whatever ends a run is for a person to read.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    // `cargo test --all-targets` starts benchmarks too, without this flag.
    if !std::env::args_os().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    match run(&Options::parse()) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<ExitCode> {
    if options.strace {
        return calls::compare(options);
    }
    let mut cells = Vec::new();
    for &files in &options.files() {
        let runner = Runner::new(options.binary())?;
        let mut repository = Repository::open(Place { files, keep: options.keep }, runner)?;
        repository.start_session()?;
        for touched in options.touched().into_iter().filter(|&touched| touched <= files) {
            cells.push(measure(&mut repository, touched, options.rounds())?);
        }
    }
    let machine = Machine::look(&Runner::new(options.binary())?);
    let text =
        if options.json { table::json(&machine, &cells)? } else { table::text(&machine, &cells) };
    writeln!(io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// Measures one cell; the first round is a warm-up, looked at closely and not counted.
fn measure(repository: &mut Repository, touched: usize, rounds: usize) -> Result<Cell> {
    repository.tidy()?;
    let files = repository.files();
    let mut contest = Contest::new(repository, touched)?;
    let mut cell = Cell::new(files, touched);
    contest.round(&mut Cell::new(files, touched))?;
    for round in 1..=rounds {
        write!(io::stderr(), "\r{files} files, {touched} touched: round {round} of {rounds} ")?;
        contest.round(&mut cell)?;
    }
    writeln!(io::stderr())?;
    Ok(cell)
}
