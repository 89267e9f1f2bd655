//! git's own lock on the index.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::io::Errno;

use crate::base::FileTime;
use crate::base::failpoint::around;
use crate::workspace::file_stat;

use super::durability::sync;
use super::index::Patched;
use super::lock_note::{FileIdentity, LockNotes};
use super::{GitError, Repo};

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
    /// Whether the new index is synced before it is put in place.
    durable: bool,
}

impl Repo {
    /// The notes of the locks that this worktree's clada takes.
    #[must_use]
    pub fn lock_notes(&self) -> LockNotes {
        LockNotes::of(self.git_dir())
    }

    /// Takes git's lock on the index, waiting up to `timeout` for another process to give it
    /// back.
    pub fn lock_index(&self, notes: &LockNotes, timeout: Duration) -> Result<IndexLock, GitError> {
        let mut lock = IndexLock::take(&self.index_path(), notes, timeout)?;
        lock.durable = self.durability().index;
        Ok(lock)
    }
}

impl IndexLock {
    /// Takes the lock. It is a second name of a file that the notes already name, so that whoever
    /// comes after us, should we be killed, knows it from a stranger's.
    pub fn take(index: &Path, notes: &LockNotes, timeout: Duration) -> Result<Self, GitError> {
        let mut name = index.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        let first = notes.first_name();
        notes.begin()?;
        let failed = |path: &Path| GitError::io(format!("make `{}`", path.display()));
        let file = make_anew(&first).map_err(failed(&first))?;
        let told = file.metadata().map_err(failed(&first));
        let told = told.and_then(|metadata| notes.index(FileIdentity::of(&metadata)));
        if let Err(error) = told {
            // Nobody looks for it: the next run makes it anew.
            let _ = fs_err::remove_file(&first);
            return Err(error);
        }
        let linked =
            wait(timeout, || around("link index.lock", || fs_err::hard_link(&first, &path)));
        if let Err(Taking::Failed(error)) = &linked
            && no_links(error)
        {
            return Self::take_without_link(index, (path, notes), (file, timeout));
        }
        let unlinked = around("unlink first name", || fs_err::remove_file(&first));
        if let Err(taking) = linked {
            return Err(taking.error(path));
        }
        let lock = Self { index: index.to_owned(), path, file: Some(file), durable: false };
        if let Err(error) = unlinked {
            // Once more: a second name of what will be the index is in the way.
            let _ = fs_err::remove_file(&first);
            return Err(failed(&first)(error));
        }
        Ok(lock)
    }

    /// The same where the file system has no hard links: the file that is noted is renamed.
    fn take_without_link(
        index: &Path,
        (path, notes): (PathBuf, &LockNotes),
        (file, timeout): (File, Duration),
    ) -> Result<Self, GitError> {
        let first = notes.first_name();
        let renamed =
            wait(timeout, || around("rename to index.lock", || rename_new(&first, &path)));
        if renamed.is_err() {
            // What stays is made anew by the next run.
            let _ = fs_err::remove_file(&first);
        }
        match renamed {
            Ok(()) => Ok(Self { index: index.to_owned(), path, file: Some(file), durable: false }),
            Err(Taking::Failed(error)) if cannot_keep(&error) => {
                Self::take_and_note(index, (path, notes), timeout)
            }
            Err(taking) => Err(taking.error(path)),
        }
    }

    /// The same where it can do nothing of the kind. A process that is killed between the two
    /// steps leaves a lock that is taken for a stranger's.
    fn take_and_note(
        index: &Path,
        (path, notes): (PathBuf, &LockNotes),
        timeout: Duration,
    ) -> Result<Self, GitError> {
        let mut file = None;
        let made = wait(timeout, || {
            file = Some(around("make index.lock", || {
                File::options().write(true).create_new(true).open(&path)
            })?);
            Ok(())
        });
        match (made, file) {
            (Ok(()), Some(file)) => {
                let metadata = file.metadata();
                let lock = Self { index: index.to_owned(), path, file: Some(file), durable: false };
                let metadata = metadata.map_err(GitError::io("look at index.lock"))?;
                notes.index(FileIdentity::of(&metadata))?;
                Ok(lock)
            }
            (Err(taking), _) => Err(taking.error(path)),
            (Ok(()), None) => Err(GitError::Locked { path }),
        }
    }

    /// Writes the new index into the lock file; it is not in place yet. `latest`: its mtime must
    /// not be later.
    pub fn fill(&mut self, index: &Patched<'_>, latest: Option<FileTime>) -> Result<(), GitError> {
        let failed = || GitError::io(format!("write `{}`", self.path.display()));
        let Some(file) = &mut self.file else { return Ok(()) };
        around("fill the index", || index.write_to(file)).map_err(failed())?;
        if let Some(latest) = latest {
            set_back(file, latest).map_err(failed())?;
        }
        sync(file, self.durable).map_err(failed())?;
        self.keep_permissions();
        Ok(())
    }

    /// Puts the lock file in the index's place, which gives the lock back.
    pub fn commit(mut self) -> Result<(), GitError> {
        self.file = None;
        around("rename the index", || fs_err::rename(&self.path, &self.index))
            .map_err(GitError::io("replace the index"))?;
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

/// Why a lock was not taken.
enum Taking {
    /// Somebody else has had it all the time.
    Held,
    Failed(io::Error),
}

impl Taking {
    fn error(self, path: PathBuf) -> GitError {
        match self {
            Self::Held => GitError::Locked { path },
            Self::Failed(error) => GitError::io(format!("make `{}`", path.display()))(error),
        }
    }
}

/// Tries until it is done, or until the time is over while another process holds the lock.
fn wait(timeout: Duration, mut take: impl FnMut() -> io::Result<()>) -> Result<(), Taking> {
    let until = Instant::now() + timeout;
    loop {
        match take() {
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if Instant::now() >= until {
                    return Err(Taking::Held);
                }
                std::thread::sleep(PAUSE);
            }
            Err(error) => return Err(Taking::Failed(error)),
        }
    }
}

/// Makes the file that the lock will be. One that is there is of a process that was killed.
fn make_anew(path: &Path) -> io::Result<File> {
    if let Some(dir) = path.parent() {
        fs_err::create_dir_all(dir)?;
    }
    let make =
        || around("make lock file", || File::options().write(true).create_new(true).open(path));
    match make() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            fs_err::remove_file(path)?;
            make()
        }
        done => done,
    }
}

/// Whether the error says that the file system has no hard links, or none to there.
fn no_links(error: &io::Error) -> bool {
    let none = [Errno::PERM, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::NOSYS, Errno::XDEV];
    Errno::from_io_error(error).is_some_and(|errno| none.contains(&errno))
}

/// Renames a file to a name that nobody has.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename_new(_from: &Path, _to: &Path) -> io::Result<()> {
    Err(Errno::NOSYS.into())
}

/// Whether the error says that the file system cannot rename to a name only if nobody has it.
fn cannot_keep(error: &io::Error) -> bool {
    let none = [Errno::INVAL, Errno::NOTSUP, Errno::OPNOTSUPP, Errno::NOSYS, Errno::XDEV];
    Errno::from_io_error(error).is_some_and(|errno| none.contains(&errno))
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
        let notes = LockNotes::of(dir.path());
        let held = IndexLock::take(&index, &notes, Duration::ZERO).expect("free");
        let error = IndexLock::take(&index, &notes, Duration::ZERO).expect_err("held");
        assert!(error.to_string().contains("index.lock"), "{error}");
        drop(held);
        let again = IndexLock::take(&index, &notes, Duration::ZERO).expect("free again");
        again.commit().expect("in place");
        assert!(index.exists());
        assert!(!dir.path().join("index.lock").exists());
    }

    #[test]
    fn the_lock_is_the_file_that_the_notes_name() {
        for way in ["link", "rename", "make"] {
            let dir = tempfile::tempdir().expect("a directory");
            let index = dir.path().join("index");
            let notes = LockNotes::of(dir.path());
            let path = dir.path().join("index.lock");
            let zero = Duration::ZERO;
            let take = || match way {
                "link" => IndexLock::take(&index, &notes, zero),
                "rename" => {
                    let file = make_anew(&notes.first_name()).expect("made");
                    let identity = FileIdentity::of(&file.metadata().expect("there"));
                    notes.index(identity).expect("noted");
                    IndexLock::take_without_link(&index, (path.clone(), &notes), (file, zero))
                }
                _ => IndexLock::take_and_note(&index, (path.clone(), &notes), zero),
            };
            let held = take().expect("free");
            let told = notes.read().expect("read").expect("noted");
            assert_eq!(told.index.last(), FileIdentity::at(&path).as_ref(), "{way}");
            assert!(!notes.first_name().exists());
            assert!(matches!(take(), Err(GitError::Locked { .. })), "{way}: taken twice");
            assert!(!notes.first_name().exists());
            drop(held);
            assert!(!path.exists());
        }
    }
}
