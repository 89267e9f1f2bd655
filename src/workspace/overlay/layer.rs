//! What a view of the worktree is told of the overlay.

use std::sync::Arc;

use super::{Overlay, key};
use crate::{
    policy::GrantedPath,
    workspace::{entry::State, view::Carried},
};

impl Overlay {
    /// What the actions left, sorted by root and path.
    pub(in crate::workspace) fn pending(&self) -> impl Iterator<Item = (&GrantedPath, &State)> {
        self.pending.values().map(|(path, state)| (path, state))
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

    /// What commands left that is not held in memory.
    pub(in crate::workspace) fn carried(&self) -> Option<&Arc<Carried>> {
        self.carried.as_ref()
    }

    /// Remembers what a command left that is not held in memory.
    pub(in crate::workspace) fn carry(&mut self, carried: Arc<Carried>) {
        self.carried = Some(carried);
    }
}
