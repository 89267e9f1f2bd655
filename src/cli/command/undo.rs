//! `git clada undo`: takes back the newest operations.

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::history::Direction;

pub use super::travel::Args;
use super::travel::travel;

/// Goes, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    travel(Direction::Undo, args, context)
}
