//! What trees are made of, and what became of them.

use gix::ObjectId;
use gix::objs::tree;

use crate::base::RepoPath;

/// What a tree says an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMode {
    /// `100644`.
    File,
    /// `100755`.
    Executable,
    /// `120000`.
    Link,
    /// `160000`: a submodule's commit.
    Commit,
    /// `40000`.
    Directory,
}

impl TreeMode {
    /// The mode as git writes it.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::File => 0o100_644,
            Self::Executable => 0o100_755,
            Self::Link => 0o120_000,
            Self::Commit => 0o160_000,
            Self::Directory => 0o040_000,
        }
    }

    pub(super) fn kind(self) -> tree::EntryKind {
        match self {
            Self::File => tree::EntryKind::Blob,
            Self::Executable => tree::EntryKind::BlobExecutable,
            Self::Link => tree::EntryKind::Link,
            Self::Commit => tree::EntryKind::Commit,
            Self::Directory => tree::EntryKind::Tree,
        }
    }

    pub(super) fn of(kind: tree::EntryKind) -> Self {
        match kind {
            tree::EntryKind::Blob => Self::File,
            tree::EntryKind::BlobExecutable => Self::Executable,
            tree::EntryKind::Link => Self::Link,
            tree::EntryKind::Commit => Self::Commit,
            tree::EntryKind::Tree => Self::Directory,
        }
    }
}

/// An entry of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// What it is.
    pub mode: TreeMode,
    /// What it holds.
    pub id: ObjectId,
}

/// A directory whose tree was written anew, or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirWritten {
    /// The directory; the root is the empty path.
    pub path: RepoPath,
    /// Its tree before; `None` where there was none.
    pub old: Option<ObjectId>,
    /// Its tree now; `None` where it is gone.
    pub new: Option<ObjectId>,
}

/// A tree that was written, and the directories in it that changed.
#[derive(Clone, Debug)]
pub struct TreeEdit {
    /// The new root tree.
    pub id: ObjectId,
    /// Every directory on the way to an edit, the root too.
    pub dirs: Vec<DirWritten>,
}
