//! Drop, under the worktree's lock.

use crate::base::RepoPath;
use crate::git::Repo;
use crate::history::{DropPlan, OpLog, Operation, OwnCommits, Settled};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;

/// What came of dropping a session.
#[derive(Debug)]
pub struct Dropped {
    /// The session.
    pub session: String,
    /// How many commits it had.
    pub count: usize,
    /// The files in which edits of the user's came back.
    pub edited: Vec<RepoPath>,
    /// The operation.
    pub operation: Operation,
}

/// Drops the session of that name, or the one that HEAD is on.
pub fn drop_session(
    repo: &Repo,
    (name, own): (Option<&str>, OwnCommits),
    options: &OperateOptions,
) -> Result<Dropped, EngineError> {
    let workplace = Workplace::take(repo, options)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let log = OpLog::open(repo)?;
    let settled = Settled::find(&desk, &log, ("drop", name))?;
    settled.must_be_near(repo)?;
    let plan = DropPlan::work_out(&desk, settled, own)?;
    let (session, count, edited) = (plan.session().to_owned(), plan.count, plan.edited.clone());
    let operation = plan.prepare(&desk, &log)?.publish()?.operation;
    Ok(Dropped { session, count, edited, operation })
}
