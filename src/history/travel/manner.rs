//! Which way to go, and what becomes of what has changed since.

use super::super::OperationKind;

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To how it was before the operation.
    Undo,
    /// To how it was after it.
    Redo,
}

impl Direction {
    /// The kind of operation that goes that way.
    #[must_use]
    pub fn kind(self) -> OperationKind {
        match self {
            Self::Undo => OperationKind::Undo,
            Self::Redo => OperationKind::Redo,
        }
    }
}

/// What becomes of what has changed since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Nothing may have changed.
    #[default]
    Exact,
    /// What has changed is kept, and merged with what comes back.
    Merge,
    /// What has changed makes room; the log keeps it.
    Force,
}
