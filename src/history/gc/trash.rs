//! What transactions replaced, and nobody took back.

use crate::git::Repo;

use super::super::transaction::trash_of;

/// Removes what waits in the worktree's `clada/trash`; the object database has its contents.
/// Returns how many files and bytes were removed. What cannot be removed stays.
#[must_use]
pub fn empty_trash(repo: &Repo) -> (usize, u64) {
    let waiting = fs_err::read_dir(trash_of(repo)).into_iter().flatten().flatten();
    let mut removed = (0, 0);
    for entry in waiting {
        let size = entry.metadata().map_or(0, |meta| meta.len());
        if fs_err::remove_file(entry.path()).is_ok() {
            removed = (removed.0 + 1, removed.1 + size);
        }
    }
    removed
}
