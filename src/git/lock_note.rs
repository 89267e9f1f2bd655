//! Which of git's locks are ours: noted before they are taken, so that whoever comes after a
//! killed process knows them from a stranger's.

use std::cell::RefCell;
use std::fs::{File, Metadata};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::base::FileTime;
use crate::base::failpoint::around;
use crate::workspace::file_stat;

use super::GitError;

/// What tells a file from every other one, past ones too: an inode is used again, but hardly with
/// the same time of birth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileIdentity {
    device: u64,
    inode: u64,
    /// Nanoseconds since the epoch, where the file system knows.
    born: Option<u64>,
}

impl FileIdentity {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let born = metadata.created().ok().and_then(|born| born.duration_since(UNIX_EPOCH).ok());
        let born = born.and_then(|born| u64::try_from(born.as_nanos()).ok());
        Self { device: metadata.dev(), inode: metadata.ino(), born }
    }

    /// Of what stands at a path; `None` where nothing does.
    pub(super) fn at(path: &Path) -> Option<Self> {
        fs_err::symlink_metadata(path).ok().as_ref().map(Self::of)
    }
}

/// A line of the notes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Note {
    /// `index.lock` is, or will be, that file.
    Index(FileIdentity),
    /// The locks of these refs are about to be taken, and to hold that; by the ref's name.
    RefsWanted(Vec<(String, String)>),
    /// The locks of these refs were taken.
    RefsTaken(Vec<(String, FileIdentity)>),
}

/// The notes of one process: a line each, in a file of the worktree's git directory. Whoever
/// holds the worktree's lock writes them. Dropped, they go.
#[derive(Debug)]
pub struct LockNotes {
    path: PathBuf,
    file: RefCell<Option<File>>,
}

/// What a process that was killed had noted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// Its `index.lock`; more than one where it took it more than once.
    pub(super) index: Vec<FileIdentity>,
    /// The refs whose locks it was about to take, and what they were to hold.
    pub(super) wanted: Vec<(String, String)>,
    /// Those that it had taken.
    pub(super) taken: Vec<(String, FileIdentity)>,
    /// When it noted the last of this.
    pub(super) time: FileTime,
}

impl LockNotes {
    /// The notes of a worktree.
    #[must_use]
    pub fn of(git_dir: &Path) -> Self {
        Self { path: git_dir.join("clada").join("locks"), file: RefCell::default() }
    }

    /// The file that `index.lock` is a second name of until it stands alone.
    pub(super) fn first_name(&self) -> PathBuf {
        self.path.with_file_name("index.lock")
    }

    pub(super) fn index(&self, identity: FileIdentity) -> Result<(), GitError> {
        self.write(&Note::Index(identity))
    }

    pub(super) fn wanted(&self, refs: Vec<(String, String)>) -> Result<(), GitError> {
        self.write(&Note::RefsWanted(refs))
    }

    pub(super) fn taken(&self, refs: Vec<(String, FileIdentity)>) -> Result<(), GitError> {
        self.write(&Note::RefsTaken(refs))
    }

    /// Makes ready to note: whoever comes after us looks further where notes are, though empty.
    pub(super) fn begin(&self) -> Result<(), GitError> {
        let mut file = self.file.borrow_mut();
        if file.is_none() {
            let open = self.open();
            *file = Some(open.map_err(GitError::io(format!("make `{}`", self.path.display())))?);
        }
        Ok(())
    }

    fn write(&self, note: &Note) -> Result<(), GitError> {
        let failed = || GitError::io(format!("write `{}`", self.path.display()));
        let mut line = serde_json::to_vec(note).map_err(GitError::storage("note a lock"))?;
        line.push(b'\n');
        self.begin()?;
        let mut file = self.file.borrow_mut();
        let Some(file) = file.as_mut() else { return Ok(()) };
        around("note of locks", || file.write_all(&line)).map_err(failed())
    }

    fn open(&self) -> std::io::Result<File> {
        if let Some(dir) = self.path.parent() {
            fs_err::create_dir_all(dir)?;
        }
        // What an earlier process noted has been seen to by now.
        around("notes of locks", || {
            File::options().write(true).create(true).truncate(true).open(&self.path)
        })
    }

    /// What was noted by a process that did not live to take it back.
    pub fn read(&self) -> Result<Option<Noted>, GitError> {
        let failed = || GitError::io(format!("read `{}`", self.path.display()));
        let text = match fs_err::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed()(error)),
        };
        let metadata = fs_err::symlink_metadata(&self.path).map_err(failed())?;
        let mut noted = Noted { time: file_stat(&metadata).mtime, ..Noted::default() };
        // A line that was cut short was never acted upon.
        for line in text.split(|byte| *byte == b'\n') {
            match serde_json::from_slice(line) {
                Ok(Note::Index(identity)) => noted.index.push(identity),
                Ok(Note::RefsWanted(refs)) => noted.wanted = refs,
                Ok(Note::RefsTaken(refs)) => noted.taken = refs,
                Err(_) => {}
            }
        }
        Ok(Some(noted))
    }

    /// Removes the notes of a process that is gone, with the first name of its `index.lock`.
    pub fn clear(&self) -> Result<(), GitError> {
        for path in [self.first_name(), self.path.clone()] {
            match around("remove notes", || fs_err::remove_file(&path)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(GitError::io(format!("remove `{}`", path.display()))(error));
                }
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }
}

impl Drop for LockNotes {
    fn drop(&mut self) {
        if self.file.get_mut().take().is_some() {
            // Notes that stay are of locks that are gone: the next run sees that.
            let _ = around("remove notes", || fs_err::remove_file(&self.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_read_by_who_comes_after_and_go_with_their_writer() {
        let dir = tempfile::tempdir().expect("a directory");
        let notes = LockNotes::of(dir.path());
        assert_eq!(notes.read().expect("read"), None);
        let identity = FileIdentity::at(dir.path()).expect("there");
        notes.index(identity.clone()).expect("noted");
        notes.wanted(vec![("HEAD".into(), "ref: x\n".into())]).expect("noted");
        let mut file = fs_err::OpenOptions::new().append(true).open(&notes.path).expect("there");
        file.write_all(b"{\"refs-taken\":[[\"HE").expect("cut short");
        let found = LockNotes::of(dir.path()).read().expect("read").expect("noted");
        assert_eq!(found.index, [identity]);
        assert_eq!(found.wanted, [("HEAD".to_owned(), "ref: x\n".to_owned())]);
        assert_eq!(found.taken, []);
        drop(notes);
        assert_eq!(LockNotes::of(dir.path()).read().expect("read"), None);
    }
}
