//! git's own lock on the index.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::base::FileTime;
use crate::workspace::file_stat;

use super::GitError;
use super::index::Patched;

/// How long to sleep between two tries at a lock.
const PAUSE: Duration = Duration::from_millis(10);

/// `index.lock`, made by us and held: no other git process changes the index or, by git's own
/// order of locks, commits. Dropped, it goes and the index stays as it was.
#[must_use = "the lock is gone when this is dropped"]
#[derive(Debug)]
pub struct IndexLock {
    index: PathBuf,
    path: PathBuf,
    file: Option<File>,
}

impl IndexLock {
    /// Takes the lock, waiting up to `timeout` for another process to give it back.
    pub fn take(index: &Path, timeout: Duration) -> Result<Self, GitError> {
        let mut name = index.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let until = Instant::now() + timeout;
        loop {
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Self { index: index.to_owned(), path, file: Some(file) }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if Instant::now() >= until {
                        return Err(GitError::Locked { path });
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(error) => {
                    return Err(GitError::io(format!("make `{}`", path.display()))(error));
                }
            }
        }
    }

    /// Writes the new index into the lock file; it is not in place yet. `latest`: its mtime must
    /// not be later.
    pub fn fill(&mut self, index: &Patched<'_>, latest: Option<FileTime>) -> Result<(), GitError> {
        let failed = || GitError::io(format!("write `{}`", self.path.display()));
        let Some(file) = &mut self.file else { return Ok(()) };
        index.write_to(file).map_err(failed())?;
        if let Some(latest) = latest {
            set_back(file, latest).map_err(failed())?;
        }
        self.keep_permissions();
        Ok(())
    }

    /// Puts the lock file in the index's place, which gives the lock back.
    pub fn commit(mut self) -> Result<(), GitError> {
        self.file = None;
        fs_err::rename(&self.path, &self.index).map_err(GitError::io("replace the index"))?;
        self.path = PathBuf::new();
        Ok(())
    }

    /// Gives the new index the old one's permissions, as a shared repository needs it.
    fn keep_permissions(&self) {
        let old = fs_err::metadata(&self.index).map(|meta| meta.permissions());
        if let (Ok(permissions), Some(file)) = (old, &self.file) {
            // Best effort: git too goes on with the permissions that the lock file got.
            let _ = file.set_permissions(permissions);
        }
    }
}

fn set_back(file: &File, latest: FileTime) -> std::io::Result<()> {
    let mtime = file_stat(&file.metadata()?).mtime;
    if mtime <= latest {
        return Ok(());
    }
    let seconds = u64::try_from(latest.0).unwrap_or_default();
    file.set_modified(std::time::UNIX_EPOCH + Duration::new(seconds, latest.1))
}

impl Drop for IndexLock {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // Nothing can be done about a lock that does not go; git will name it.
            let _ = fs_err::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_lock_is_named_and_a_dropped_one_is_gone() {
        let dir = tempfile::tempdir().expect("a directory");
        let index = dir.path().join("index");
        let held = IndexLock::take(&index, Duration::ZERO).expect("free");
        let error = IndexLock::take(&index, Duration::ZERO).expect_err("held");
        assert!(error.to_string().contains("index.lock"), "{error}");
        drop(held);
        let again = IndexLock::take(&index, Duration::ZERO).expect("free again");
        again.commit().expect("in place");
        assert!(index.exists());
        assert!(!dir.path().join("index.lock").exists());
    }
}
