//! Undo and redo, operation by operation.

use crate::git::Repo;
use crate::history::{
    Direction, Journey, Manner, OpLog, Operation, Rewrites, as_rewritten, next_redo, next_undo,
};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;

/// How to go, and how far.
#[derive(Clone, Copy, Debug)]
pub struct TravelOptions {
    /// Which way.
    pub direction: Direction,
    /// What becomes of what has changed since.
    pub manner: Manner,
    /// How many operations.
    pub count: usize,
}

/// One operation that was taken back or done again.
#[derive(Debug)]
pub struct Trip {
    /// That operation.
    pub of: Operation,
    /// The undo or redo itself.
    pub operation: Operation,
    /// What had changed since, a line each, and was merged or made room.
    pub changed: Vec<String>,
    /// The paths that could not be merged, and why.
    pub conflicts: Vec<(String, &'static str)>,
    /// Ignored files that stayed as they are although the operation had changed them, a line each.
    pub stays: Vec<String>,
    /// Whether HEAD and the branches stayed although the operation had moved them.
    pub branch_stays: bool,
}

/// Goes back (or forward again) up to `count` operations, and no further than to one with
/// conflicts. `Err` after some trips: those were made, the next one was not.
pub fn travel(
    repo: &Repo,
    travel: TravelOptions,
    options: &OperateOptions,
    trips: &mut Vec<Trip>,
) -> Result<(), EngineError> {
    let workplace = Workplace::take(repo, options)?;
    while trips.len() < travel.count {
        let log = OpLog::open(repo)?;
        let next = match travel.direction {
            Direction::Undo => next_undo(&log)?,
            Direction::Redo => next_redo(&log)?,
        };
        let Some(leg) = next else { break };
        let rewrites = Rewrites::since(&log, &leg.newest)?;
        let leg = as_rewritten(repo, leg, &rewrites)?;
        let gate = workplace.gate(&leg.operation.operation.arguments.allow_roots)?;
        let desk = workplace.desk(&gate);
        let journey = Journey { desk: &desk, direction: travel.direction, manner: travel.manner };
        let ready = journey.prepare(&log, &leg)?;
        let published = ready.prepared.publish()?;
        let conflicts = !ready.conflicts.is_empty();
        trips.push(Trip {
            of: leg.operation.operation,
            operation: published.operation,
            changed: ready.changed,
            conflicts: ready.conflicts,
            stays: ready.stays,
            branch_stays: ready.branch_stays,
        });
        if conflicts {
            break;
        }
    }
    Ok(())
}
