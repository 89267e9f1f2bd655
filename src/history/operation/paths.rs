//! What a record says of the files that an operation touched.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::RepoPath;
use crate::git::{ObjectId, TreeEntry, TreeMode, hex, hex_option};
use crate::policy::GrantedPath;
use crate::workspace::FileState;
use crate::workspace::crossing::Amount;

use super::super::octal;
use super::{Move, record::is_false};

/// A place: in the worktree, or under another root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// The root's directory; none for the worktree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<PathBuf>,
    /// Relative to the root.
    pub path: RepoPath,
}

impl Location {
    /// Where a granted path is.
    #[must_use]
    pub fn of(path: &GrantedPath) -> Self {
        let outside = path.worktree_path().is_none();
        let root = outside.then(|| path.root().canonical().to_owned());
        Self { root, path: path.rel().clone() }
    }

    /// The place as people write it: relative to the worktree's top, or absolute outside it.
    #[must_use]
    pub fn shown(&self) -> String {
        match &self.root {
            None => self.path.to_string(),
            Some(root) => root.join(self.path.as_path()).to_string_lossy().into_owned(),
        }
    }

    /// Whether a record can hold it.
    #[must_use]
    pub fn is_utf8(&self) -> bool {
        let root = self.root.as_ref().is_none_or(|root| root.to_str().is_some());
        root && self.path.as_path().to_str().is_some()
    }
}

/// A directory that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedDir {
    /// Where it was.
    #[serde(flatten)]
    pub location: Location,
    /// Its permission bits.
    #[serde(with = "octal::mode")]
    pub mode: u32,
}

impl RemovedDir {
    /// The record of a directory and its permission bits.
    #[must_use]
    pub fn of((path, mode): &(GrantedPath, u32)) -> Self {
        Self { location: Location::of(path), mode: *mode }
    }
}

/// The ignored files that commands changed and an operation carried to the worktree, or back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedRecord {
    /// The name of the directory in which what they replaced is kept.
    pub store: String,
    /// The topmost ignored directories and files.
    pub roots: Vec<RepoPath>,
    /// Those of them of which undo brings nothing back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_kept: Vec<RepoPath>,
    /// How much of each came, and went.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub amounts: BTreeMap<RepoPath, Amount>,
}

/// A file that was touched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathRecord {
    /// Where it is.
    #[serde(flatten)]
    pub location: Location,
    /// The file itself.
    #[serde(flatten)]
    pub file: Move<Option<FileRecord>>,
    /// What the index held; absent where the index was left alone (ignored files, files outside).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staged: Option<Move<Vec<StagedEntry>>>,
}

impl FileRecord {
    /// The file, of its bytes.
    #[must_use]
    pub fn state(&self, content: Vec<u8>) -> FileState {
        match self.kind {
            FileType::File => FileState::File { content: content.into(), mode: self.mode },
            FileType::Link => FileState::Link { target: content.into() },
        }
    }
}

impl PathRecord {
    /// The record of a path whose entries in the index make room for another path's.
    #[must_use]
    pub fn displaced((path, entries): (RepoPath, Vec<StagedEntry>)) -> Self {
        Self {
            location: Location { root: None, path },
            file: Move { before: None, after: None },
            staged: Some(Move { before: entries, after: Vec::new() }),
        }
    }
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileType {
    /// A regular file.
    File,
    /// A symbolic link; its blob is its target.
    Link,
}

/// A file's bytes and permissions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: FileType,
    /// Permission bits; none for a link and for a file that was made by umask.
    #[serde(with = "octal::mode_option", default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// Its bytes as they are in the worktree.
    #[serde(with = "hex")]
    pub blob: ObjectId,
    /// Its bytes as git stores them, where that was worked out.
    #[serde(with = "hex_option", default, skip_serializing_if = "Option::is_none")]
    pub git_blob: Option<ObjectId>,
}

impl FileRecord {
    /// Whether the entries are one entry that is the file, as git stores it.
    #[must_use]
    pub fn is_entry(&self, entries: &[StagedEntry]) -> bool {
        let [entry] = entries else { return false };
        let executable = self.mode.is_some_and(|mode| mode & 0o100 != 0);
        let mode = match self.kind {
            FileType::Link => TreeMode::Link,
            FileType::File if executable => TreeMode::Executable,
            FileType::File => TreeMode::File,
        };
        entry.stage == 0 && self.git_blob == Some(entry.id) && entry.mode == mode.bits()
    }
}

/// An entry of the index, without its stat data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StagedEntry {
    /// 0, or 1 to 3 in a conflict.
    pub stage: u8,
    /// As git writes it: `100644` octal.
    #[serde(with = "octal::mode")]
    pub mode: u32,
    /// The blob.
    #[serde(with = "hex")]
    pub id: ObjectId,
    /// `git update-index --assume-unchanged`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub assume_valid: bool,
    /// `git update-index --skip-worktree`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub skip_worktree: bool,
    /// `git add --intent-to-add`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub intent_to_add: bool,
}

impl StagedEntry {
    /// An entry without flags.
    #[must_use]
    pub fn new(stage: u8, entry: TreeEntry) -> Self {
        Self {
            stage,
            mode: entry.mode.bits(),
            id: entry.id,
            assume_valid: false,
            skip_worktree: false,
            intent_to_add: false,
        }
    }
}
