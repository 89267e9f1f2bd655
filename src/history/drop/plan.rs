//! What dropping a session is to do, worked out; and preparing it.

use crate::base::RepoPath;
use crate::git::{Head, HeadChange, Repo};

use super::super::checkout::{Checkout, Route};
use super::super::close::{Closing, refuse_own_edits};
use super::super::session_commits::{CommitKind, SessionCommit};
use super::super::settled::{Settled, short};
use super::super::transaction::{Draft, Prepared};
use super::super::{Desk, HistoryError, OpLog, OperationKind, SessionRefusal};
use super::edits::edits_on;

/// What becomes of the user's own commits on the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnCommits {
    /// Where there are any, the session is not dropped.
    Refuse,
    /// They are dropped too; the log keeps them.
    Drop,
}

/// What dropping a session is to do.
pub struct DropPlan<'r> {
    settled: Settled,
    head: Head,
    checkout: Option<Checkout<'r>>,
    /// How many commits are dropped.
    pub count: usize,
    /// The files in which edits of the user's come back, sorted.
    pub edited: Vec<RepoPath>,
}

impl<'r> DropPlan<'r> {
    /// Works out what dropping a session is to do. Refused over the user's own commits, where an
    /// uncommitted edit is in the way, and where an edit cannot come back.
    pub fn work_out(
        desk: &Desk<'r>,
        settled: Settled,
        own: OwnCommits,
    ) -> Result<Self, HistoryError> {
        let repo = desk.repo;
        let head = head_then(&settled, repo)?;
        let commits = settled.commits(repo)?;
        if own == OwnCommits::Refuse {
            refuse_own_commits(&settled, &commits)?;
        }
        let from = repo.tree_of(settled.head.commit())?;
        let to = repo.tree_of(head.commit())?;
        let edits = edits_on(desk, (&settled, &commits), to)?;
        let edited: Vec<RepoPath> = edits.iter().map(|edit| edit.path.clone()).collect();
        let checkout = if from == to && edits.is_empty() {
            None
        } else {
            let mut checkout = Checkout::look(desk, Route { from, to, further: &edited })?;
            refuse_own_edits(&checkout)?;
            checkout.carry(&edits)?;
            Some(checkout)
        };
        Ok(Self { settled, head, checkout, count: commits.len(), edited })
    }

    /// The session's name.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.settled.session.name
    }

    /// Prepares all moves: HEAD, the session's branch and the files.
    pub fn prepare(self, desk: &Desk<'r>, log: &OpLog<'_>) -> Result<Prepared<'r>, HistoryError> {
        let Self { settled, head, checkout, .. } = self;
        let summary = short(&settled.session.branch).to_owned();
        let mut draft = Draft::new(desk, log, (OperationKind::Drop, summary))?;
        draft.head = HeadChange { before: settled.head.clone(), after: head };
        let Closing { refs, worktree } = Closing::of(desk, log, &settled)?;
        (draft.refs, draft.worktree) = (refs, worktree);
        draft.session = Some(settled.session);
        draft.effects = checkout.map(Checkout::effects).transpose()?;
        draft.prepare(desk, log)
    }
}

/// Where HEAD is to stand: on the base, or on its commit where that branch is checked out in
/// another worktree.
fn head_then(settled: &Settled, repo: &Repo) -> Result<Head, HistoryError> {
    Ok(match settled.base_branch(repo)? {
        Some((name, commit)) if repo.is_checked_out_elsewhere(name) => Head::Detached { commit },
        Some((name, commit)) => Head::Branch { name: name.to_owned(), commit: Some(commit) },
        None => Head::Detached { commit: settled.base_commit()? },
    })
}

fn refuse_own_commits(settled: &Settled, commits: &[SessionCommit]) -> Result<(), SessionRefusal> {
    let own = commits.iter().filter(|commit| commit.kind == CommitKind::Own);
    let own: Vec<String> = own.map(SessionCommit::shown).collect();
    if own.is_empty() {
        return Ok(());
    }
    Err(SessionRefusal::OwnCommits { session: settled.session.name.clone(), commits: own })
}
