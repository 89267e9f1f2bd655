//! What becomes of a linked worktree with an operation.

use super::super::HistoryError;
use super::super::operation::{Move, WorktreeRecord};
use super::{LeavingWorktree, NewWorktree};

/// What becomes of a linked worktree with an operation.
#[derive(Debug)]
pub enum WorktreeChange<'r> {
    /// It has been made, and becomes the session's.
    New(NewWorktree<'r>),
    /// It goes.
    Leaving(LeavingWorktree<'r>),
}

impl WorktreeChange<'_> {
    /// For the record.
    #[must_use]
    pub fn record(&self) -> Move<Option<WorktreeRecord>> {
        match self {
            Self::New(new) => Move { before: None, after: Some(new.record().clone()) },
            Self::Leaving(leaving) => Move { before: Some(leaving.record().clone()), after: None },
        }
    }

    /// Does what comes before anything else of the operation: what goes, goes.
    pub fn begin(&mut self) -> Result<(), HistoryError> {
        match self {
            Self::New(_) => Ok(()),
            Self::Leaving(leaving) => leaving.remove(),
        }
    }

    /// The operation has taken place.
    pub fn finish(self) -> Result<(), HistoryError> {
        match self {
            Self::New(new) => new.finish(),
            Self::Leaving(_) => Ok(()),
        }
    }

    /// The operation has not taken place, for that reason: all is as it was.
    pub fn take_back(self, error: HistoryError) -> HistoryError {
        let (path, back) = match self {
            Self::New(new) => (new.record().path.clone(), new.remove()),
            Self::Leaving(leaving) => (leaving.record().path.clone(), leaving.put_back()),
        };
        match back {
            Ok(()) => error,
            Err(_) => HistoryError::NotRolledBack {
                why: error.to_string(),
                left: vec![path.display().to_string()],
            },
        }
    }
}
