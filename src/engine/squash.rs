//! Squash, under the worktree's lock.

use crate::git::{ObjectId, Repo};
use crate::history::{OpLog, Operation, SquashOptions, SquashPlan};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;

/// What came of a squash.
pub struct SquashOutcome {
    /// What was, or is to be, done.
    pub plan: SquashPlan,
    /// What was written; nothing in a dry run.
    pub written: Option<Written>,
}

/// What a squash wrote.
#[derive(Debug)]
pub struct Written {
    /// The new commits, in the plan's order.
    pub commits: Vec<ObjectId>,
    /// The operation.
    pub operation: Operation,
}

/// Whether a squash is done or only worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rehearsal {
    /// It is done.
    No,
    /// Nothing is written.
    Yes,
}

/// Squashes commits of HEAD's session; `None` where nothing is to be joined.
pub fn squash(
    repo: &Repo,
    squash: (&SquashOptions, Rehearsal),
    options: &OperateOptions,
) -> Result<Option<SquashOutcome>, EngineError> {
    let (what, rehearsal) = squash;
    let workplace = Workplace::take(repo, options)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let log = OpLog::open(repo)?;
    let Some(plan) = SquashPlan::work_out(&desk, &log, what)? else { return Ok(None) };
    if rehearsal == Rehearsal::Yes {
        return Ok(Some(SquashOutcome { plan, written: None }));
    }
    let (prepared, commits) = plan.prepare(&desk, &log)?;
    let operation = prepared.publish()?.operation;
    Ok(Some(SquashOutcome { plan, written: Some(Written { commits, operation }) }))
}
