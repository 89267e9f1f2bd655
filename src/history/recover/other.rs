//! The operation of another worktree that one that was cut short goes together with.

use std::time::Duration;

use crate::base::Timestamp;
use crate::git::Repo;

use super::super::journal::Awaited;
use super::super::{HistoryError, OpLog, WorktreeLock};
use super::files::Course;
use super::recover;

/// Sees to what was cut short in the other worktree, then looks whether its operation has taken
/// place: both do or neither does. Returns that, and what was kept of the user's there, a line
/// each.
pub fn course(
    repo: &Repo,
    Awaited { log, operation }: &Awaited,
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<(Course, Vec<String>), HistoryError> {
    let kept = match OpLog::of_ref(repo, log)?.open_worktree()? {
        Some(there) => {
            let path = WorktreeLock::default_path(there.git_dir());
            let _lock = WorktreeLock::take(&path, lock_timeout)?;
            recover(&there, time, lock_timeout)?.map(|there| there.kept).unwrap_or_default()
        }
        None => Vec::new(),
    };
    for recorded in OpLog::of_ref(repo, log)?.iter() {
        if recorded?.operation.id == *operation {
            return Ok((Course::Forward, kept));
        }
    }
    Ok((Course::Back, kept))
}
