//! Entries as callers see them: what the index holds, and what it shall hold.

use gix::ObjectId;

use crate::base::{FileStat, RepoPath};

/// An entry of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Relative to the worktree's root.
    pub path: RepoPath,
    /// 0, or 1 to 3 (base, ours, theirs) in a conflict.
    pub stage: u8,
    /// Type and permissions: `100644`, `100755`, `120000` or `160000`.
    pub mode: u32,
    /// The blob, or the commit of a submodule.
    pub id: ObjectId,
    /// What the file's stat was when the content was last known to be the blob's.
    pub stat: super::IndexStat,
    /// What the user or git said of the entry.
    pub flags: EntryFlags,
}

/// The flags of an entry that are not of its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct EntryFlags {
    /// `git update-index --assume-unchanged`.
    pub assume_valid: bool,
    /// The file is not in the worktree, by sparse checkout or `--skip-worktree`.
    pub skip_worktree: bool,
    /// `git add --intent-to-add`.
    pub intent_to_add: bool,
}

impl EntryFlags {
    /// Whether the entry needs the second field of flags, and so version 3.
    pub(super) fn extended(self) -> bool {
        self.skip_worktree || self.intent_to_add
    }
}

/// An entry to put into the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// 0, or 1 to 3 in a conflict.
    pub stage: u8,
    /// `100644`, `100755`, `120000` or `160000`, nothing else.
    pub mode: u32,
    /// The blob, or the commit of a submodule.
    pub id: ObjectId,
    /// The file's stat if it is known to hold the blob's content. None: git will compare.
    pub stat: Option<FileStat>,
    /// The flags to set.
    pub flags: EntryFlags,
}

/// What the index shall hold for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Relative to the worktree's root.
    pub path: RepoPath,
    /// All entries of the path from now on: none, one of stage 0, or stages of a conflict in order.
    pub entries: Vec<NewEntry>,
    /// Whether the new tree (see [`super::TreeChange`]) holds for the path just what `entries` say.
    ///
    /// With true the ids of the directories above can be kept in the cache tree; false costs
    /// the next `git commit` time and is always safe.
    pub matches_tree: bool,
    /// Whether this very transaction wrote or removed the file in the worktree, by rename or unlink.
    ///
    /// Then the directory's mtime tells git's untracked cache, and its file system monitor has
    /// seen the path. False is always safe.
    pub renamed_on_disk: bool,
}

impl Edit {
    /// Whether the path gets an entry of the stage.
    pub(super) fn sets(&self, stage: u8) -> bool {
        self.entries.iter().any(|entry| entry.stage == stage)
    }
}
