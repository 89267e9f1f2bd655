//! Seeing to what an interrupted run left, and nothing else.

use std::path::PathBuf;
use std::time::Duration;

use crate::git::Repo;
use crate::history::{Course, CutShort, Recovered, WorktreeLock};
use crate::report::escape_line;

use super::desk::OperateOptions;
use super::failure::EngineError;
use super::no_git::{NoGit, PutBack, put_back_interrupted, put_back_last};

/// Sees to what an interrupted run left in a worktree. Returns what was done, a line each; none
/// where there was nothing to do.
pub fn recover(
    repo: &Repo,
    cut_short: CutShort,
    options: &OperateOptions,
) -> Result<Vec<String>, EngineError> {
    let (_lock, done) = options.owning().take_and(repo, cut_short)?;
    Ok(done)
}

/// Puts back what a run without a repository replaced: one that was cut short, or else the last.
pub fn recover_without_git(
    place: &NoGit,
    (lock_file, timeout): (Option<PathBuf>, Duration),
) -> Result<Vec<String>, EngineError> {
    let path = lock_file.unwrap_or_else(|| place.lock_path());
    let _lock = WorktreeLock::take(&path, timeout)?;
    let done = match put_back_interrupted(place)? {
        Some(done) => Some(done),
        None => put_back_last(place)?,
    };
    Ok(done.as_ref().map(told_without_git).unwrap_or_default())
}

/// What was done for a run without a repository, a line each.
pub(super) fn told_without_git(done: &PutBack) -> Vec<String> {
    let which = if done.cut_short { "a run that had been cut short" } else { "the last run" };
    let files = if done.files == 1 { "1 file".to_owned() } else { format!("{} files", done.files) };
    let mut told = vec![format!("took back {which} ({files})")];
    told.extend(done.kept.iter().map(|line| format!("  {}", escape_line(line))));
    told
}

/// What was done in a repository, a line each.
pub(super) fn told(recovered: &Recovered) -> Vec<String> {
    let Recovered { locks, operation, unmade, kept } = recovered;
    let mut told: Vec<String> = operation
        .iter()
        .map(|(id, kind, way)| {
            let did = match way {
                Course::Back => "took back",
                Course::Forward => "finished",
            };
            format!("{did} {id}, whose {} had been cut short", kind.as_str())
        })
        .collect();
    let gone =
        |path: &PathBuf| format!("removed the worktree that was being made: {}", path.display());
    told.extend(unmade.iter().map(gone).map(|line| escape_line(&line).into_owned()));
    told.extend(kept.iter().map(|line| format!("  {}", escape_line(line))));
    let lock = |lock: &PathBuf| format!("removed the lock that it left: {}", lock.display());
    told.extend(locks.iter().map(lock).map(|line| escape_line(&line).into_owned()));
    told
}
