//! The linked worktree that was to come or to go with a transaction that was cut short.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::git::{Head, LinkedWorktree, Removal, Repo};

use super::super::journal::GitPart;
use super::super::operation::WorktreeRecord;
use super::super::worktree::{NewWorktree, discard};
use super::super::{Desk, HistoryError, WorktreeLock};
use super::files::Course;
use super::recover;

/// Removes a worktree whose making was cut off before there was more of its operation. Returns
/// what was removed, and what was kept of the user's, a line each.
pub fn unmake(
    repo: &Repo,
    path: &Path,
    timeout: Duration,
) -> Result<(Option<PathBuf>, Vec<String>), HistoryError> {
    // git may outlive the process that was cut short.
    repo.wait_for_worktrees(timeout)?;
    let real = path.canonicalize().ok();
    let is_it = |linked: &LinkedWorktree| {
        let same = linked.path == path || real.is_some() && linked.path.canonicalize().ok() == real;
        same && linked.is_being_made() && linked.branch().is_none()
    };
    match repo.linked_worktrees()?.into_iter().find(is_it) {
        Some(linked) => {
            let kept = removed(repo, &linked, timeout)?;
            Ok((kept.is_empty().then(|| linked.path.clone()), kept))
        }
        None => Ok((None, Vec::new())),
    }
}

/// Brings the worktree of a journal to one side of it; the refs are there. Returns what was kept
/// of the user's, a line each.
pub fn finish(desk: &Desk<'_>, part: &GitPart, way: Course) -> Result<Vec<String>, HistoryError> {
    let worktree = &part.operation.worktree;
    if worktree.before != worktree.after {
        desk.repo.wait_for_worktrees(desk.lock_timeout)?;
    }
    match (&worktree.before, &worktree.after, way) {
        (None, Some(record), Course::Back) | (Some(record), None, Course::Forward) => {
            let linked = find(desk.repo, record)?;
            linked.map_or_else(
                || Ok(Vec::new()),
                |linked| removed(desk.repo, &linked, desk.lock_timeout),
            )
        }
        (Some(record), None, Course::Back) => {
            // git may have been cut off among its files.
            let stands = find(desk.repo, record)?.filter(|linked| linked.path.exists());
            stands.map_or(Ok(()), |linked| linked.restore_missing(desk.repo))?;
            make_whole(desk, record)
        }
        (None, Some(record), Course::Forward) => make_whole(desk, record),
        (None, None, _) | (Some(_), Some(_), _) => Ok(Vec::new()),
    }
}

fn find(repo: &Repo, record: &WorktreeRecord) -> Result<Option<LinkedWorktree>, HistoryError> {
    let linked = repo.linked_worktrees()?;
    Ok(linked.into_iter().find(|linked| linked.id == record.id))
}

/// Removes it, unless it holds anything of the user's.
fn removed(
    repo: &Repo,
    linked: &LinkedWorktree,
    timeout: Duration,
) -> Result<Vec<String>, HistoryError> {
    let path = linked.path.display();
    linked.name_repository()?;
    if linked.is_checked_out() && !linked.holds(repo)?.is_empty() {
        return Ok(vec![format!("the worktree {path} holds changes: it is kept")]);
    }
    discard(repo, linked, timeout)?;
    Ok(Vec::new())
}

/// Makes it where it is gone, and puts it on its branch.
fn make_whole(desk: &Desk<'_>, record: &WorktreeRecord) -> Result<Vec<String>, HistoryError> {
    let WorktreeRecord { path, branch, .. } = record;
    let Some(at) = desk.repo.read_ref(branch)? else {
        return Ok(vec![format!("{branch} is gone: its worktree {} is too", path.display())]);
    };
    let Some(linked) = find(desk.repo, record)? else {
        desk.repo.remove_remains(&record.id)?;
        NewWorktree::make_again(desk, (path, branch), at)?;
        return Ok(Vec::new());
    };
    if !linked.path.exists() {
        // Its removal was cut off after its files.
        desk.repo.remove_worktree(&linked, Removal::Forced, desk.lock_timeout)?;
        NewWorktree::make_again(desk, (path, branch), at)?;
        return Ok(Vec::new());
    }
    if !linked.is_there() {
        return Ok(vec![format!("the worktree {} is gone", path.display())]);
    }
    let there = desk.repo.open_linked(&linked)?;
    let _lock =
        WorktreeLock::take(&WorktreeLock::default_path(&linked.git_dir), desk.lock_timeout)?;
    // What was cut off there on the way to the branch has left its own locks.
    recover(&there, desk.time, desk.lock_timeout)?;
    if !linked.is_being_made() {
        return Ok(Vec::new());
    }
    let at_it = there.head()?;
    let mut new = NewWorktree::left(desk, (linked, branch), at);
    if at_it == (Head::Detached { commit: at }) {
        new.settle()?;
    }
    new.finish()?;
    Ok(Vec::new())
}
