//! What a path was before the actions, and what became of it: for hints.

use std::sync::Arc;

use bstr::BString;

use super::{Overlay, key};
use crate::{
    base::RepoPath,
    policy::GrantedPath,
    workspace::{
        change_set::FileState,
        entry::State,
        fs_error::{Call, FsError},
        observe::{self, Seen},
    },
};

/// What the actions did to what stood at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stands at that path of the same root now.
    Moved(RepoPath),
    /// It was deleted, or moved and changed.
    Gone,
}

impl Overlay {
    /// The text that a file on disk had when it was first looked at; `None` where there was none,
    /// or nobody looked.
    #[must_use]
    pub fn text_on_disk(&self, path: &GrantedPath) -> Option<&str> {
        let Some((_, Seen::File { content, .. })) = self.seen.get(&key(path)) else { return None };
        std::str::from_utf8(content).ok()
    }

    /// What the actions did to what stood at a path, if they took it from there.
    #[must_use]
    pub fn fate(&self, path: &GrantedPath) -> Option<Fate> {
        let key = key(path);
        let Some((_, State::Not(FileState::Absent))) = self.pending.get(&key) else { return None };
        let Some((_, Seen::File { content: old, .. })) = self.seen.get(&key) else {
            return Some(Fate::Gone);
        };
        let is_it = |state: &State| matches!(state, State::Not(FileState::File { content, .. }) if Arc::ptr_eq(content, old));
        let moved =
            self.pending.iter().find(|((root, _), (_, state))| *root == key.0 && is_it(state));
        Some(moved.map_or(Fate::Gone, |((_, rel), _)| Fate::Moved(rel.clone())))
    }

    /// The first `most` names that the disk gives for a directory, and those that the actions put
    /// there, sorted. Some may be gone.
    pub fn some_names(&self, dir: &GrantedPath, most: usize) -> Result<Vec<BString>, FsError> {
        let mut names: Vec<BString> = Vec::new();
        let found = |name: &bstr::BStr| {
            names.push(name.to_owned());
            names.len() >= most
        };
        let (root, rel) = key(dir);
        let listed = observe::any_name(dir, found);
        let pending = self
            .pending
            .keys()
            .filter(|(at, path)| *at == root && path.parent().as_ref() == Some(&rel));
        let before = names.len();
        names.extend(pending.map(|(_, path)| path.name().to_owned()));
        if names.len() == before {
            listed.map_err(|code| FsError::new(code, Call::Scandir, dir.shown()))?;
        }
        names.sort();
        names.dedup();
        Ok(names)
    }
}
