//! What a change set changes, as counts and as a patch.

use bstr::{BStr, ByteSlice};

use crate::report::{FileDiff, FileStat, Side, UnifiedOptions, file_stats};
use crate::workspace::{ChangeSet, FileState};

/// How many lines each file gains and loses.
pub(super) fn stats(changes: &ChangeSet) -> Vec<FileStat> {
    with_diffs(changes, file_stats)
}

/// The patch, as git writes one.
pub(super) fn unified(changes: &ChangeSet) -> String {
    with_diffs(changes, |diffs| {
        crate::report::unified(diffs, &UnifiedOptions::default()).to_str_lossy().into_owned()
    })
}

fn with_diffs<T>(changes: &ChangeSet, then: impl FnOnce(&[FileDiff<'_>]) -> T) -> T {
    let paths: Vec<Vec<u8>> = changes
        .changes
        .iter()
        .map(|change| match change.path.worktree_path() {
            Some(path) => path.as_bstr().to_vec(),
            None => change.path.absolute().into_os_string().into_encoded_bytes(),
        })
        .collect();
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
