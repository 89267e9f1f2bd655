//! One git at a time makes or removes a linked worktree, and whoever comes after a process of ours
//! that was killed waits until the git that it had called has ended too.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::workspace::process::{InheritedLock, LockError};

use super::{GitError, Repo};

/// An OS lock of the repository, held while git makes or removes a linked worktree. git inherits
/// it: the kernel gives it back when both have ended, whichever ends first.
#[must_use = "the lock is given back when this is dropped"]
#[derive(Debug)]
pub(super) struct AtWork(InheritedLock);

impl AtWork {
    /// Takes the lock, waiting up to `timeout` for its holder.
    pub(super) fn take(common_dir: &Path, timeout: Duration) -> Result<Self, GitError> {
        let path = common_dir.join("clada").join("worktrees");
        InheritedLock::take(&path, timeout).map(Self).map_err(|error| match error {
            LockError::Held(holders) => GitError::AtWork(holders),
            LockError::Io(error) => {
                GitError::io(format!("open the lock `{}`", path.display()))(error)
            }
        })
    }

    /// What git is to have as its standard input: the lock, which it then holds as well.
    pub(super) fn stdin(&self) -> Result<Stdio, GitError> {
        self.0.stdin().map_err(GitError::io("share a lock with git"))
    }
}

impl Repo {
    /// Waits until no git makes or removes a linked worktree, also one that a process called which
    /// is gone. What is found of worktrees before is not what they come to.
    pub fn wait_for_worktrees(&self, timeout: Duration) -> Result<(), GitError> {
        AtWork::take(self.common_dir(), timeout).map(drop)
    }
}
