//! `git clada back`: HEAD goes to an earlier commit of the session.

use crate::cli::args::{OperateArgs, commits};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::history::Stride;

use super::step::step;

/// What help says after the options.
const HELP: &str = "\
HEAD is detached at the N-th commit before where it stands, as far as the
session's base, and the files follow. Edits of yours in files that differ,
staged, unstaged, untracked or ignored, are stashed under the log; `git clada
forward` brings them back. All other edits stay as they are. While stepped
back, `apply` is refused: `git clada forward --tip` goes back to the session's
tip, `git clada session fork` starts a session where HEAD stands. `git clada
undo` takes the step back.

Examples:
  git clada back
  git clada back 2";

/// The arguments of `back`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// How many commits
    #[arg(value_name = "N", default_value_t = 1, value_parser = commits)]
    pub count: usize,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Goes, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    step(Stride::Back(args.count), &args.operate, context)
}
