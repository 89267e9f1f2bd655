//! `git clada forward`: HEAD goes towards the session's tip.

use crate::cli::args::{OperateArgs, commits};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::history::Stride;

use super::step::step;

/// What help says after the options.
const HELP: &str = "\
At the tip HEAD is on the session's branch again. Edits that were stashed on
the way come back when HEAD arrives at the commit where they were made, or
passes it, and all at the tip: exactly, staged where they were staged, if the
file is what it was; else by a three-way merge. Where that meets a conflict,
both versions are kept as `git stash pop` keeps them (markers in the file,
stages in the index), the files are listed, and the exit status is 1. `git
clada undo` takes the step back.

Examples:
  git clada forward
  git clada forward --tip";

/// The arguments of `forward`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// How many commits
    #[arg(value_name = "N", default_value_t = 1, value_parser = commits)]
    pub count: usize,
    /// Go all the way to the session's tip
    #[arg(long, conflicts_with = "count")]
    pub tip: bool,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Goes, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let stride = if args.tip { Stride::Tip } else { Stride::Forward(args.count) };
    step(stride, &args.operate, context)
}
