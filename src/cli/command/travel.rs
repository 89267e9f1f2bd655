//! What `undo` and `redo` share: going back, or forward again, and saying so.

use crate::cli::args::{Locks, count};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::{self, Trip};
use crate::history::{Direction, Operation};

/// The arguments of `undo` and `redo`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How many operations
    #[arg(value_name = "N", default_value_t = 1, value_parser = count)]
    pub count: usize,
    /// How locks are taken
    #[command(flatten)]
    pub locks: Locks,
}

/// Goes that many operations in a direction and says which they were.
pub fn travel(direction: Direction, args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let options = context.operate_options(&repo, &args.locks)?;
    let mut trips = Vec::new();
    let gone = engine::travel(&repo, (direction, args.count), &options, &mut trips);
    for trip in &trips {
        context.say(&told(direction, trip));
    }
    gone?;
    if trips.is_empty() {
        context.say(match direction {
            Direction::Undo => "nothing to undo\n",
            Direction::Redo => "nothing to redo\n",
        });
    }
    Ok(Exit::Success)
}

fn told(direction: Direction, Trip { of, operation }: &Trip) -> String {
    let verb = match direction {
        Direction::Undo => "undid",
        Direction::Redo => "redid",
    };
    let files = operation.paths.len();
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    let summary = crate::report::escape_line(&of.summary);
    format!("{verb} {}: {summary} ({files})\n  now       {}\n", of.id, stands(operation))
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
