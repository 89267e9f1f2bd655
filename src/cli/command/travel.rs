//! What `undo` and `redo` share: going back, or forward again, and saying so.

use std::fmt::Write as _;

use crate::cli::args::{OperateArgs, count};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::made::{made, named};
use crate::engine::{self, TravelOptions, Trip};
use crate::history::{Direction, Manner, Operation};
use crate::report::{StepConflict, TravelFacts, TripFacts, done_json, escape_line};

const HELP: &str = "\
Files, index, HEAD and branch are as they were, to the byte. Where something
has changed since, nothing is touched, and the ways on are named.

Examples:
  git clada undo
  git clada undo 3
  git clada undo --merge    keep your later edits";

/// The arguments of `undo` and `redo`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// How many operations
    #[arg(value_name = "N", default_value_t = 1, value_parser = count)]
    pub count: usize,
    /// Keep what has changed since, and merge
    #[arg(long, conflicts_with = "force")]
    pub merge: bool,
    /// Put what has changed since aside: going the other way brings it back
    #[arg(short, long)]
    pub force: bool,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

impl Args {
    fn manner(&self) -> Manner {
        match (self.merge, self.force) {
            (true, _) => Manner::Merge,
            (_, true) => Manner::Force,
            _ => Manner::Exact,
        }
    }
}

/// Goes that many operations in a direction and says which they were.
pub fn travel(direction: Direction, args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let mut trips = Vec::new();
    let travel = TravelOptions { direction, manner: args.manner(), count: args.count };
    let gone = engine::travel(&repo, travel, &options, &mut trips);
    if args.operate.json() && (gone.is_ok() || !trips.is_empty()) {
        context.print_json(&done_json(&facts(direction, &trips)))?;
    }
    for trip in &trips {
        if !args.operate.json() {
            context.say(&told(travel, trip));
        }
        context.print_error(&conflicts(trip));
    }
    gone?;
    if trips.is_empty() && !args.operate.json() {
        context.say(match direction {
            Direction::Undo => "nothing to undo\n",
            Direction::Redo => "nothing to redo\n",
        });
    }
    let merged = trips.iter().all(|trip| trip.conflicts.is_empty());
    Ok(if merged { Exit::Success } else { Exit::SomeFailed })
}

fn facts(direction: Direction, trips: &[Trip]) -> TravelFacts {
    let conflict =
        |(path, reason): &(String, &'static str)| StepConflict { path: path.clone(), reason };
    let operations = trips.iter().map(|trip| TripFacts {
        of: named(&trip.of),
        operation: made(&trip.operation),
        changed: trip.changed.clone(),
        stays: trip.stays.clone(),
        conflicts: trip.conflicts.iter().map(conflict).collect(),
        branch_stays: trip.branch_stays,
    });
    let kind = match direction {
        Direction::Undo => "undo",
        Direction::Redo => "redo",
    };
    TravelFacts { kind, operations: operations.collect() }
}

fn told(travel: TravelOptions, trip: &Trip) -> String {
    let Trip { of, operation, changed, .. } = trip;
    let verb = match travel.direction {
        Direction::Undo => "undid",
        Direction::Redo => "redid",
    };
    let files = match operation.paths.len() {
        0 => String::new(),
        _ => format!(" ({})", files(operation)),
    };
    let mut text = format!("{verb} {}: {}{files}\n", of.id, escape_line(&of.title()));
    let became = match travel.manner {
        Manner::Exact => "",
        Manner::Merge => "kept",
        Manner::Force => "put aside",
    };
    for changed in changed {
        for (index, line) in changed.lines().enumerate() {
            let became = if index == 0 { became } else { "" };
            let _ = writeln!(text, "  {became:<10}{}", escape_line(line));
        }
    }
    if travel.manner == Manner::Force && !changed.is_empty() {
        let back = match travel.direction {
            Direction::Undo => "redo",
            Direction::Redo => "undo",
        };
        let _ = writeln!(text, "            `git clada {back}` brings what was put aside back");
    }
    for stays in &trip.stays {
        let _ = writeln!(text, "  stays     {}", escape_line(stays));
    }
    let _ = writeln!(text, "  now       {}", stands(operation));
    if trip.branch_stays {
        text.push_str(
            "            the branch stays where it is: only the files were merged, and staged as \
             before;\n            commit what you want to keep of that\n",
        );
    }
    text
}

/// The paths that could not be merged, and what to do about them.
fn conflicts(trip: &Trip) -> String {
    let mut text = String::new();
    for (path, why) in &trip.conflicts {
        let _ = writeln!(text, "conflict: {}: {why}", escape_line(path));
    }
    if !trip.conflicts.is_empty() {
        text.push_str(
            "hint: mend them, then `git add` them; `git clada show` has all that stood there\n",
        );
    }
    text
}

/// How many files an operation touched.
pub fn files(operation: &Operation) -> String {
    match operation.paths.len() {
        1 => "1 file".to_owned(),
        files => format!("{files} files"),
    }
}

/// Where HEAD stands now.
pub fn stands(operation: &Operation) -> String {
    let head = &operation.head.after;
    let commit = match head.commit {
        Some(commit) => format!("at {}", commit.to_hex_with_len(10)),
        None => "with no commit yet".to_owned(),
    };
    match head.branch.as_deref() {
        Some(name) => {
            format!("on {} {commit}", name.strip_prefix("refs/heads/").unwrap_or(name))
        }
        None => format!("detached {commit}"),
    }
}
