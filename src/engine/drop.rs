//! Drop, under the worktree's lock.

use std::path::PathBuf;

use crate::base::RepoPath;
use crate::git::Repo;
use crate::history::{DropPlan, OpLog, Operation, OwnCommits, Settled, has_own_worktree};

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
    /// The worktree that it happened in, where that is not this one.
    pub elsewhere: Option<PathBuf>,
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
    settled.must_be_near(repo, &log)?;
    let base = settled.session.base_branch.as_deref().filter(|_| settled.is_here());
    let there = base.map(|base| repo.open_elsewhere(base)).transpose()?.flatten();
    if let Some(there) = there
        && has_own_worktree(repo, &log, &settled)?
    {
        // The worktree goes with the session; so the other one does it all, under its own locks.
        drop((log, gate, workplace));
        let options = OperateOptions { lock_file: None, ..options.clone() };
        let dropped = drop_session(&there, (Some(&settled.session.name), own), &options)?;
        return Ok(Dropped { elsewhere: Some(there.worktree().to_owned()), ..dropped });
    }
    let goes = has_own_worktree(repo, &log, &settled)?;
    let _removing = if goes { workplace.main_lock()? } else { None };
    let plan = DropPlan::work_out(&desk, settled, own)?;
    let (session, count, edited) = (plan.session().to_owned(), plan.count, plan.edited.clone());
    let operation = plan.prepare(&desk, &log)?.publish()?.operation;
    Ok(Dropped { session, count, edited, operation, elsewhere: None })
}
