//! Which sessions there are.

use std::path::PathBuf;

use crate::git::{ObjectId, Repo};

use super::super::operation::SessionRecord;
use super::super::{HistoryError, OpLog};
use super::{PREFIX, current_session, stands_on};

/// A session that has a branch.
#[derive(Clone, Debug)]
pub struct ListedSession {
    /// Its name and branch, and the base that it stands on.
    pub session: SessionRecord,
    /// The commit that it stands at.
    pub tip: ObjectId,
    /// How many commits it has since its base, where that is known.
    pub commits: Option<usize>,
    /// The top of the worktree that it is checked out in.
    pub checked_out: Option<PathBuf>,
    /// Whether that is a linked worktree.
    pub linked: bool,
    /// Whether it is the one that is worked on here, also while HEAD is stepped back from it.
    pub current: bool,
}

/// All sessions, by name.
pub fn sessions(repo: &Repo) -> Result<Vec<ListedSession>, HistoryError> {
    let log = OpLog::open(repo)?;
    let head = repo.head()?;
    let standing = log.standing()?;
    let here = standing.left_by(&head).or_else(|| head.branch());
    let mut listed = Vec::new();
    for (branch, tip) in repo.refs_below(PREFIX)? {
        let name = branch.strip_prefix(PREFIX).unwrap_or(&branch);
        let mut session = current_session(&log, name)?;
        session.base_commit = stands_on(repo, &session, tip)?;
        let commits = session.base_commit.map(|base| repo.count_commits(tip, base)).transpose()?;
        let linked = repo.worktree_of_branch(&branch)?;
        listed.push(ListedSession {
            commits,
            checked_out: repo.checked_out_at(&branch)?,
            linked: linked.is_some(),
            current: here == Some(&branch),
            session,
            tip,
        });
    }
    Ok(listed)
}
