//! Where the linked worktree of a session is, or is to be.

use std::path::PathBuf;

use crate::base::settings::WORKTREE_DIR;
use crate::git::{Head, LinkedWorktree, Repo, is_ref_name};

use super::super::{HistoryError, OpLog};
use super::{PREFIX, SessionError, base_name, is_free};

/// Where the worktree of a session is, or is to be.
#[derive(Debug)]
pub enum Seat {
    /// It is there.
    Stands(LinkedWorktree),
    /// It is to be made.
    Missing {
        /// The session's name.
        name: String,
    },
}

/// The worktree of the session of that name or, without one, of the session in a worktree that
/// began where HEAD stands.
pub fn seat(repo: &Repo, name: Option<&str>) -> Result<Seat, HistoryError> {
    let Some(name) = name else { return seat_of_head(repo) };
    let name = name.replace('/', "-");
    let branch = format!("{PREFIX}{name}");
    if !is_ref_name(&branch) {
        return Err(HistoryError::SessionName(name));
    }
    match standing_at(repo, &branch)? {
        Some(linked) => Ok(Seat::Stands(linked)),
        None => Ok(Seat::Missing { name }),
    }
}

fn seat_of_head(repo: &Repo) -> Result<Seat, HistoryError> {
    let head = repo.head()?;
    let base = base_name(&head);
    for number in 1_u32.. {
        let name = if number == 1 { base.clone() } else { format!("{base}-{number}") };
        let branch = format!("{PREFIX}{name}");
        if repo.worktree_of_branch(&branch)?.is_some() {
            if began_at(repo, &branch, &head)?
                && let Some(linked) = standing_at(repo, &branch)?
            {
                return Ok(Seat::Stands(linked));
            }
        } else if is_free(repo, &name)? {
            return Ok(Seat::Missing { name });
        }
    }
    Err(HistoryError::SessionName(base))
}

/// Whether the session of a branch began on the branch that HEAD is on, or detached as HEAD is.
fn began_at(repo: &Repo, branch: &str, head: &Head) -> Result<bool, HistoryError> {
    let log = OpLog::open(repo)?;
    let name = branch.strip_prefix(PREFIX).unwrap_or(branch);
    let session = super::current_session(&log, name)?;
    Ok(session.base_commit.is_some() && session.base_branch.as_deref() == head.branch())
}

/// The worktree that a branch is checked out in, which must be whole and there.
fn standing_at(repo: &Repo, branch: &str) -> Result<Option<LinkedWorktree>, HistoryError> {
    let Some(linked) = repo.worktree_of_branch(branch)? else { return Ok(None) };
    if linked.is_there() {
        Ok(Some(linked))
    } else {
        let locked = linked.locked.is_some();
        Err(SessionError::WorktreeGone { path: linked.path, locked }.into())
    }
}

/// Where the worktree of a session is made: `clada.worktreeDir`, or else beside the repository.
pub fn place_of(repo: &Repo, name: &str) -> PathBuf {
    let home = repo.home();
    let set = repo.settings().paths(WORKTREE_DIR.key).pop();
    let dir = set.unwrap_or_else(|| {
        let own = home.file_name().map(|name| name.to_string_lossy().into_owned());
        let own = own.unwrap_or_else(|| "repository".to_owned());
        PathBuf::from("..").join(format!("{}.clada", own.trim_end_matches(".git")))
    });
    plain(&home.join(dir).join(name))
}

/// The path without `.` and `..`; the directories that it begins with are real ones.
fn plain(path: &std::path::Path) -> PathBuf {
    use std::path::Component;
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => {
                plain.push(component);
            }
        }
    }
    plain
}
