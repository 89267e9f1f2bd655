//! What the overlay's pending changes make of the directories above a path.

use std::collections::BTreeMap;

use super::{change_set::FileState, entry::State, observe::Missing, overlay::Key};
use crate::policy::GrantedPath;

/// What pending changes make of the directories above a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Above {
    /// None of them is pending: the disk has the word.
    Untouched,
    /// They are directories by now, at least one of them made here.
    Made,
    /// One of them is no directory any more.
    Broken(Missing),
}

impl Above {
    /// Why nothing stands below: what the disk says of a way that has been made since is past.
    pub(super) fn refine(self, on_disk: Missing) -> Missing {
        match self {
            Self::Untouched => on_disk,
            Self::Made => Missing::NoEntry,
            Self::Broken(missing) => missing,
        }
    }

    /// What the actions did to the directories above a path.
    pub(super) fn of((root, rel): &Key, pending: &BTreeMap<Key, (GrantedPath, State)>) -> Self {
        let mut above = Self::Untouched;
        for dir in rel.ancestors() {
            match pending.get(&(*root, dir)) {
                Some((_, State::Dir)) if above == Self::Untouched => above = Self::Made,
                Some((_, State::Dir)) | None => {}
                // The topmost one decides, as it does for the kernel; it is met last.
                Some((_, State::Not(FileState::Absent))) => {
                    above = Self::Broken(Missing::NoEntry);
                }
                Some((_, State::Not(FileState::File { .. }))) => {
                    above = Self::Broken(Missing::NotDir);
                }
                Some((_, State::Not(FileState::Link { .. }))) => {
                    above = Self::Broken(Missing::Link);
                }
            }
        }
        above
    }
}
