//! An operation and its way back: done, taken back, done again; or refused.

use crate::env::{Repo, Run};

/// Runs the command, takes it back and brings it back; after each step the repository must be as
/// it was. It is left as the command leaves it.
#[track_caller]
pub(crate) fn there_and_back(repo: &Repo<'_>, args: &[&str]) -> Run {
    let before = repo.snapshot();
    let run = repo.clada(args).exits(0);
    repo.assert_sound();
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.assert_sound();
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    repo.clada(&["redo"]).exits(0);
    repo.assert_sound();
    repo.snapshot().assert_same_but_log(&after, "redo does not bring back what was done");
    run
}

/// Fails unless the run is refused, says those words, and changes nothing.
#[track_caller]
pub(crate) fn refused(repo: &Repo<'_>, args: &[&str], words: &[&str]) {
    let before = repo.snapshot();
    repo.clada(args).exits(3).says(words);
    repo.snapshot().assert_same(&before, "a refused command changed something");
}

/// The subjects of the commits since `main`, the earliest first.
pub(crate) fn subjects(repo: &Repo<'_>) -> Vec<String> {
    log(repo, "%s")
}

/// A line for each commit since `main`, the earliest first.
pub(crate) fn log(repo: &Repo<'_>, format: &str) -> Vec<String> {
    let format = format!("--format={format}");
    let log = repo.git(&["log", "--reverse", "--topo-order", &format, "main..HEAD"]);
    log.lines().map(ToOwned::to_owned).collect()
}
