//! `git clada undo`: takes back the newest operations, exactly.

use crate::base::TimeSpan;
use crate::cli::args::count;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::history::Direction;

use super::travel::travel;

/// The arguments of `undo`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// How many operations
    #[arg(value_name = "N", default_value_t = 1, value_parser = count)]
    pub count: usize,
    /// How long to wait for locks, such as `500ms` [default: 10s]
    #[arg(long, value_name = "TIME")]
    pub lock_timeout: Option<TimeSpan>,
}

/// Goes, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    travel(Direction::Undo, args.count, args.lock_timeout, context)
}
