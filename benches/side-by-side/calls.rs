//! Counts system calls in a small and in a large repository, to show that git-clada makes none
//! for each file of the repository.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::{Command, ExitCode};

use crate::Result;
use crate::contest::{Contest, Contestant};
use crate::options::Options;
use crate::process::Runner;
use crate::repository::{Place, Repository};
use crate::table::short;

/// Calls by name.
type Counts = BTreeMap<String, u64>;

/// The commands that are traced, in the table's order.
const COLUMNS: [&str; 3] = ["apply", "undo", "git add && commit"];

/// Traces a commit of one file in the smallest and the largest repository of the options and
/// prints both; fails where `apply` or `undo` makes one more call for each 100 more files.
pub(crate) fn compare(options: &Options) -> Result<ExitCode> {
    let files = options.files();
    let (Some(&small), Some(&large)) = (files.iter().min(), files.iter().max()) else {
        return Err("no repository to look at".into());
    };
    if small == large {
        return Err("two sizes are needed, as in `--files 100,100k`".into());
    }
    let mut traces = Vec::new();
    for files in [small, large] {
        writeln!(io::stderr(), "{files} files")?;
        let runner = Runner::new(options.binary())?;
        traces.push(trace(Repository::open(Place { files, keep: options.keep }, runner)?)?);
    }
    let [small_counts, large_counts] = traces.try_into().map_err(|_| "two traces are needed")?;
    let mut text = String::new();
    let mut holds = true;
    for (index, name) in COLUMNS.iter().enumerate() {
        let none = Counts::new();
        let few = small_counts.get(index).unwrap_or(&none);
        let many = large_counts.get(index).unwrap_or(&none);
        let more = total(many).saturating_sub(total(few));
        let _ = writeln!(text, "{}", side_by_side(name, (small, few), (large, many)));
        let _ = writeln!(text, "{more} more calls for {} more files\n", large - small);
        let ours = index < 2;
        holds &= !ours || more.saturating_mul(100) < u64::try_from(large - small)?;
    }
    text.push_str(if holds {
        "git-clada makes no system call for each file of the repository"
    } else {
        "git-clada makes more system calls the more files the repository has"
    });
    writeln!(io::stdout(), "{text}")?;
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Counts for each of [`COLUMNS`].
fn trace(mut repository: Repository) -> Result<Vec<Counts>> {
    repository.start_session()?;
    repository.tidy()?;
    let mut contest = Contest::new(&repository, 1)?;
    contest.prepare(Contestant::Clada)?;
    let apply = count(&repository, contest.commands(Contestant::Clada))?;
    contest.expect_applied()?;
    let undo = count(&repository, vec![repository.runner.clada(["undo"])])?;
    contest.expect_undone()?;
    contest.prepare(Contestant::AddPaths)?;
    let git = count(&repository, contest.commands(Contestant::AddPaths))?;
    contest.expect_applied()?;
    Ok(vec![apply, undo, git])
}

/// Runs the commands, children and threads included, and adds their calls up.
fn count(repository: &Repository, commands: Vec<Command>) -> Result<Counts> {
    let summary = repository.beside("strace");
    let mut counts = Counts::new();
    for command in commands {
        let traced = repository.runner.traced(&command, &summary)?;
        repository.runner.time(vec![traced])?;
        for (name, calls) in fs_err::read_to_string(&summary)?.lines().filter_map(row) {
            *counts.entry(name).or_default() += calls;
        }
    }
    Ok(counts)
}

/// Reads a row of `strace -c`: share, seconds, microseconds a call, calls, errors if any, name.
fn row(line: &str) -> Option<(String, u64)> {
    let columns: Vec<&str> = line.split_whitespace().collect();
    let [share, _, _, calls, .., name] = columns.as_slice() else { return None };
    if *name == "total" || share.parse::<f64>().is_err() {
        return None;
    }
    Some(((*name).to_owned(), calls.parse().ok()?))
}

/// Returns a Markdown table, the calls that grow most first.
fn side_by_side(name: &str, few: (usize, &Counts), many: (usize, &Counts)) -> String {
    let mut text = format!(
        "{name}, one file touched\n\n| system call | {} files | {} files |\n|---|---|---|\n",
        short(few.0),
        short(many.0)
    );
    let of = |counts: &Counts, call: &str| counts.get(call).copied().unwrap_or_default();
    let mut calls: Vec<&String> = few.1.keys().chain(many.1.keys()).collect();
    calls.sort_by_key(|call| {
        let (before, after) = (of(few.1, call), of(many.1, call));
        (std::cmp::Reverse(after.saturating_sub(before)), std::cmp::Reverse(after), *call)
    });
    calls.dedup();
    for call in calls {
        let _ = writeln!(text, "| {call} | {} | {} |", of(few.1, call), of(many.1, call));
    }
    let _ = writeln!(text, "| total | {} | {} |", total(few.1), total(many.1));
    text
}

fn total(counts: &Counts) -> u64 {
    counts.values().sum()
}
