//! What a journal says.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::base::{Timestamp, TransactionId};
use crate::git::{ObjectId, hex};
use crate::workspace::{ChangeSet, FileState};

use super::super::octal;
use super::super::operation::{
    FileRecord, FileType, HeadRecord, Location, Move, Operation, RefRecord,
};

/// The version of the journals that this program reads; it refuses newer ones.
pub(super) const NEWEST: u32 = 2;
/// The version of a journal without a barrier.
const VERSION: u32 = 1;
/// The version of one with a barrier: who does not know it must not pass it over.
const WITH_BARRIER: u32 = 2;

/// What a transaction is about to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// The version of the form.
    pub version: u32,
    /// What the names of its temporary files hold.
    pub token: String,
    /// The files, in the order of the numbers in the names of temporary files.
    pub files: Vec<JournalFile>,
    /// The directories to make, parents first.
    pub made_dirs: Vec<JournalDir>,
    /// The directories to remove, children first.
    pub removed_dirs: Vec<JournalDir>,
    /// The roots besides the worktree.
    pub allow_roots: Vec<PathBuf>,
    /// The name of the directory from which ignored files are carried to the worktree, or to which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<String>,
    /// What becomes of the repository; none without one.
    pub git: Option<GitPart>,
    /// The top of a linked worktree that is being made for an operation that is not worked out
    /// yet: all that there is so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub making: Option<PathBuf>,
    /// A command that runs in the worktree itself: all that there is while it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barrier: Option<BarrierPart>,
}

/// How the worktree stood before a command that runs in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BarrierPart {
    /// What the barrier is called in the record of its recovery.
    pub id: TransactionId,
    /// The tree that keeps the snapshot.
    #[serde(with = "hex")]
    pub kept: ObjectId,
    /// Who is named in the record: name and address.
    pub committer: [String; 2],
    /// Where HEAD stood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<HeadRecord>,
    /// What tells what was staged from anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staged: Option<String>,
}

/// A file before and after, its bytes being in the object database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalFile {
    /// Where it is.
    #[serde(flatten)]
    pub location: Location,
    /// Before and after.
    #[serde(flatten)]
    pub file: Move<Option<FileRecord>>,
}

/// A directory and its permission bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalDir {
    /// Where it is.
    #[serde(flatten)]
    pub location: Location,
    /// Its permission bits; none: by the umask.
    #[serde(with = "octal::mode_option", default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
}

/// What becomes of the repository.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GitPart {
    /// The operation.
    pub operation: Operation,
    /// The commit that records it.
    #[serde(with = "hex")]
    pub record: ObjectId,
    /// The refs that move, the log's last.
    pub refs: Vec<RefRecord>,
    /// Where HEAD stands and where it goes.
    pub head: Move<HeadRecord>,
    /// Who is named in the reflogs: name and address.
    pub committer: [String; 2],
    /// When.
    pub time: Timestamp,
    /// The operation of another worktree without which this one does not take place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awaits: Option<Awaited>,
}

/// An operation of another worktree, which is published when the refs here have moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaited {
    /// The ref of that worktree's log.
    pub log: String,
    /// The operation.
    pub operation: TransactionId,
}

impl GitPart {
    /// The way back.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let refs = self.refs.iter().map(|change| RefRecord {
            name: change.name.clone(),
            before: change.after,
            after: change.before,
        });
        let head = Move { before: self.head.after.clone(), after: self.head.before.clone() };
        Self { refs: refs.collect(), head, ..self.clone() }
    }
}

impl Journal {
    /// Of a linked worktree that is about to be made there, before anything else is known of the
    /// operation that it is for.
    #[must_use]
    pub fn of_making(path: &Path) -> Self {
        Self {
            version: VERSION,
            token: String::new(),
            files: Vec::new(),
            made_dirs: Vec::new(),
            removed_dirs: Vec::new(),
            allow_roots: Vec::new(),
            carried: None,
            git: None,
            making: Some(path.to_owned()),
            barrier: None,
        }
    }

    /// Of a command that is about to run in the worktree itself.
    #[must_use]
    pub fn of_barrier(token: String, barrier: BarrierPart) -> Self {
        let empty = Self::of_making(Path::new(""));
        Self { version: WITH_BARRIER, token, making: None, barrier: Some(barrier), ..empty }
    }

    /// Of a change set. `keep` puts bytes where they can be read again by the id that it returns.
    pub fn of<E>(
        token: String,
        changes: &ChangeSet,
        mut keep: impl FnMut(&Location, &[u8]) -> Result<ObjectId, E>,
    ) -> Result<Self, E> {
        let mut files = Vec::with_capacity(changes.changes.len());
        for change in &changes.changes {
            let location = Location::of(&change.path);
            let mut side = |state: &FileState| -> Result<Option<FileRecord>, E> {
                let (kind, mode, bytes): (_, _, &[u8]) = match state {
                    FileState::Absent => return Ok(None),
                    FileState::File { content, mode } => (FileType::File, *mode, content),
                    FileState::Link { target } => (FileType::Link, None, target),
                };
                let blob = keep(&location, bytes)?;
                Ok(Some(FileRecord { kind, mode, blob, git_blob: None }))
            };
            let file = Move { before: side(&change.before)?, after: side(&change.after)? };
            files.push(JournalFile { location, file });
        }
        let made = changes
            .made_dirs
            .iter()
            .map(|dir| JournalDir { location: Location::of(dir), mode: changes.mode_of_made(dir) });
        let removed = changes
            .removed_dirs
            .iter()
            .map(|(dir, mode)| JournalDir { location: Location::of(dir), mode: Some(*mode) });
        let mut allow_roots: Vec<PathBuf> =
            files.iter().filter_map(|file| file.location.root.clone()).collect();
        let (made_dirs, removed_dirs): (Vec<_>, Vec<_>) = (made.collect(), removed.collect());
        let dirs = made_dirs.iter().chain(&removed_dirs);
        allow_roots.extend(dirs.filter_map(|dir| dir.location.root.clone()));
        allow_roots.sort();
        allow_roots.dedup();
        let version = VERSION;
        let (carried, git, making, barrier) = (None, None, None, None);
        Ok(Self {
            version,
            token,
            files,
            made_dirs,
            removed_dirs,
            allow_roots,
            carried,
            git,
            making,
            barrier,
        })
    }
}
