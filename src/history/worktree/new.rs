//! A linked worktree that is being made for a session.

use std::path::Path;
use std::time::Duration;

use crate::base::Timestamp;
use crate::git::{
    Head, HeadChange, Identity, LinkedWorktree, ObjectId, RefTransaction, Removal, Repo,
};

use super::super::operation::WorktreeRecord;
use super::super::{Desk, HistoryError, SessionError};

/// A linked worktree that stands at a commit, detached and locked, until the operation that it is
/// for has taken place. Dropped before, it goes.
#[must_use = "dropped, the worktree goes"]
#[derive(Debug)]
pub struct NewWorktree<'r> {
    repo: &'r Repo,
    committer: Identity,
    time: Timestamp,
    lock_timeout: Duration,
    at: ObjectId,
    record: WorktreeRecord,
    linked: Option<LinkedWorktree>,
}

impl<'r> NewWorktree<'r> {
    /// Makes it, for a branch that is at the commit or will be.
    pub fn make(
        desk: &Desk<'r>,
        (path, branch): (&Path, &str),
        at: ObjectId,
    ) -> Result<Self, HistoryError> {
        in_the_way(path)?;
        let linked = desk.repo.add_worktree(path, at)?;
        Ok(Self::of(desk, (linked, branch), at))
    }

    /// One that stands already, locked, as whoever made it left it.
    pub fn left(desk: &Desk<'r>, (linked, branch): (LinkedWorktree, &str), at: ObjectId) -> Self {
        Self::of(desk, (linked, branch), at)
    }

    fn of(desk: &Desk<'r>, (linked, branch): (LinkedWorktree, &str), at: ObjectId) -> Self {
        let record = WorktreeRecord {
            id: linked.id.clone(),
            path: linked.path.clone(),
            branch: branch.to_owned(),
        };
        let Desk { repo, time, lock_timeout, .. } = *desk;
        let committer = desk.committer.clone();
        Self { repo, committer, time, lock_timeout, at, record, linked: Some(linked) }
    }

    /// What the log says of it.
    #[must_use]
    pub fn record(&self) -> &WorktreeRecord {
        &self.record
    }

    /// Puts its HEAD on the branch, which is there by now, and declares it whole.
    pub fn finish(mut self) -> Result<(), HistoryError> {
        let Some(linked) = self.linked.take() else { return Ok(()) };
        let head = HeadChange {
            before: Head::Detached { commit: self.at },
            after: Head::Branch { name: self.record.branch.clone(), commit: Some(self.at) },
        };
        let name = self.record.branch.strip_prefix("refs/heads/").unwrap_or_default();
        let there = self.repo.open_linked(&linked)?;
        there.move_refs(&RefTransaction {
            refs: &[],
            head: &head,
            message: &format!("clada: worktree of {name}"),
            committer: &self.committer,
            time: self.time,
            lock_timeout: self.lock_timeout,
            notes: &there.lock_notes(),
        })?;
        Ok(linked.unlock()?)
    }

    /// Removes it again.
    pub fn remove(mut self) -> Result<(), HistoryError> {
        self.linked.take().map_or(Ok(()), |linked| discard(self.repo, &linked))
    }
}

impl Drop for NewWorktree<'_> {
    fn drop(&mut self) {
        if let Some(linked) = self.linked.take() {
            // What does not go stays locked, and the next one to come here finds it so.
            let _ = discard(self.repo, &linked);
        }
    }
}

/// Removes a worktree that never became whole. Refused where someone has put anything into it,
/// unless it was cut off in the middle of its files, which git alone writes then.
pub fn discard(repo: &Repo, linked: &LinkedWorktree) -> Result<(), HistoryError> {
    if !linked.is_checked_out() {
        return Ok(repo.remove_worktree(linked, Removal::Forced)?);
    }
    let holds = linked.uncommitted()?;
    if !holds.is_empty() {
        return Err(SessionError::WorktreeHolds { path: linked.path.clone(), holds }.into());
    }
    linked.unlock()?;
    Ok(repo.remove_worktree(linked, Removal::Careful)?)
}

/// Nothing but an empty directory may stand where a worktree comes.
fn in_the_way(path: &Path) -> Result<(), HistoryError> {
    let stands = match path.symlink_metadata() {
        Err(_) => None,
        Ok(meta) if meta.is_dir() => {
            let mut entries = fs_err::read_dir(path).into_iter().flatten();
            entries.next().map(|_| "a directory that is not empty")
        }
        Ok(_) => Some("a file"),
    };
    match stands {
        None => Ok(()),
        Some(what) => Err(SessionError::PlaceTaken { path: path.to_owned(), what }.into()),
    }
}
