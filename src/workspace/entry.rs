//! What stands at a path, in the overlay and on disk, and how one becomes the other.

use std::sync::Arc;

use bstr::BString;

use super::{
    change_set::FileState,
    fs_error::FsCode,
    observe::{Missing, PERMISSIONS, Peeked, Seen},
};

/// What stands at a path that the actions changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Dir,
    Not(FileState),
}

impl State {
    /// How many bytes it holds.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Not(state) => state.size(),
            Self::Dir => 0,
        }
    }
}

/// What stands at a path, wherever it is kept.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Absent(Missing),
    Dir,
    File { content: Arc<[u8]>, mode: Option<u32> },
    Link { target: BString },
}

/// Whether nothing needs to be written. A file that was deleted and made anew with the same bytes
/// keeps the mode it has, unless it was executable and no longer is.
pub(super) fn is_same(before: &FileState, after: &FileState) -> bool {
    match (before, after) {
        (
            FileState::File { content: old, mode: Some(mode) },
            FileState::File { content: new, mode: None },
        ) => mode & 0o111 == 0 && old == new,
        _ => before == after,
    }
}

impl From<Missing> for FsCode {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::NoEntry => Self::Enoent,
            Missing::NotDir => Self::Enotdir,
            Missing::Link => Self::Eloop,
        }
    }
}

impl From<&State> for Entry {
    fn from(state: &State) -> Self {
        match state {
            State::Dir => Self::Dir,
            State::Not(FileState::Absent) => Self::Absent(Missing::NoEntry),
            State::Not(FileState::File { content, mode }) => {
                Self::File { content: Arc::clone(content), mode: *mode }
            }
            State::Not(FileState::Link { target }) => Self::Link { target: target.clone() },
        }
    }
}

impl From<Seen> for Entry {
    fn from(seen: Seen) -> Self {
        match seen {
            Seen::Absent(missing) => Self::Absent(missing),
            Seen::Dir { .. } => Self::Dir,
            Seen::Link { target } => Self::Link { target },
            Seen::File { content, stat, .. } => {
                Self::File { content, mode: Some(stat.mode & PERMISSIONS) }
            }
        }
    }
}

impl From<&State> for Peeked {
    fn from(state: &State) -> Self {
        match state {
            State::Dir => Self::Dir,
            State::Not(FileState::Absent) => Self::Absent(Missing::NoEntry),
            State::Not(FileState::File { .. }) => Self::File,
            State::Not(FileState::Link { .. }) => Self::Link,
        }
    }
}

impl From<&Seen> for Peeked {
    fn from(seen: &Seen) -> Self {
        match seen {
            Seen::Absent(missing) => Self::Absent(*missing),
            Seen::Dir { .. } => Self::Dir,
            Seen::Link { .. } => Self::Link,
            Seen::File { .. } => Self::File,
        }
    }
}

impl From<&Seen> for FileState {
    fn from(seen: &Seen) -> Self {
        match seen {
            Seen::Absent(_) | Seen::Dir { .. } => Self::Absent,
            Seen::Link { target } => Self::Link { target: target.clone() },
            Seen::File { content, stat, .. } => {
                Self::File { content: Arc::clone(content), mode: Some(stat.mode & PERMISSIONS) }
            }
        }
    }
}
