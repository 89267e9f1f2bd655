//! What the tests of undo have in common: there and back, or refused.

use crate::env::{Repo, Run, Snapshot};

/// Applies, takes back and brings back; after each step the repository must be as it was.
///
/// Returns the state after the apply, in which the repository is left.
#[track_caller]
pub(crate) fn there_and_back(repo: &Repo<'_>, response: &str) -> Snapshot {
    let before = repo.snapshot();
    repo.apply(response).exits(0);
    repo.assert_sound();
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.assert_sound();
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    repo.clada(&["redo"]).exits(0);
    repo.assert_sound();
    repo.snapshot().assert_same_but_log(&after, "redo does not bring back what was applied");
    after
}

/// Fails unless the run is refused, says those words, and changes nothing.
#[track_caller]
pub(super) fn refused(repo: &Repo<'_>, args: &[&str], words: &[&str]) {
    let before = repo.snapshot();
    repo.clada(args).exits(3).says(words);
    repo.snapshot().assert_same(&before, "a refused command changed something");
}

pub(super) fn said(run: &Run) -> String {
    format!("{}{}", run.stdout, run.stderr)
}
