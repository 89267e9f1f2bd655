//! What came of the actions: for each path what stood there before and what shall stand there.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use bstr::BString;

use super::{fingerprint::Fingerprint, view::CarriedChanges};
use crate::policy::GrantedPath;

/// A time of a file: seconds and nanoseconds.
pub type FileTime = (i64, u32);

/// What a name in a directory stands for, directories aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileState {
    /// Nothing (or a directory).
    Absent,
    /// A file.
    File {
        /// All its bytes.
        content: Arc<[u8]>,
        /// The permission bits (of `0o7777`); `None` for a new file, whose mode the umask gives.
        mode: Option<u32>,
    },
    /// A symbolic link.
    Link {
        /// Where it leads, as it is written.
        target: BString,
    },
}

impl FileState {
    /// How many bytes a file has; 0 for all else.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::File { content, .. } => u64::try_from(content.len()).unwrap_or(u64::MAX),
            Self::Absent | Self::Link { .. } => 0,
        }
    }
}

/// A path whose file or link changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub path: GrantedPath,
    /// What stood there.
    pub before: FileState,
    /// What shall stand there; never equal to `before`.
    pub after: FileState,
}

/// The net effect of the actions on the disk.
#[derive(Clone, Debug, Default)]
pub struct ChangeSet {
    /// Sorted by root and path.
    pub changes: Vec<Change>,
    /// Directories to make that are not on disk, parents first.
    pub made_dirs: Vec<GrantedPath>,
    /// Directories on disk to remove, with their permission bits, children first.
    pub removed_dirs: Vec<(GrantedPath, u32)>,
    /// Everything that was read or is to be written, as it was, sorted by root and path.
    pub observed: Vec<(GrantedPath, Fingerprint)>,
    /// The permission bits of directories to make; of those that are not named, the umask gives
    /// them.
    pub dir_modes: HashMap<GrantedPath, u32>,
    /// When files were last changed, where that is to stay so: by it build tools tell what is old.
    pub times: HashMap<GrantedPath, FileTime>,
    /// Ignored files that go to the worktree by rename.
    pub carried: Option<CarriedChanges>,
}

/// One move of writing a change set out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Puts what the change says, or takes it away.
    Put(&'a Change),
    /// Makes a directory.
    MakeDir(&'a GrantedPath),
    /// Removes a directory, which is empty by now.
    RemoveDir(&'a GrantedPath),
}

impl ChangeSet {
    /// Whether nothing on disk would change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
            && self.made_dirs.is_empty()
            && self.removed_dirs.is_empty()
            && self.carried.is_none()
    }

    /// The permission bits that a directory to make is to have; `None`: by the umask.
    #[must_use]
    pub fn mode_of_made(&self, dir: &GrantedPath) -> Option<u32> {
        self.dir_modes.get(dir).copied()
    }

    /// The permission bits that a directory to remove has.
    #[must_use]
    pub fn mode_of_removed(&self, dir: &GrantedPath) -> Option<u32> {
        let found = self.removed_dirs.iter().find(|(removed, _)| removed == dir);
        found.map(|(_, mode)| *mode)
    }

    /// The moves in an order that works: what is in the way of another kind of thing goes first,
    /// then directories are made, files put, and last files deleted and directories removed.
    #[must_use]
    pub fn steps(&self) -> Vec<Step<'_>> {
        let in_the_way = self.in_the_way();
        let deletion = |change: &&Change| change.after == FileState::Absent;
        let (deleted, put): (Vec<_>, Vec<_>) = self.changes.iter().partition(deletion);
        let (early, late): (Vec<_>, Vec<_>) =
            deleted.into_iter().partition(|change| in_the_way.contains(&change.path));
        let removed = self.removed_dirs.iter().map(|(dir, _)| dir);
        let (early_dirs, late_dirs): (Vec<_>, Vec<_>) =
            removed.partition(|dir| in_the_way.contains(dir));
        let mut steps: Vec<Step<'_>> = early.into_iter().map(Step::Put).collect();
        steps.extend(early_dirs.into_iter().map(Step::RemoveDir));
        steps.extend(self.made_dirs.iter().map(Step::MakeDir));
        steps.extend(put.into_iter().chain(late).map(Step::Put));
        steps.extend(late_dirs.into_iter().map(Step::RemoveDir));
        steps
    }

    /// Deletions and removals without which something else cannot be put: a file where a
    /// directory will be, and whatever is in a directory where a file will be.
    fn in_the_way(&self) -> HashSet<&GrantedPath> {
        let made: HashSet<_> = self.made_dirs.iter().collect();
        let put = self.changes.iter().filter(|change| change.after != FileState::Absent);
        let put: HashSet<_> = put.map(|change| &change.path).collect();
        let mut in_the_way = HashSet::new();
        // Parents first, so that one look at the parent is enough.
        for (dir, _) in self.removed_dirs.iter().rev() {
            if put.contains(dir) || parent_is_in(dir, &in_the_way) {
                in_the_way.insert(dir);
            }
        }
        for change in self.changes.iter().filter(|change| change.after == FileState::Absent) {
            if made.contains(&change.path) || parent_is_in(&change.path, &in_the_way) {
                in_the_way.insert(&change.path);
            }
        }
        in_the_way
    }
}

fn parent_is_in(path: &GrantedPath, set: &HashSet<&GrantedPath>) -> bool {
    let parent = path.rel().parent().and_then(|parent| path.above(parent));
    parent.is_some_and(|parent| set.contains(&parent))
}
