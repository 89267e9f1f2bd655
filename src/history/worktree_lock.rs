//! One clada at a time in a worktree.

use std::fs::{File, Metadata, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::git::GitError;

use super::HistoryError;

const PAUSE: Duration = Duration::from_millis(10);

/// An OS lock on a file: the kernel gives it back when its holder ends, however it ends, so a
/// dead process holds nothing.
#[must_use = "the lock is given back when this is dropped"]
#[derive(Debug)]
pub struct WorktreeLock {
    // Held open: closing it gives the lock back.
    _file: File,
}

impl WorktreeLock {
    /// Where the lock of a worktree is by default: in its git directory.
    #[must_use]
    pub fn default_path(git_dir: &Path) -> PathBuf {
        git_dir.join("clada").join("lock")
    }

    /// Takes the lock at `path`, waiting up to `timeout` for its holder.
    pub fn take(path: &Path, timeout: Duration) -> Result<Self, HistoryError> {
        let failed = || GitError::io(format!("open the lock `{}`", path.display()));
        if let Some(dir) = path.parent() {
            fs_err::create_dir_all(dir).map_err(failed())?;
        }
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed())?;
        let until = Instant::now() + timeout;
        loop {
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => break,
                // The worktree was removed while its holder was waited for. Where it has come
                // again, its lock is another file.
                Ok(()) => file = options.open(path).map_err(failed())?,
                Err(TryLockError::WouldBlock) if Instant::now() < until => {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => return Err(busy(&mut file)),
                Err(TryLockError::Error(error)) => return Err(failed()(error).into()),
            }
        }
        // The pid is for the message of who waits; the lock holds without it.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(Self { _file: file })
    }
}

impl WorktreeLock {
    /// Whether somebody holds the lock at `path`; it is not taken.
    #[must_use]
    pub fn is_held(path: &Path) -> bool {
        // Others that only look do not keep each other from it.
        let file = File::options().read(true).open(path);
        file.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

/// Whether the file still has that name.
fn is_at(file: &File, path: &Path) -> bool {
    let id = |meta: std::io::Result<Metadata>| meta.map(|meta| (meta.dev(), meta.ino())).ok();
    let held = id(file.metadata());
    held.is_some() && held == id(path.metadata())
}

fn busy(file: &mut File) -> HistoryError {
    let mut holder = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut holder));
    let holder = read.ok().map(|_| holder.trim().to_owned()).filter(|pid| !pid.is_empty());
    HistoryError::Busy { holder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_is_told_who_holds_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = WorktreeLock::default_path(dir.path());
        let held = WorktreeLock::take(&path, Duration::ZERO).expect("free");
        let error = WorktreeLock::take(&path, Duration::ZERO).expect_err("held");
        let pid = std::process::id().to_string();
        assert!(error.to_string().contains(&pid), "{error}");
        assert!(WorktreeLock::is_held(&path));
        drop(held);
        assert!(!WorktreeLock::is_held(&path.with_file_name("other")));
        WorktreeLock::take(&path, Duration::ZERO).map(drop).expect("free again");
    }

    #[test]
    fn whoever_waits_for_a_worktree_that_goes_does_not_work_in_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = WorktreeLock::default_path(&dir.path().join("worktrees/one"));
        let held = WorktreeLock::take(&path, Duration::ZERO).expect("free");
        let waiting = File::options().write(true).open(&path).expect("the lock");
        assert!(is_at(&waiting, &path));
        fs_err::remove_dir_all(dir.path().join("worktrees")).expect("removed");
        drop(held);
        waiting.try_lock().expect("free at last");
        assert!(!is_at(&waiting, &path), "the lock of what is gone is no lock");
    }
}
