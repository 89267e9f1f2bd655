//! What a change set changes, as counts and as a patch.

use std::path::Path;

use bstr::{BStr, ByteSlice};

use crate::policy::GrantedPath;
use crate::report::{FileDiff, FileStat, Side, UnifiedOptions, file_stats};
use crate::workspace::{ChangeSet, FileState};

use super::place::Place;

/// How many lines each file gains and loses.
pub(super) fn stats(changes: &ChangeSet, place: Place<'_>) -> Vec<FileStat> {
    with_diffs(changes, place, file_stats)
}

/// The patch, as git writes one.
pub(super) fn unified(changes: &ChangeSet, place: Place<'_>) -> String {
    with_diffs(changes, place, |diffs| {
        crate::report::unified(diffs, &UnifiedOptions::default()).to_str_lossy().into_owned()
    })
}

fn with_diffs<T>(
    changes: &ChangeSet,
    place: Place<'_>,
    then: impl FnOnce(&[FileDiff<'_>]) -> T,
) -> T {
    let top = match place {
        Place::Repo(_) => None,
        Place::NoGit(place) => place.directory().canonicalize().ok(),
    };
    let paths: Vec<Vec<u8>> =
        changes.changes.iter().map(|change| name(&change.path, top.as_deref())).collect();
    let diffs: Vec<FileDiff<'_>> = changes
        .changes
        .iter()
        .zip(&paths)
        .map(|(change, path)| FileDiff {
            path: BStr::new(path),
            before: side(&change.before),
            after: side(&change.after),
        })
        .collect();
    then(&diffs)
}

/// How a path is called: from the worktree's top, or from the directory that stands for one.
fn name(path: &GrantedPath, top: Option<&Path>) -> Vec<u8> {
    if let Some(path) = path.worktree_path() {
        return path.as_bstr().to_vec();
    }
    let absolute = path.absolute();
    let below = top.and_then(|top| absolute.strip_prefix(top).ok()).unwrap_or(&absolute);
    below.as_os_str().as_encoded_bytes().to_vec()
}

/// A side as git has it: the mode is one of git's.
fn side(state: &FileState) -> Option<Side<'_>> {
    match state {
        FileState::Absent => None,
        FileState::File { content, mode } => {
            let executable = mode.is_some_and(|mode| mode & 0o100 != 0);
            Some(Side { content, mode: if executable { 0o100_755 } else { 0o100_644 } })
        }
        FileState::Link { target } => Some(Side { content: target, mode: 0o120_000 }),
    }
}
