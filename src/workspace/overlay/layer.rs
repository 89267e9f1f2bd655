//! What a view of the worktree is told of the overlay.

use std::{collections::HashMap, sync::Arc};

use super::{Overlay, key};
use crate::{
    policy::GrantedPath,
    workspace::{
        change_set::{FileState, FileTime},
        entry::State,
    },
};

impl Overlay {
    /// What the actions left, sorted by root and path.
    pub(in crate::workspace) fn pending(&self) -> impl Iterator<Item = (&GrantedPath, &State)> {
        self.pending.values().map(|(path, state)| (path, state))
    }

    /// The paths of the worktree that the actions changed, or wrote again as they are.
    #[must_use]
    pub fn pending_paths(&self) -> Vec<GrantedPath> {
        let paths = self.pending.values().map(|(path, _)| path);
        paths.filter(|path| path.worktree_path().is_some()).cloned().collect()
    }

    /// Whether the actions changed a path, or looked at what it holds: who publishes checks that it
    /// has stayed so.
    pub(in crate::workspace) fn knows(&self, path: &GrantedPath) -> bool {
        let key = key(path);
        self.pending.contains_key(&key) || self.seen.contains_key(&key)
    }

    /// Whether the actions changed a path.
    pub(in crate::workspace) fn is_pending(&self, path: &GrantedPath) -> bool {
        self.pending.contains_key(&key(path))
    }

    /// The same files, for a view of which nothing is kept. What commands left that is not held in
    /// memory is not among them.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { carried: None, ..self.clone() }
    }

    /// Remembers when a command changed a file, for as long as nobody changes what it holds.
    pub(in crate::workspace) fn note_time(&mut self, path: &GrantedPath, time: FileTime) {
        let key = key(path);
        if let Some((_, State::Not(FileState::File { content, .. }))) = self.pending.get(&key) {
            self.times.insert(key, (Arc::clone(content), time));
        }
    }

    /// When a command changed a file.
    pub(in crate::workspace) fn time_of(&self, path: &GrantedPath) -> Option<FileTime> {
        let key = key(path);
        let (then, time) = self.times.get(&key)?;
        match self.pending.get(&key) {
            Some((_, State::Not(FileState::File { content, .. }))) => {
                Arc::ptr_eq(then, content).then_some(*time)
            }
            _ => None,
        }
    }

    /// When commands changed files.
    pub(super) fn times(&self) -> HashMap<GrantedPath, FileTime> {
        let paths = self.times.keys().filter_map(|key| self.pending.get(key));
        paths.filter_map(|(path, _)| Some((path.clone(), self.time_of(path)?))).collect()
    }
}
