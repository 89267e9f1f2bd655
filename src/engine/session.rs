//! Sessions by hand: begun, gone to, listed.

use std::path::PathBuf;

use crate::git::{ObjectId, Repo};
use crate::history::{
    Beginning, Begun, ContextStore, ListedSession, OpLog, Operation, SessionRecord, StashedFile,
    Switching, Whereabouts, begin, sessions, switch,
};

use super::desk::{OperateOptions, Workplace, share};
use super::failure::EngineError;

/// A session that has begun.
#[derive(Debug)]
pub struct StartedSession {
    /// The session.
    pub session: SessionRecord,
    /// The commit that it stands at.
    pub at: ObjectId,
    /// The top of its own worktree.
    pub worktree: Option<PathBuf>,
    /// Edits that `back` had put aside and that nobody takes up again.
    pub stashed: Vec<StashedFile>,
    /// What the log has of it.
    pub operation: Operation,
}

/// Begins a session.
pub fn start_session(
    repo: &Repo,
    beginning: &Beginning,
    options: &OperateOptions,
) -> Result<StartedSession, EngineError> {
    let workplace = Workplace::take(repo, options)?;
    let makes = beginning.whereabouts != Whereabouts::Here;
    let _making = if makes { workplace.main_lock()? } else { None };
    begin_in(&workplace, beginning)
}

/// Begins a session under locks that are held. It takes over the working context.
pub fn begin_in(
    workplace: &Workplace<'_>,
    beginning: &Beginning,
) -> Result<StartedSession, EngineError> {
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let repo = desk.repo;
    let before = ContextStore::of(repo.git_dir(), &repo.head()?);
    let log = OpLog::open(repo)?;
    let Begun { prepared, session, at, worktree, stashed } = begin(&desk, &log, beginning)?;
    let published = prepared.publish()?;
    share(repo, &published);
    let operation = published.operation;
    let git_dir = match &worktree {
        Some(_) => repo.worktree_of_branch(&session.branch)?.map(|linked| linked.git_dir),
        None => Some(repo.git_dir().to_owned()),
    };
    if let Some(git_dir) = git_dir {
        let after = ContextStore::of_branch(&git_dir, Some(&session.branch));
        // The session has begun; a context that cannot be copied begins empty.
        let _ = after.stage_copy(&before).map(crate::history::StagedContext::put);
    }
    Ok(StartedSession { session, at, worktree, stashed, operation })
}

/// Goes to another session; `None` where HEAD is on it already.
pub fn switch_session(
    repo: &Repo,
    name: &str,
    options: &OperateOptions,
) -> Result<Option<(SessionRecord, Operation)>, EngineError> {
    let workplace = Workplace::take(repo, options)?;
    let gate = workplace.gate(&[])?;
    let log = OpLog::open(repo)?;
    Ok(match switch(&workplace.desk(&gate), &log, name)? {
        Switching::Already => None,
        Switching::Ready(prepared, session) => {
            let published = prepared.publish()?;
            share(repo, &published);
            Some((session, published.operation))
        }
    })
}

/// All sessions of a repository, by name.
pub fn list_sessions(repo: &Repo) -> Result<Vec<ListedSession>, EngineError> {
    Ok(sessions(repo)?)
}
