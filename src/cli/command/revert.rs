//! `git clada revert`: takes back what an operation changed, by a new commit.

use std::fmt::Write as _;

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::made::{made, named};
use crate::engine::{self, Reverted};
use crate::report::{RevertFacts, done_json, escape_line};

use super::travel::{files, stands};

const HELP: &str = "\
Examples:
  git clada revert qsnppx       an operation, by its id or the beginning of it
  git clada revert 2a8f92a      the commit that it made";

/// The arguments of `revert`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// An operation's id (or its beginning), or the commit that it made
    #[arg(value_name = "ID|COMMIT")]
    pub name: String,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Reverts, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let reverted = engine::revert(&repo, &args.name, &options)?;
    if args.operate.json() {
        let Reverted { of, operation, left } = &reverted;
        let operation = operation.as_ref().map(made);
        let facts = RevertFacts { of: named(of), operation, left_files: left.clone() };
        context.print_json(&done_json(&facts))?;
    } else {
        context.say(&told(&reverted));
    }
    Ok(Exit::Success)
}

fn told(Reverted { of, operation, left }: &Reverted) -> String {
    let summary = escape_line(&of.summary);
    let Some(operation) = operation else {
        return format!("nothing to revert: HEAD has nothing of {}: {summary}\n", of.id);
    };
    let mut text = format!("reverted {}: {summary} ({})\n", of.id, files(operation));
    for path in left {
        let _ = writeln!(text, "  left      {} (git does not track it)", escape_line(path));
    }
    let _ = writeln!(text, "  as        {}", operation.id);
    let _ = writeln!(text, "  now       {}", stands(operation));
    text
}
