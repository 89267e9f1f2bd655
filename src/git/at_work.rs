//! One git at a time makes or removes a linked worktree, and whoever comes after a process of ours
//! that was killed waits until the git that it had called has ended too.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{GitError, Repo};

const PAUSE: Duration = Duration::from_millis(10);

/// An OS lock of the repository, held while git makes or removes a linked worktree. git inherits
/// it: the kernel gives it back when both have ended, whichever ends first.
#[must_use = "the lock is given back when this is dropped"]
#[derive(Debug)]
pub(super) struct AtWork {
    file: File,
}

impl AtWork {
    /// Takes the lock, waiting up to `timeout` for its holder.
    pub(super) fn take(common_dir: &Path, timeout: Duration) -> Result<Self, GitError> {
        let path = common_dir.join("clada").join("worktrees");
        let failed = || GitError::io(format!("open the lock `{}`", path.display()));
        if let Some(dir) = path.parent() {
            fs_err::create_dir_all(dir).map_err(failed())?;
        }
        let open = File::options().read(true).append(true).create(true).open(&path);
        let file = open.map_err(failed())?;
        let until = Instant::now() + timeout;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file }),
                Err(TryLockError::WouldBlock) if Instant::now() < until => {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => return Err(GitError::AtWork),
                Err(TryLockError::Error(error)) => return Err(failed()(error)),
            }
        }
    }

    /// What git is to have as its standard input: the lock, which is an empty file, and which it
    /// then holds as well.
    pub(super) fn stdin(&self) -> Result<Stdio, GitError> {
        let file = self.file.try_clone().map_err(GitError::io("share a lock with git"))?;
        Ok(Stdio::from(file))
    }
}

impl Repo {
    /// Waits until no git makes or removes a linked worktree, also one that a process called which
    /// is gone. What is found of worktrees before is not what they come to.
    pub fn wait_for_worktrees(&self, timeout: Duration) -> Result<(), GitError> {
        AtWork::take(self.common_dir(), timeout).map(drop)
    }
}
