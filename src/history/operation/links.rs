//! The links that come or go with an operation.

use std::collections::HashSet;

use crate::base::RepoPath;
use crate::policy::{Left, View};

use super::{FileRecord, FileType, Location, Move};

/// The links of the worktree that come or go with an operation. What stands in a directory of that name
/// before or after passes no link, whatever the disk has there meanwhile.
pub struct PassingLinks<'r>(HashSet<&'r RepoPath>);

impl<'r> PassingLinks<'r> {
    /// Of the files that are touched.
    pub fn of(files: impl Iterator<Item = (&'r Location, &'r Move<Option<FileRecord>>)>) -> Self {
        let is_link = |file: &Option<FileRecord>| {
            file.as_ref().is_some_and(|file| file.kind == FileType::Link)
        };
        let passing = files.filter(|(location, file)| {
            location.root.is_none() && is_link(&file.before) != is_link(&file.after)
        });
        Self(passing.map(|(location, _)| &location.path).collect())
    }
}

impl View for PassingLinks<'_> {
    fn left_at(&self, root: usize, rel: &RepoPath) -> Option<Left> {
        (root == 0 && self.0.contains(rel)).then_some(Left::Nothing)
    }
}
