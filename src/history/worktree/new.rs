//! A linked worktree that is being made for a session.

use std::path::Path;
use std::time::Duration;

use crate::base::Timestamp;
use crate::git::{
    Head, HeadChange, Identity, LinkedWorktree, ObjectId, RefTransaction, Removal, Repo,
};

use super::super::journal::{Journal, JournalStore, Sealed};
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
    /// The journal of its making.
    making: Option<Sealed>,
}

impl<'r> NewWorktree<'r> {
    /// Makes it, for a branch that is at the commit or will be. A journal says so from before it
    /// begins until that of the operation takes its place, or it is gone again.
    pub fn make(
        desk: &Desk<'r>,
        (path, branch): (&Path, &str),
        at: ObjectId,
    ) -> Result<Self, HistoryError> {
        in_the_way(path)?;
        let store = JournalStore::of(desk.repo.git_dir());
        let sealed = store.seal(&Journal::of_making(path), desk.repo.durability().any)?;
        match desk.repo.add_worktree(path, at, desk.lock_timeout) {
            Ok(linked) => {
                let mut new = Self::of(desk, (linked, branch), at);
                new.making = Some(sealed);
                Ok(new)
            }
            Err(error) => {
                // A journal that stays has nothing to do, and the next run finds that.
                drop(sealed.remove());
                Err(error.into())
            }
        }
    }

    /// Makes one whole that stood there before, for an operation that has a journal and does not
    /// take place.
    pub fn make_again(
        desk: &Desk<'r>,
        (path, branch): (&Path, &str),
        at: ObjectId,
    ) -> Result<(), HistoryError> {
        in_the_way(path)?;
        let linked = desk.repo.add_worktree(path, at, desk.lock_timeout)?;
        let mut new = Self::of(desk, (linked, branch), at);
        new.settle()?;
        new.finish()
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
        Self { repo, committer, time, lock_timeout, at, record, linked: Some(linked), making: None }
    }

    /// What the log says of it.
    #[must_use]
    pub fn record(&self) -> &WorktreeRecord {
        &self.record
    }

    /// The journal of the operation has taken the place of that of its making.
    pub fn is_in_journal(&mut self) {
        self.making = None;
    }

    /// Puts its HEAD on the branch, which is there by now.
    pub fn settle(&mut self) -> Result<(), HistoryError> {
        let Some(linked) = &self.linked else { return Ok(()) };
        let head = HeadChange {
            before: Head::Detached { commit: self.at },
            after: Head::Branch { name: self.record.branch.clone(), commit: Some(self.at) },
        };
        let name = self.record.branch.strip_prefix("refs/heads/").unwrap_or_default();
        let there = self.repo.open_linked(linked)?;
        there.move_refs(&RefTransaction {
            refs: &[],
            head: &head,
            message: &format!("clada: worktree of {name}"),
            committer: &self.committer,
            time: self.time,
            lock_timeout: self.lock_timeout,
            notes: &there.lock_notes(),
        })?;
        Ok(())
    }

    /// Declares it whole.
    pub fn finish(mut self) -> Result<(), HistoryError> {
        self.linked.take().map_or(Ok(()), |linked| Ok(linked.unlock()?))
    }

    /// Removes it again.
    pub fn discard(&mut self) -> Result<(), HistoryError> {
        let Some(linked) = self.linked.take() else { return Ok(()) };
        discard(self.repo, &linked, self.lock_timeout)?;
        self.making.take().map_or(Ok(()), Sealed::remove)
    }
}

impl Drop for NewWorktree<'_> {
    fn drop(&mut self) {
        // What does not go stays locked, with a journal, and the next run finds it so.
        let _ = self.discard();
    }
}

/// Removes a worktree that never became whole. Refused where someone has put anything into it,
/// unless it was cut off in the middle of its files, which git alone writes then.
pub fn discard(
    repo: &Repo,
    linked: &LinkedWorktree,
    timeout: Duration,
) -> Result<(), HistoryError> {
    if !linked.is_checked_out() {
        return Ok(repo.remove_worktree(linked, Removal::Forced, timeout)?);
    }
    let holds = linked.holds(repo)?;
    if !holds.is_empty() {
        return Err(SessionError::WorktreeHolds { path: linked.path.clone(), holds }.into());
    }
    // Its lock stays to the end: cut off in between, it is still known for what it is.
    Ok(repo.remove_worktree(linked, Removal::Forced, timeout)?)
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
