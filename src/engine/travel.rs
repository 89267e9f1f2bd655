//! Undo and redo, operation by operation.

use crate::git::Repo;
use crate::history::{Direction, Journey, OpLog, Operation, next_redo, next_undo};

use super::desk::{OperateOptions, Workplace, share};
use super::failure::EngineError;

/// One operation that was taken back or done again.
#[derive(Debug)]
pub struct Trip {
    /// That operation.
    pub of: Operation,
    /// The undo or redo itself.
    pub operation: Operation,
}

/// Goes back (or forward again) up to `count` operations. `Err` after some trips: those were
/// made, the next one was not.
pub fn travel(
    repo: &Repo,
    (direction, count): (Direction, usize),
    options: &OperateOptions,
    trips: &mut Vec<Trip>,
) -> Result<(), EngineError> {
    let workplace = Workplace::take(repo, options)?;
    while trips.len() < count {
        let log = OpLog::open(repo)?;
        let next = match direction {
            Direction::Undo => next_undo(&log)?,
            Direction::Redo => next_redo(&log)?,
        };
        let Some(recorded) = next else { break };
        let gate = workplace.gate(&recorded.operation.arguments.allow_roots)?;
        let desk = workplace.desk(&gate);
        let journey = Journey { desk: &desk, direction };
        let published = journey.prepare(&recorded)?.publish()?;
        share(repo, &published);
        trips.push(Trip { of: recorded.operation, operation: published.operation });
    }
    Ok(())
}
