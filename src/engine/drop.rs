//! Drop, under the worktree's lock.

use std::path::PathBuf;

use crate::base::RepoPath;
use crate::git::Repo;
use crate::history::{
    DropPlan, EndsAt, OpLog, Operation, OwnCommits, Settled, ends_at, own_worktree,
};

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
    if let Some(EndsAt { name: session, path }) = ends_at(repo)?
        && name.is_none_or(|name| name.trim_start_matches("clada/") == session)
    {
        // This worktree goes with the session; so another one does it all, under its own locks.
        let there = Repo::discover(&path)?;
        let options = OperateOptions { lock_file: None, ..options.clone() };
        let dropped = drop_session(&there, (Some(&session), own), &options)?;
        return Ok(Dropped { elsewhere: Some(path), ..dropped });
    }
    let workplace = Workplace::take(repo, options)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let log = OpLog::open(repo)?;
    let settled = Settled::find(&desk, &log, ("drop", name))?;
    settled.must_be_near(repo, &log)?;
    let goes = own_worktree(repo, &log, &settled.session.branch)?.is_some();
    let _removing = if goes { workplace.main_lock()? } else { None };
    let plan = DropPlan::work_out(&desk, settled, own)?;
    let (session, count, edited) = (plan.session().to_owned(), plan.count, plan.edited.clone());
    let operation = plan.prepare(&desk, &log)?.publish()?.operation;
    Ok(Dropped { session, count, edited, operation, elsewhere: None })
}
