//! Whether a command that was started in the worktree, or what it has started, still runs there.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::git::{GitError, Repo};
use crate::workspace::process::{InheritedLock, LockError};

use super::super::HistoryError;

/// What holds the lock is being killed: it is gone in no time.
const SOON: Duration = Duration::from_secs(2);

/// The lock that a command in the worktree holds with all that it starts, until the last of it has
/// ended. What closes all files that it has open, as daemons do, no longer holds it: that is killed
/// by the process that started the command, which holds it too and outlives us.
#[derive(Debug)]
pub(super) struct Running {
    lock: InheritedLock,
    path: PathBuf,
}

impl Running {
    /// For a command that is about to be started.
    pub(super) fn about_to(repo: &Repo) -> Result<Self, HistoryError> {
        let path = path(repo);
        let lock = take(&path, SOON)?;
        Ok(Self { lock, path })
    }

    /// The lock, for who starts it.
    pub(super) fn lock(&self) -> &InheritedLock {
        &self.lock
    }

    /// Waits until nothing of the command is left: what it has started is killed with it.
    pub(super) fn end(self) -> Result<(), HistoryError> {
        let Self { lock, path } = self;
        drop(lock);
        take(&path, SOON).map(drop)
    }
}

/// Waits up to `timeout` until nothing is left of a command that was cut short.
pub fn wait_for_command(repo: &Repo, timeout: Duration) -> Result<(), HistoryError> {
    take(&path(repo), timeout).map(drop)
}

fn path(repo: &Repo) -> PathBuf {
    repo.git_dir().join("clada").join("running")
}

fn take(path: &Path, timeout: Duration) -> Result<InheritedLock, HistoryError> {
    InheritedLock::take(path, timeout).map_err(|error| match error {
        LockError::Held(holders) => HistoryError::StillRunning(holders),
        LockError::Io(error) => {
            GitError::io(format!("open the lock `{}`", path.display()))(error).into()
        }
    })
}
