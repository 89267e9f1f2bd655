//! What becomes of a linked worktree with an operation.

use std::path::Path;

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

    /// Does what comes before anything else of the operation, whose journal is sealed: what goes,
    /// goes.
    pub fn begin(&mut self) -> Result<(), HistoryError> {
        match self {
            Self::New(new) => {
                new.is_in_journal();
                Ok(())
            }
            Self::Leaving(leaving) => leaving.remove(),
        }
    }

    /// The refs have moved: what was made goes to its branch.
    pub fn settle(&mut self) -> Result<(), HistoryError> {
        match self {
            Self::New(new) => new.settle(),
            Self::Leaving(_) => Ok(()),
        }
    }

    /// The refs are about to move back: what was made goes, as long as its branch is there.
    pub fn unsettle(&mut self, error: &HistoryError) -> Result<(), HistoryError> {
        match self {
            Self::New(new) => {
                let path = new.record().path.clone();
                new.discard().map_err(|_| not_rolled_back(error, &path))
            }
            Self::Leaving(_) => Ok(()),
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
            Self::New(mut new) => (new.record().path.clone(), new.discard()),
            Self::Leaving(leaving) => (leaving.record().path.clone(), leaving.put_back()),
        };
        match back {
            Ok(()) => error,
            Err(_) => not_rolled_back(&error, &path),
        }
    }
}

fn not_rolled_back(error: &HistoryError, path: &Path) -> HistoryError {
    let left = vec![path.display().to_string()];
    HistoryError::NotRolledBack { why: error.to_string(), left }
}
