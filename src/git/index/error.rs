//! What can be wrong with an index.

use std::{io, path::PathBuf};

use crate::base::RepoPath;

use super::IndexForm;

/// Why an index could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The file could not be read.
    #[error("cannot read the index `{}`", path.display())]
    Read {
        /// The index file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The bytes are not an index.
    #[error("the index is corrupt at byte {offset}: {what}")]
    Corrupt {
        /// What is wrong.
        what: &'static str,
        /// Where, counted from the start of the file.
        offset: usize,
    },
    /// The index does not hold all entries itself. git can make one of it that does.
    #[error("the index is not whole: it has {}", .0.what())]
    NotWhole(IndexForm),
    /// The index is of a kind that is not known.
    #[error("the index has {what}, which is not supported")]
    Unsupported {
        /// The feature.
        what: String,
    },
    /// The edit asks for something that no index may hold.
    #[error("the index cannot hold `{path}` so: {what}")]
    Edit {
        /// The path of the edit.
        path: RepoPath,
        /// What is wrong.
        what: &'static str,
    },
}

impl IndexError {
    pub(super) fn corrupt(what: &'static str, offset: usize) -> Self {
        Self::Corrupt { what, offset }
    }

    pub(super) fn edit(path: &RepoPath, what: &'static str) -> Self {
        Self::Edit { path: path.clone(), what }
    }
}
