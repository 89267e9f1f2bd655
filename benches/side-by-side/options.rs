//! The command line of the benchmark.

use std::path::{Path, PathBuf};

use clap::Parser;

/// Times `git-clada apply` and `undo` beside git.
#[derive(Debug, Parser)]
#[command(name = "side-by-side")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Options {
    /// Measures 1k and 10k files, 1 and 100 touched, in 5 rounds.
    #[arg(long)]
    quick: bool,
    /// Sizes of the repositories, as in `1k,10k,100k`.
    #[arg(long, value_delimiter = ',', value_parser = count)]
    files: Vec<usize>,
    /// How many files a commit touches, as in `1,100,1k`.
    #[arg(long, value_delimiter = ',', value_parser = count)]
    touched: Vec<usize>,
    /// Rounds that count; a warm-up comes before them.
    #[arg(long, value_parser = count)]
    rounds: Option<usize>,
    /// Prints JSON in place of the table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Keeps the repositories for the next run with `--keep`.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Counts the system calls at 100 and at 100k files instead of timing anything.
    #[arg(long)]
    pub(crate) strace: bool,
    /// Another program in place of the git-clada that cargo has built.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// What cargo adds.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    /// How many files the repositories have, one entry each.
    pub(crate) fn files(&self) -> Vec<usize> {
        let ordinary: &[usize] = match (self.strace, self.quick) {
            (true, _) => &[100, 100_000],
            (false, true) => &[1_000, 10_000],
            (false, false) => &[1_000, 10_000, 100_000],
        };
        given_or(&self.files, ordinary)
    }

    /// How many files a commit touches, one entry a cell.
    pub(crate) fn touched(&self) -> Vec<usize> {
        given_or(&self.touched, if self.quick { &[1, 100] } else { &[1, 100, 1_000] })
    }

    /// How many rounds count.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds.unwrap_or(if self.quick { 5 } else { 11 })
    }

    /// The program to measure.
    pub(crate) fn binary(&self) -> &Path {
        self.binary.as_deref().unwrap_or(Path::new(env!("CARGO_BIN_EXE_git-clada")))
    }
}

fn given_or(given: &[usize], ordinary: &[usize]) -> Vec<usize> {
    if given.is_empty() { ordinary } else { given }.to_vec()
}

/// Reads `7` and `10k`.
fn count(text: &str) -> Result<usize, String> {
    let (digits, unit) = text.strip_suffix('k').map_or((text, 1), |digits| (digits, 1_000));
    let number = digits.parse::<usize>().map_err(|error| error.to_string())?;
    match number.checked_mul(unit) {
        None | Some(0) => Err("not a number of things to measure".to_owned()),
        Some(number) => Ok(number),
    }
}
