//! What a landing is to do, worked out; and preparing it.

use crate::git::{Head, HeadChange, ObjectId, RefChange, Repo};

use super::super::checkout::{Checkout, Route};
use super::super::close::{Closing, refuse_own_edits};
use super::super::settled::{Settled, hex, short};
use super::super::transaction::{Draft, Prepared};
use super::super::{Desk, HistoryError, OpLog, OperationKind, SessionRefusal};
use super::take::{LandOptions, LandWay, Taken, take};

/// What a landing is to do: in the worktree whose HEAD is, or goes, on the base branch.
pub struct LandPlan<'r> {
    settled: Settled,
    base: (String, ObjectId),
    taken: Taken,
    checkout: Option<Checkout<'r>>,
    /// How many commits the session has that the base has not.
    pub count: usize,
}

impl<'r> LandPlan<'r> {
    /// Works out what the landing of a session is to do. Refused where the sides contradict each
    /// other, or an edit of the user's is in the way.
    pub fn work_out(
        desk: &Desk<'r>,
        settled: Settled,
        options: &LandOptions,
    ) -> Result<Self, HistoryError> {
        let (branch, base) = base_of(&settled, desk.repo)?;
        let count = desk.repo.count_commits(settled.tip, base)?;
        let taken = take(desk, &settled, (&branch, base), options.mode)?;
        let from = desk.repo.tree_of(settled.head.commit())?;
        let checkout = if from == taken.tree {
            None
        } else {
            let route = Route { from, to: taken.tree, further: &[] };
            let checkout = Checkout::look(desk, route)?;
            refuse_own_edits(&checkout)?;
            Some(checkout)
        };
        Ok(Self { settled, base: (branch, base), taken, checkout, count })
    }

    /// How the base takes the commits.
    #[must_use]
    pub fn way(&self) -> LandWay {
        self.taken.way
    }

    /// The session's name.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.settled.session.name
    }

    /// The base branch, without `refs/heads/`.
    #[must_use]
    pub fn branch(&self) -> &str {
        short(&self.base.0)
    }

    /// Where the base branch is.
    #[must_use]
    pub fn base(&self) -> ObjectId {
        self.base.1
    }

    /// Writes the commit that the base is then at, where it is a new one, and prepares all moves:
    /// the base, the session's branch, HEAD and the files. Returns the base's commit too.
    pub fn prepare(
        self,
        desk: &Desk<'r>,
        log: &OpLog<'_>,
        options: &LandOptions,
    ) -> Result<(Prepared<'r>, ObjectId), HistoryError> {
        let Self { settled, base: (branch, base), taken, checkout, .. } = self;
        let commit = taken.write(desk, &settled, (&branch, base), options.message.as_deref())?;
        let summary = format!("{} into {}", short(&settled.session.branch), short(&branch));
        let mut draft = Draft::new(desk, log, (OperationKind::Land, summary))?;
        let after = Head::Branch { name: branch.clone(), commit: Some(commit) };
        draft.head = HeadChange { before: settled.head.clone(), after };
        let Closing { refs, worktree } = Closing::of(desk, log, &settled)?;
        (draft.refs, draft.worktree) = (refs, worktree);
        if commit != base {
            draft.refs.push(RefChange { name: branch, before: Some(base), after: Some(commit) });
        }
        let made = matches!(taken.way, LandWay::Merge | LandWay::Squash);
        draft.commit = made.then_some(commit);
        draft.session = Some(settled.session);
        draft.effects = checkout.map(Checkout::effects).transpose()?;
        Ok((draft.prepare(desk, log)?, commit))
    }
}

/// HEAD leaves a session whose base is checked out, and takes its commits, in another worktree:
/// it stays on the commit, and no file changes. `there`: the landing in that worktree.
pub fn leave_for_landing<'r>(
    desk: &Desk<'r>,
    log: &OpLog<'_>,
    (settled, there): (&Settled, Prepared<'r>),
) -> Result<Prepared<'r>, HistoryError> {
    let summary = format!("{} in another worktree", short(&settled.session.branch));
    let mut draft = Draft::new(desk, log, (OperationKind::Land, summary))?;
    let after = Head::Detached { commit: settled.tip };
    draft.head = HeadChange { before: settled.head.clone(), after };
    draft.session = Some(settled.session.clone());
    Ok(draft.prepare(desk, log)?.with(there))
}

/// The base branch and where it is.
fn base_of(settled: &Settled, repo: &Repo) -> Result<(String, ObjectId), HistoryError> {
    if let Some((branch, commit)) = settled.base_branch(repo)? {
        return Ok((branch.to_owned(), commit));
    }
    let base = hex(settled.base_commit()?);
    Err(SessionRefusal::NoBranch { session: settled.session.name.clone(), base }.into())
}
