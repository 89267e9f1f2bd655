//! A session's linked worktree that is to go.

use crate::git::{Head, LinkedWorktree, ObjectId, Removal, Repo};

use super::super::operation::WorktreeRecord;
use super::super::{Desk, HistoryError, SessionError, WorktreeLock, recover};
use super::NewWorktree;

/// A linked worktree that is to go with an operation, held by its own lock until then: no other
/// clada works in it meanwhile.
#[derive(Debug)]
pub struct LeavingWorktree<'r> {
    desk: Desk<'r>,
    at: Option<ObjectId>,
    record: WorktreeRecord,
    linked: LinkedWorktree,
    lock: Option<WorktreeLock>,
}

impl<'r> LeavingWorktree<'r> {
    /// The linked worktree of a session's branch, if it has one. Takes that worktree's lock, and
    /// so cannot be called by who holds it already. Refused where it is locked by git, something
    /// is in progress there, or it holds anything that is in no commit: nothing of the user's goes
    /// with it.
    ///
    /// The worktree goes when the operation is published whose [`Draft`] gets this as its
    /// `worktree`; its undo makes it anew.
    ///
    /// [`Draft`]: super::super::transaction::Draft
    pub fn of_branch(desk: &Desk<'r>, branch: &str) -> Result<Option<Self>, HistoryError> {
        let Some(linked) = desk.repo.worktree_of_branch(branch)? else { return Ok(None) };
        if !linked.is_there() {
            return Err(SessionError::WorktreeGone {
                path: linked.path,
                locked: linked.locked.is_some(),
            }
            .into());
        }
        let path = WorktreeLock::default_path(&linked.git_dir);
        let lock = WorktreeLock::take(&path, desk.lock_timeout)?;
        let there = desk.repo.open_linked(&linked)?;
        recover(&there, desk.time, desk.lock_timeout)?;
        check(&there, &linked)?;
        let record = WorktreeRecord {
            id: linked.id.clone(),
            path: linked.path.clone(),
            branch: branch.to_owned(),
        };
        let at = there.head()?.commit();
        Ok(Some(Self { desk: *desk, at, record, linked, lock: Some(lock) }))
    }

    /// What the log says of it.
    #[must_use]
    pub fn record(&self) -> &WorktreeRecord {
        &self.record
    }

    /// Removes it. git looks once more whether it holds anything.
    pub fn remove(&mut self) -> Result<(), HistoryError> {
        let Desk { repo, lock_timeout, .. } = self.desk;
        repo.remove_worktree(&self.linked, Removal::Careful, lock_timeout)?;
        self.lock = None;
        Ok(())
    }

    /// Makes it anew: the operation did not take place.
    pub fn put_back(self) -> Result<(), HistoryError> {
        let Some(at) = self.at.filter(|_| self.lock.is_none()) else { return Ok(()) };
        let WorktreeRecord { path, branch, .. } = &self.record;
        NewWorktree::make_again(&self.desk, (path, branch), at)
    }
}

/// Whether a worktree can go without anybody's loss.
fn check(there: &Repo, linked: &LinkedWorktree) -> Result<(), HistoryError> {
    let path = linked.path.clone();
    if let Some(why) = linked.locked.clone() {
        return Err(SessionError::WorktreeLocked { path, why }.into());
    }
    if let Some(what) = there.in_progress() {
        return Err(HistoryError::InProgress(what));
    }
    if let Head::Branch { commit: None, .. } = there.head()? {
        return Err(SessionError::Unborn.into());
    }
    let holds = linked.uncommitted(there)?;
    if holds.is_empty() { Ok(()) } else { Err(SessionError::WorktreeHolds { path, holds }.into()) }
}
