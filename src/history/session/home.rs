//! Whether a worktree is a session's own, and where what ends the session is done then.

use std::path::PathBuf;

use crate::git::{LinkedWorktree, Repo};

use super::super::{HistoryError, OpLog};
use super::{PREFIX, current_session};

/// Where a session that is worked on in a worktree of its own is ended from.
#[derive(Debug)]
pub struct EndsAt {
    /// The session's name.
    pub name: String,
    /// The worktree that has its base checked out.
    pub path: PathBuf,
}

/// Where the session of HEAD is ended from, where this is its own worktree, which cannot go under
/// its own feet. `None` where its base is checked out nowhere else: then this one goes back to it.
pub fn ends_at(repo: &Repo) -> Result<Option<EndsAt>, HistoryError> {
    let head = repo.head()?;
    let Some(branch) = head.branch().filter(|branch| branch.starts_with(PREFIX)) else {
        return Ok(None);
    };
    let log = OpLog::open(repo)?;
    let own = own_worktree(repo, &log, branch)?.map(|linked| linked.id);
    if own.is_none() || own != repo.worktree_id() {
        return Ok(None);
    }
    let name = branch.strip_prefix(PREFIX).unwrap_or(branch).to_owned();
    let Some(base) = current_session(&log, &name)?.base_branch else { return Ok(None) };
    let path = repo.checked_out_elsewhere(&base)?;
    Ok(path.map(|path| EndsAt { name, path }))
}

/// The linked worktree that was made for the session of a branch, and is on it.
pub fn own_worktree(
    repo: &Repo,
    log: &OpLog<'_>,
    branch: &str,
) -> Result<Option<LinkedWorktree>, HistoryError> {
    let Some(linked) = repo.worktree_of_branch(branch)? else { return Ok(None) };
    let mut made = log.made_for(branch)?;
    for other in log.others()? {
        made.extend(other.made_for(branch)?);
    }
    Ok(made.contains(&linked.id).then_some(linked))
}
