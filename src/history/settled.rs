//! Which session is to be squashed, landed or dropped, and where its base stands.

use crate::git::{Head, ObjectId, Repo};

use super::operation::SessionRecord;
use super::session::{PREFIX, current_session, own_worktree};
use super::session_commits::{SessionCommit, commits_of};
use super::step::refuse_while_edits_wait;
use super::{Desk, HistoryError, OpLog, SessionRefusal};

const HEADS: &str = "refs/heads/";

/// A session that rests: nothing is in progress, and no step back is under way.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The session.
    pub session: SessionRecord,
    /// Its newest commit.
    pub tip: ObjectId,
    /// Where HEAD stands.
    pub head: Head,
    /// What is to be done with it, as the command is called.
    pub what: &'static str,
}

impl Settled {
    /// The session of that name, or the one that HEAD is on.
    pub fn find(
        desk: &Desk<'_>,
        log: &OpLog<'_>,
        (what, name): (&'static str, Option<&str>),
    ) -> Result<Self, HistoryError> {
        let repo = desk.repo;
        if let Some(what) = repo.in_progress() {
            return Err(HistoryError::InProgress(what));
        }
        let head = repo.head()?;
        let standing = log.standing()?;
        if let Some(branch) = standing.left_by(&head) {
            let session = branch.strip_prefix(PREFIX).unwrap_or(branch).to_owned();
            return Err(SessionRefusal::SteppedBack { session }.into());
        }
        let current = head.branch().and_then(|branch| branch.strip_prefix(PREFIX));
        let Some(name) = name.map(own_name).or(current) else {
            let at = match &head {
                Head::Branch { .. } => format!("`{}`", head.short_name()),
                Head::Detached { .. } => "a detached HEAD".to_owned(),
            };
            return Err(SessionRefusal::NoSession { at, what, sessions: sessions(repo)? }.into());
        };
        let session = current_session(log, name)?;
        refuse_while_edits_wait(&standing, &session, what)?;
        let Some(tip) = repo.read_ref(&session.branch)? else {
            let name = name.to_owned();
            return Err(SessionRefusal::Unknown { name, sessions: sessions(repo)? }.into());
        };
        Ok(Self { session, tip, head, what })
    }

    /// The same session, seen from another worktree.
    pub fn seen_from(&self, there: &Repo) -> Result<Self, HistoryError> {
        if let Some(what) = there.in_progress() {
            return Err(HistoryError::InProgress(what));
        }
        Ok(Self { head: there.head()?, ..self.clone() })
    }

    /// Whether HEAD is on it.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.head.branch() == Some(self.session.branch.as_str())
    }

    /// The commit that it began at.
    pub fn base_commit(&self) -> Result<ObjectId, SessionRefusal> {
        let Self { session, what, .. } = self;
        let session = &session.name;
        self.session
            .base_commit
            .ok_or_else(|| SessionRefusal::NoBase { session: session.clone(), what })
    }

    /// The branch that it began on, and where that stands now; `None` where it began on a
    /// detached HEAD.
    pub fn base_branch(&self, repo: &Repo) -> Result<Option<(&str, ObjectId)>, HistoryError> {
        let commit = self.base_commit()?;
        let Some(branch) = self.session.base_branch.as_deref() else { return Ok(None) };
        let Some(tip) = repo.read_ref(branch)? else {
            let session = self.session.name.clone();
            let (branch, base) = (short(branch).to_owned(), hex(commit));
            return Err(SessionRefusal::BaseGone { session, branch, base }.into());
        };
        Ok(Some((branch, tip)))
    }

    /// Its commits, the earliest first: those that its base has taken already are not among them.
    pub fn commits(&self, repo: &Repo) -> Result<Vec<SessionCommit>, HistoryError> {
        let mut hidden = vec![self.base_commit()?];
        if let Some(branch) = self.session.base_branch.as_deref() {
            hidden.extend(repo.read_ref(branch)?);
        }
        Ok(commits_of(repo, self.tip, &hidden)?)
    }

    /// Fails where HEAD is neither on the session nor on the branch it began on, or where a
    /// worktree is on the session that was not made for it.
    pub fn must_be_near(&self, repo: &Repo, log: &OpLog<'_>) -> Result<(), HistoryError> {
        if self.is_here() {
            return Ok(());
        }
        let session = self.session.name.clone();
        if let Some(path) = repo.checked_out_elsewhere(&self.session.branch)?
            && own_worktree(repo, log, &self.session.branch)?.is_none()
        {
            let path = path.display().to_string();
            return Err(SessionRefusal::Elsewhere { session, path, what: self.what }.into());
        }
        let base = self.session.base_branch.as_deref();
        if base.is_some() && self.head.branch() == base {
            return Ok(());
        }
        let branch = base.unwrap_or(&self.session.branch);
        let at = repo.checked_out_elsewhere(branch)?.map(|path| path.display().to_string());
        let branch = short(branch).to_owned();
        Err(SessionRefusal::NotHere { session, branch, at }.into())
    }
}

/// A branch's name without `refs/heads/`.
pub fn short(branch: &str) -> &str {
    branch.strip_prefix(HEADS).unwrap_or(branch)
}

/// A commit as messages name it.
pub fn hex(commit: ObjectId) -> String {
    commit.to_hex_with_len(10).to_string()
}

/// A session may be named by its branch too.
fn own_name(name: &str) -> &str {
    let name = name.strip_prefix(HEADS).unwrap_or(name);
    name.strip_prefix("clada/").unwrap_or(name)
}

fn sessions(repo: &Repo) -> Result<Vec<String>, HistoryError> {
    let names = repo.refs_below(PREFIX)?;
    Ok(names.iter().map(|(name, _)| own_name(name).to_owned()).collect())
}
