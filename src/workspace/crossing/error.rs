//! Why carried changes did not go to the worktree.

use std::{io, path::Path};

use crate::{
    base::RepoPath,
    workspace::{Call, FsError},
};

/// Why carried changes did not go to the worktree, or not back.
#[derive(Debug, thiserror::Error)]
pub enum CrossingError {
    /// Files that were to be replaced were changed by someone else meanwhile.
    #[error("changed by someone else meanwhile: {}", .0.join(", "))]
    Changed(Vec<String>),
    /// The file system does not want it.
    #[error(transparent)]
    Io(#[from] FsError),
}

/// What failed at a place, as an error.
pub(super) fn failed(place: &Path) -> impl Fn(io::Error) -> CrossingError + use<> {
    let place = place.to_string_lossy().into_owned();
    move |error| FsError::new(error, Call::Rename, &place).into()
}

/// The same of a path of the worktree.
pub(super) fn failed_at(path: &RepoPath) -> impl Fn(io::Error) -> CrossingError + use<> {
    failed(path.as_path())
}
