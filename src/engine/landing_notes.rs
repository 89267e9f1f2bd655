//! What a person should know of where a response landed.

use crate::history::{Landed, Published};

/// What the user has edited while the response was written out: those edits stand in the files.
pub(super) fn edited(published: &Published) -> Option<String> {
    if published.edited.is_empty() {
        return None;
    }
    let paths = published.edited.join(", ");
    Some(format!("changed by someone else since they were written, and left so: {paths}"))
}

/// What was written and not committed.
pub(super) fn notes(landed: &Landed) -> Vec<String> {
    if landed.not_committed.is_empty() {
        return Vec::new();
    }
    let paths = landed.not_committed.join(", ");
    vec![format!("written but not committed (ignored by git, or outside the worktree): {paths}")]
}
