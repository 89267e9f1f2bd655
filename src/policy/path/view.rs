//! What stands below the roots by now, where it is not what the disk holds.

use bstr::BString;

use crate::base::RepoPath;

/// What was left at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing.
    Nothing,
    /// A file.
    File,
    /// A directory.
    Dir,
    /// A symbolic link.
    Link {
        /// Where it leads, as it is written.
        target: BString,
    },
}

/// Knows what was left at places that are no longer as the disk has them.
pub trait View {
    /// What was left at a path below the root of that number; `None` where the disk has the word.
    fn left_at(&self, root: usize, rel: &RepoPath) -> Option<Left>;
}

/// The disk as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnDisk;

impl View for OnDisk {
    fn left_at(&self, _root: usize, _rel: &RepoPath) -> Option<Left> {
        None
    }
}
