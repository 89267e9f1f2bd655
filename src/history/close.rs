//! What land and drop have in common: a session ends, and the files follow.

use crate::git::RefChange;

use super::checkout::Checkout;
use super::session::own_worktree;
use super::settled::Settled;
use super::worktree::{LeavingWorktree, WorktreeChange};
use super::{Desk, HistoryError, OpLog, SessionRefusal};

/// What goes with a session when it ends: its branch, and the worktree that was made for it.
pub struct Closing<'r> {
    /// The branch.
    pub refs: Vec<RefChange>,
    /// The worktree.
    pub worktree: Option<WorktreeChange<'r>>,
}

impl<'r> Closing<'r> {
    /// Of a session that HEAD is on, or that nobody is on but the worktree that was made for it.
    /// Refused where that worktree holds anything of the user's.
    pub fn of(desk: &Desk<'r>, log: &OpLog<'_>, settled: &Settled) -> Result<Self, HistoryError> {
        let name = settled.session.branch.clone();
        let leaving = if !settled.is_here() && own_worktree(desk.repo, log, &name)?.is_some() {
            LeavingWorktree::of_branch(desk, &name)?
        } else {
            None
        };
        let refs = vec![RefChange { name, before: Some(settled.tip), after: None }];
        Ok(Self { refs, worktree: leaving.map(WorktreeChange::Leaving) })
    }
}

/// Fails, with the paths, where an edit of the user's is in the way.
pub fn refuse_own_edits(checkout: &Checkout<'_>) -> Result<(), HistoryError> {
    let paths: Vec<String> = checkout
        .own_edits()
        .filter_map(|place| Some(format!("{} ({})", place.path, place.own?.as_str())))
        .collect();
    if paths.is_empty() { Ok(()) } else { Err(SessionRefusal::Dirty { paths }.into()) }
}
