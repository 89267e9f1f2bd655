//! `git clada redo`: does again what was taken back.

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::history::Direction;

pub use super::travel::Args;
use super::travel::travel;

/// What its help ends with.
pub const HELP: &str = "\
An undo is taken back: files, index, HEAD and branch are as they were before
it, to the byte. Where something has changed since, nothing is touched.

Examples:
  git clada redo
  git clada redo 3";

/// Goes, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    travel(Direction::Redo, args, context)
}
