//! A session begins: on a new branch where HEAD stands, here or in a worktree of its own.

use std::path::PathBuf;
use std::time::Duration;

use crate::git::{Head, HeadChange, ObjectId, RefChange, Repo};

use super::super::operation::{Move, SessionRecord, Standing, StashedFile};
use super::super::step::refuse_stepped_back;
use super::super::transaction::{Draft, Prepared};
use super::super::worktree::{NewWorktree, WorktreeChange, discard};
use super::super::{Desk, HistoryError, OpLog, OperationKind};
use super::seat::place_of;
use super::{PREFIX, SessionError, base_name, new_name, session_of};

/// Where a session is worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// In the worktree that HEAD is of.
    Here,
    /// In a linked worktree of its own, in that directory or in the usual one.
    Worktree(Option<PathBuf>),
}

/// A session that is to begin.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// A start or a fork, which has the base of the session that it leaves.
    pub kind: OperationKind,
    /// Its name; otherwise one is made of where HEAD stands.
    pub name: Option<String>,
    /// Where it is worked on.
    pub whereabouts: Whereabouts,
}

/// A session that begins when it is published.
pub struct Begun<'r> {
    /// To be published.
    pub prepared: Prepared<'r>,
    /// The session.
    pub session: SessionRecord,
    /// Where it stands.
    pub at: ObjectId,
    /// The top of its own worktree.
    pub worktree: Option<PathBuf>,
    /// What `back` has put aside and nobody takes up again.
    pub stashed: Vec<StashedFile>,
}

/// Prepares the beginning of a session. Whoever makes a worktree holds the lock of the main one,
/// so that a worktree that was not made whole is known to be nobody's work.
pub fn begin<'r>(
    desk: &Desk<'r>,
    log: &OpLog<'_>,
    beginning: &Beginning,
) -> Result<Begun<'r>, HistoryError> {
    let repo = desk.repo;
    if let Some(what) = repo.in_progress() {
        return Err(HistoryError::InProgress(what));
    }
    let head = repo.head()?;
    let here = head.commit().ok_or(SessionError::Unborn)?;
    let standing = log.standing()?;
    let stays = beginning.whereabouts == Whereabouts::Here;
    if stays && beginning.kind == OperationKind::SessionStart {
        refuse_stepped_back(repo, "session start")?;
    }
    // Whoever has switched elsewhere meanwhile is stepped back no more; the edits go on waiting.
    let stepped_back = standing.left_by(&head).map(ToOwned::to_owned);
    let left = left(log, &head, stepped_back.as_deref())?;
    let (session, exists) = session(repo, log, (&head, left), beginning)?;
    let at = exists.unwrap_or(here);
    let mut draft = Draft::new(desk, log, (beginning.kind, summary(beginning, &session)))?;
    if exists.is_none() {
        let branch = session.branch.clone();
        draft.refs.push(RefChange { name: branch, before: None, after: Some(at) });
    }
    let mut begun = (None, Vec::new());
    if let Whereabouts::Worktree(dir) = &beginning.whereabouts {
        let path = dir.clone().unwrap_or_else(|| place_of(repo, &session.name));
        clear_unfinished(repo, &path, desk.lock_timeout)?;
        let new = NewWorktree::make(desk, (&path, &session.branch), at)?;
        begun.0 = Some(new.record().path.clone());
        draft.worktree = Some(WorktreeChange::New(new));
    } else {
        let after = Head::Branch { name: session.branch.clone(), commit: Some(at) };
        if let Some(branch) = standing.left_by(&head) {
            begun.1 = standing.waiting_for(branch).cloned().collect();
            let after = Standing { stepped_back: None, ..standing.clone() };
            draft.standing = Move { before: standing, after };
        }
        draft.head = HeadChange { before: head, after };
    }
    draft.session = Some(session.clone());
    let prepared = draft.prepare(desk, log)?;
    Ok(Begun { prepared, session, at, worktree: begun.0, stashed: begun.1 })
}

/// The session that HEAD leaves.
fn left(
    log: &OpLog<'_>,
    head: &Head,
    stepped_back: Option<&str>,
) -> Result<Option<SessionRecord>, HistoryError> {
    let Some(branch) = stepped_back else { return session_of(log, head) };
    let name = branch.strip_prefix(PREFIX).unwrap_or(branch);
    super::current_session(log, name).map(Some)
}

/// The session and, where its branch is there and only a worktree is to be made, its commit.
fn session(
    repo: &Repo,
    log: &OpLog<'_>,
    (head, left): (&Head, Option<SessionRecord>),
    beginning: &Beginning,
) -> Result<(SessionRecord, Option<ObjectId>), HistoryError> {
    let wanted = beginning.name.as_ref().map(|name| name.replace('/', "-"));
    if let (Some(name), Whereabouts::Worktree(_), OperationKind::SessionStart) =
        (&wanted, &beginning.whereabouts, beginning.kind)
        && let Some(at) = repo.read_ref(&format!("{PREFIX}{name}"))?
    {
        let session = super::current_session(log, name)?;
        if let Some(path) = repo.checked_out_at(&session.branch)? {
            return Err(SessionError::CheckedOut { name: name.clone(), path }.into());
        }
        return Ok((session, Some(at)));
    }
    let name = new_name(repo, wanted, || {
        left.as_ref().map_or_else(|| base_name(head), |left| left.name.clone())
    })?;
    let branch = format!("{PREFIX}{name}");
    let (base_branch, base_commit) = match left {
        Some(left) if beginning.kind == OperationKind::SessionFork => {
            (left.base_branch, left.base_commit)
        }
        _ => (head.branch().map(ToOwned::to_owned), head.commit()),
    };
    Ok((SessionRecord { name, branch, base_branch, base_commit }, None))
}

fn summary(beginning: &Beginning, session: &SessionRecord) -> String {
    let forks = beginning.kind == OperationKind::SessionFork;
    let verb = if forks { "fork" } else { "start" };
    let place = match beginning.whereabouts {
        Whereabouts::Here => "",
        Whereabouts::Worktree(_) => ", in a worktree of its own",
    };
    format!("{verb} the session {}{place}", session.name)
}

/// Removes a worktree whose making was cut off.
fn clear_unfinished(
    repo: &Repo,
    path: &std::path::Path,
    timeout: Duration,
) -> Result<(), HistoryError> {
    repo.wait_for_worktrees(timeout)?;
    let real = path.canonicalize().ok();
    for linked in repo.linked_worktrees()? {
        let same = linked.path == path || linked.path.canonicalize().ok() == real;
        if same && linked.is_being_made() && linked.branch().is_none() {
            discard(repo, &linked, timeout)?;
        }
    }
    Ok(())
}
