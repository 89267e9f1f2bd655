//! Where the journal is: a file that is there from before the first change to after the last.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::base::failpoint::around;
use crate::git::{sync, sync_directory};

use super::super::HistoryError;
use super::Journal;
use super::entry::NEWEST;

/// The journal of a worktree, or of a directory without a repository. Whoever uses it holds the
/// worktree's lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalStore {
    path: PathBuf,
}

/// A journal that is on the disk.
#[derive(Debug)]
pub struct Sealed {
    path: PathBuf,
}

/// The part of a journal that tells whether the rest can be read.
#[derive(serde::Deserialize)]
struct Versioned {
    version: u32,
}

impl JournalStore {
    /// Of the worktree with that git directory.
    #[must_use]
    pub fn of(git_dir: &Path) -> Self {
        Self { path: git_dir.join("clada").join("journal") }
    }

    /// In a directory of its own.
    #[must_use]
    pub fn in_directory(directory: &Path) -> Self {
        Self { path: directory.join("journal") }
    }

    /// Puts the journal on the disk: whole, or not at all. `durable`: it stays there even if the
    /// machine stops.
    pub fn seal(&self, journal: &Journal, durable: bool) -> Result<Sealed, HistoryError> {
        let failed = |source| HistoryError::Journal { path: self.path.clone(), source };
        self.try_seal(journal, durable).map_err(failed)?;
        Ok(Sealed { path: self.path.clone() })
    }

    fn try_seal(&self, journal: &Journal, durable: bool) -> io::Result<()> {
        let json = serde_json::to_vec(journal)?;
        let directory = self.path.parent().unwrap_or(Path::new("."));
        fs_err::create_dir_all(directory)?;
        let new = self.unsealed();
        let written = around("write journal", || {
            let mut file = fs_err::File::create(&new)?;
            file.write_all(&json)?;
            Ok::<_, io::Error>(file)
        });
        let sealed = written.and_then(|file| {
            sync(file.file(), durable)?;
            around("seal journal", || fs_err::rename(&new, &self.path))
        });
        if sealed.is_err() {
            // The disk may be full: what was written of it is in the way of everything else.
            let _ = fs_err::remove_file(&new);
        }
        sealed.and_then(|()| sync_directory(directory, durable)).inspect_err(|_| {
            // Nothing has been touched by it.
            let _ = fs_err::remove_file(&self.path);
        })
    }

    /// Whether a transaction was cut short, or one that had not sealed its journal yet; nothing is
    /// read.
    #[must_use]
    pub fn is_there(&self) -> bool {
        [&self.path, &self.unsealed()].into_iter().any(|path| path.symlink_metadata().is_ok())
    }

    /// The journal of a transaction that was cut short. One that cannot be read, or that a newer
    /// program wrote, stays and is named.
    pub fn read(&self) -> Result<Option<(Journal, Sealed)>, HistoryError> {
        let bad = |why: String| HistoryError::BadJournal { path: self.path.clone(), why };
        let json = match fs_err::read(&self.path) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(bad(error.to_string())),
        };
        let Versioned { version } =
            serde_json::from_slice(&json).map_err(|error| bad(error.to_string()))?;
        if version > NEWEST {
            return Err(bad(format!(
                "it has version {version}; this git-clada reads up to {NEWEST}"
            )));
        }
        let journal = serde_json::from_slice(&json).map_err(|error| bad(error.to_string()))?;
        Ok(Some((journal, Sealed { path: self.path.clone() })))
    }

    /// Removes a journal that was never sealed: its transaction has touched nothing.
    pub fn sweep(&self) -> Result<(), HistoryError> {
        let path = self.unsealed();
        match fs_err::remove_file(&path) {
            Err(source) if source.kind() != ErrorKind::NotFound => {
                Err(HistoryError::Journal { path, source })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn unsealed(&self) -> PathBuf {
        self.path.with_file_name("journal.new")
    }
}

impl Sealed {
    /// Keeps the journal elsewhere: the transaction is whole.
    pub fn keep_as(self, place: &Path) -> Result<(), HistoryError> {
        let Self { path } = self;
        around("keep journal", || fs_err::rename(&path, place))
            .map_err(|source| HistoryError::Journal { path, source })
    }

    /// Removes the journal: the transaction is whole, or taken back.
    pub fn remove(self) -> Result<(), HistoryError> {
        let Self { path } = self;
        around("remove journal", || fs_err::remove_file(&path))
            .map_err(|source| HistoryError::Journal { path, source })
    }
}
