//! Locks of git's that a process of ours left because it was killed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::failpoint::around;
use crate::workspace::file_stat;

use super::lock_note::{FileIdentity, LockNotes, Noted};
use super::{GitError, Repo};

/// How long a lock that may be ours has to stay as it is.
const UNCHANGED_FOR: Duration = Duration::from_millis(300);

/// What a killed process noted of its locks. Whoever has this holds the worktree's lock, so that
/// process is gone.
pub struct StaleLocks<'r> {
    repo: &'r Repo,
    noted: Noted,
}

impl<'r> StaleLocks<'r> {
    /// Reads the notes; `None` where the last process took its locks back.
    pub fn find(repo: &'r Repo, notes: &LockNotes) -> Result<Option<Self>, GitError> {
        Ok(notes.read()?.map(|noted| Self { repo, noted }))
    }

    /// Removes the locks that are known to be that process's, and returns them. A lock that may
    /// be a stranger's stays, and is named as the reason why nothing else is done.
    pub fn remove(&self) -> Result<Vec<PathBuf>, GitError> {
        let mut removed = Vec::new();
        let mut index = self.repo.index_path().into_os_string();
        index.push(".lock");
        let index = PathBuf::from(index);
        let is_ours = FileIdentity::at(&index).is_some_and(|now| self.noted.index.contains(&now));
        if is_ours {
            remove(&index)?;
            removed.push(index);
        }
        for (name, value) in &self.noted.wanted {
            let path = self.repo.lock_path(name);
            let Some(now) = FileIdentity::at(&path) else { continue };
            if self.is_taken(name, &now) || self.was_about_to_be(&path, value, &now)? {
                remove(&path)?;
                removed.push(path);
            }
        }
        Ok(removed)
    }

    fn is_taken(&self, name: &str, now: &FileIdentity) -> bool {
        self.noted.taken.iter().any(|(taken, identity)| taken == name && identity == now)
    }

    /// Whether a lock is one that the process had made and not yet noted: made after it said that
    /// it was about to, with nothing in it or what it was to hold, and nobody works on it.
    fn was_about_to_be(
        &self,
        path: &Path,
        value: &str,
        now: &FileIdentity,
    ) -> Result<bool, GitError> {
        if !self.noted.taken.is_empty() || !self.looks_like_ours(path, value)? {
            return Ok(false);
        }
        std::thread::sleep(UNCHANGED_FOR);
        Ok(FileIdentity::at(path).as_ref() == Some(now) && self.looks_like_ours(path, value)?)
    }

    fn looks_like_ours(&self, path: &Path, value: &str) -> Result<bool, GitError> {
        let failed = || GitError::io(format!("look at `{}`", path.display()));
        let metadata = match fs_err::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(failed()(error)),
        };
        if !metadata.is_file() || file_stat(&metadata).mtime < self.noted.time {
            return Ok(false);
        }
        let content = fs_err::read(path).map_err(failed())?;
        Ok(content.is_empty() || content == value.as_bytes())
    }
}

fn remove(path: &Path) -> Result<(), GitError> {
    around("remove stale lock", || fs_err::remove_file(path))
        .map_err(GitError::io(format!("remove the stale lock `{}`", path.display())))
}
