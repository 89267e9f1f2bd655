//! What is to become true: files, index entries, refs, and the record of it.

use crate::git::{DirWritten, Head, HeadChange, ObjectId, RefChange, TreeEntry};
use crate::workspace::ChangeSet;
use crate::workspace::crossing::Crossing;

use super::super::Operation;
use super::IndexPlan;

/// What is to become true. Nothing has been written but objects.
#[derive(Debug)]
pub struct Intent {
    /// The files.
    pub files: ChangeSet,
    /// Ignored files that go to the worktree, or back.
    pub crossing: Option<Crossing>,
    /// The index entries.
    pub index: Vec<IndexPlan>,
    /// The directories whose trees the operation wrote, for the index's cache tree.
    pub dirs: Vec<DirWritten>,
    /// The branches; the log's ref is added when the record is written.
    pub refs: Vec<RefChange>,
    /// HEAD: where it must stand, and where it goes.
    pub head: HeadChange,
    /// The commits that the log must keep from being collected.
    pub keep: Vec<ObjectId>,
    /// The record.
    pub operation: Operation,
    /// Further parts of the record, by name: `response`, `result.json`, `snapshot`.
    pub attachments: Vec<(&'static str, TreeEntry)>,
}

impl Intent {
    /// A record that changes nothing besides the log.
    #[must_use]
    pub fn of_record(operation: Operation, head: Head, keep: Vec<ObjectId>) -> Self {
        Self {
            files: ChangeSet::default(),
            crossing: None,
            index: Vec::new(),
            dirs: Vec::new(),
            refs: Vec::new(),
            head: HeadChange { before: head.clone(), after: head },
            keep,
            operation,
            attachments: Vec::new(),
        }
    }

    /// Whether the log's ref moves and nothing else is changed, no linked worktree either.
    #[must_use]
    pub fn is_logged_only(&self) -> bool {
        let worktree = &self.operation.worktree;
        let still = self.head.before.content() == self.head.after.content()
            && worktree.before == worktree.after;
        let nothing = self.files.is_empty() && self.crossing.is_none();
        nothing && self.index.is_empty() && self.refs.is_empty() && still
    }
}
