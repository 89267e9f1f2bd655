//! Times commands that a response runs beside the same without git-clada.
//!
//! ```text
//! cargo bench --bench commands                        # at 1k and 100k files
//! cargo bench --bench commands -- --files 100k --rounds 21
//! ```
//!
//! Each round runs, interleaved: `true` and `--version`; `sh -c true`; a response that runs nothing; one that runs `true`; one
//! that changes one file, by an action and by a command; and `git status`. It makes sure that each has
//! done its work, and prints medians, quartiles, and what the goals say: `--version` starts within 2 ms of
//! `true`, a response with `true` costs less than 15 ms more than `sh -c true`, and that a command changes one file of 100,000 rather than an action less
//! than a tenth of a `git status`.

// Each benchmark uses a part of what they share.
#[path = "../side-by-side/process.rs"]
#[expect(dead_code, reason = "shared with another benchmark")]
mod process;
#[path = "../side-by-side/repository.rs"]
#[expect(dead_code, reason = "shared with another benchmark")]
mod repository;
#[path = "../side-by-side/tree.rs"]
#[expect(dead_code, reason = "shared with another benchmark")]
mod tree;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Parser;

use crate::process::Runner;
use crate::repository::{Place, Repository};

/// Whatever ends a run is for a person to read.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Times commands that a response runs.
#[derive(Debug, Parser)]
#[command(name = "commands")]
struct Options {
    /// Sizes of the repositories, in thousands of files, as in `1k,100k`.
    #[arg(long, value_delimiter = ',', default_value = "1k,100k", value_parser = thousands)]
    files: Vec<usize>,
    /// Rounds that count; a warm-up comes before them.
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Another program in place of the git-clada that cargo has built.
    #[arg(long, value_name = "PATH", default_value = env!("CARGO_BIN_EXE_git-clada"))]
    binary: PathBuf,
    /// What cargo adds.
    #[arg(long, hide = true)]
    bench: bool,
}

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Start,
    Version,
    Shell,
    Nothing,
    True,
    ByAction,
    ByCommand,
    Status,
}

impl Measure {
    const ALL: [Self; 8] = [
        Self::Start,
        Self::Version,
        Self::Shell,
        Self::Nothing,
        Self::True,
        Self::ByAction,
        Self::ByCommand,
        Self::Status,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Start => "true",
            Self::Version => "--version",
            Self::Shell => "sh -c true",
            Self::Nothing => "apply nothing",
            Self::True => "apply true",
            Self::ByAction => "file by action",
            Self::ByCommand => "file by command",
            Self::Status => "git status",
        }
    }
}

fn main() -> ExitCode {
    // `cargo test --all-targets` starts benchmarks too, without this flag.
    if !std::env::args_os().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    for &files in &options.files {
        let runner = Runner::new(&options.binary)?;
        let mut repository = Repository::open(Place { files, keep: false }, runner)?;
        repository.start_session()?;
        let mut times = [const { Vec::new() }; Measure::ALL.len()];
        for round in 0..=options.rounds {
            for (measure, times) in Measure::ALL.into_iter().zip(&mut times) {
                let time = timed(&repository, measure, round)?;
                if round > 0 {
                    times.push(time);
                }
            }
        }
        tell(files, times)?;
    }
    Ok(())
}

/// Runs one of them, and makes sure that it did what it should.
fn timed(repository: &Repository, measure: Measure, round: usize) -> Result<f64> {
    let runner = &repository.runner;
    let command = match measure {
        Measure::Start => runner.other("true", [""; 0])?,
        Measure::Version => runner.clada(["--version"]),
        Measure::Shell => runner.other("sh", ["-c", "true"])?,
        Measure::Nothing => apply(repository, "action = \"context_list\"\n")?,
        Measure::True => apply(repository, &exec("true"))?,
        Measure::ByAction => {
            let fields = format!("action = \"file_append\"\npath = \"{}\"\n", tree::path(0));
            apply(repository, &format!("{fields}content = \"{round}\\n\"\n"))?
        }
        Measure::ByCommand => {
            apply(repository, &exec(&format!("echo {round} >> {}", tree::path(0))))?
        }
        Measure::Status => runner.git(["--no-optional-locks", "status"]),
    };
    repository.sync()?;
    let time = runner.time(vec![command])?.as_secs_f64() * 1000.0;
    if matches!(measure, Measure::ByAction | Measure::ByCommand) {
        repository.expect_commit(1)?;
        runner.time(vec![runner.clada(["undo"])])?;
        repository.age(&[0])?;
    }
    repository.expect_base()?;
    Ok(time)
}

/// The fields of a block that runs that code.
fn exec(code: &str) -> String {
    format!("action = \"exec\"\nlang = \"bash\"\ncode = \"{code}\"\n")
}

/// `git-clada apply --yes` of a response with one block.
fn apply(repository: &Repository, fields: &str) -> Result<Command> {
    let response = format!("#!SHAM [@three-char-SHA-256: abc]\n{fields}#!END_SHAM_abc\n");
    let file = repository.beside("command.md");
    fs_err::write(&file, response)?;
    Ok(repository.runner.clada(["apply", "--yes", &file.to_string_lossy()]))
}

fn tell(files: usize, times: [Vec<f64>; Measure::ALL.len()]) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{files} files, in ms: lower quartile, median, upper quartile")?;
    let mut medians = Vec::new();
    for (measure, mut times) in Measure::ALL.into_iter().zip(times) {
        times.sort_by(f64::total_cmp);
        let at =
            |quarters: usize| times.get(times.len() * quarters / 4).copied().unwrap_or(f64::NAN);
        let (lower, median, upper) = (at(1), at(2), at(3));
        writeln!(out, "  {:15} {lower:8.1} {median:8.1} {upper:8.1}", measure.name())?;
        medians.push(median);
    }
    let [start, version, shell, nothing, truth, action, command, status] = medians.as_slice()
    else {
        return Ok(());
    };
    writeln!(out, "  --version: {:.1} ms more than `true`", version - start)?;
    writeln!(out, "  true: {:.1} ms more than `sh -c true`", truth - shell)?;
    writeln!(out, "  true: {:.1} ms more than a response that runs nothing", truth - nothing)?;
    writeln!(out, "  one file: {:.2} of `git status`", command / status)?;
    let more = command - action;
    writeln!(out, "  by command: {more:.1} ms more, {:.3} of `git status`", more / status)?;
    Ok(())
}

/// Reads `100k`.
fn thousands(text: &str) -> std::result::Result<usize, String> {
    let digits = text.strip_suffix('k').ok_or("a number of thousands, as in `100k`")?;
    digits.parse::<usize>().map(|number| number * 1_000).map_err(|error| error.to_string())
}
