//! An operation that is neither apply nor undo, on its way to be prepared.

use std::collections::BTreeMap;

use crate::base::{RepoPath, TransactionId};
use crate::git::{HeadChange, ObjectId, RefChange, TreeMode};
use crate::workspace::crossing::Crossing;
use crate::workspace::disk;

use super::super::checkout::Effects;
use super::super::operation::{
    CarriedRecord, HeadRecord, Location, Move, PathRecord, RefRecord, RemovedDir, SessionRecord,
    StagedEntry, Standing, VERSION,
};
use super::super::worktree::WorktreeChange;
use super::super::{Arguments, Desk, HistoryError, OpLog, Operation, OperationKind};
use super::{Bench, Intent, Prepared};

/// What an operation is to do, and what its record says.
pub struct Draft<'r> {
    /// Its id, where a commit names it: [`Draft::id`] depends on the commits.
    pub named: Option<TransactionId>,
    /// What it is.
    pub kind: OperationKind,
    /// A line about it.
    pub summary: String,
    /// Whether all of it succeeded; what could not be merged is left for the user.
    pub success: bool,
    /// The operation that it is about, where there is one.
    pub of: Option<TransactionId>,
    /// For the record.
    pub arguments: Arguments,
    /// The session that it belongs to.
    pub session: Option<SessionRecord>,
    /// HEAD: where it stands, and where it goes.
    pub head: HeadChange,
    /// The branches.
    pub refs: Vec<RefChange>,
    /// The commit that it made.
    pub commit: Option<ObjectId>,
    /// What waits beside the commits, before and after.
    pub standing: Move<Standing>,
    /// Further commits that the log must keep; those of HEAD and of the branches are kept anyway.
    pub keep: Vec<ObjectId>,
    /// Ignored files that are carried.
    pub crossing: Option<Crossing>,
    /// What the record says of them.
    pub carried: Option<CarriedRecord>,
    /// Files and index; none: they stay, and the index is read when it is prepared.
    pub effects: Option<Effects>,
    /// The linked worktree that comes or goes with it.
    pub worktree: Option<WorktreeChange<'r>>,
}

impl<'r> Draft<'r> {
    /// A draft that leaves HEAD, refs and files as they are.
    pub fn new(
        desk: &Desk<'r>,
        log: &OpLog<'_>,
        (kind, summary): (OperationKind, String),
    ) -> Result<Self, HistoryError> {
        let head = desk.repo.head()?;
        Ok(Self {
            named: None,
            kind,
            summary,
            success: true,
            of: None,
            arguments: Arguments::default(),
            session: None,
            head: HeadChange { before: head.clone(), after: head },
            refs: Vec::new(),
            commit: None,
            standing: Move::none(log.standing()?),
            keep: Vec::new(),
            crossing: None,
            carried: None,
            effects: None,
            worktree: None,
        })
    }

    /// The id that the operation will have. The same for the same history.
    #[must_use]
    pub fn id(&self, desk: &Desk<'_>, log: &OpLog<'_>) -> TransactionId {
        let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
        let time = format!("{} {}", desk.time.seconds, desk.time.offset);
        let [before, after] = [&self.head.before, &self.head.after].map(|head| {
            let commit = head.commit().map(|commit| commit.to_string()).unwrap_or_default();
            format!("{} {commit}", head.content())
        });
        TransactionId::derive(&[
            self.kind.as_str().as_bytes(),
            time.as_bytes(),
            tip.as_bytes(),
            before.as_bytes(),
            after.as_bytes(),
        ])
    }

    /// Takes git's lock, looks whether all is as it was when the draft was made, and prepares.
    /// `log` must be as it was opened under the worktree's lock.
    pub fn prepare(self, desk: &Desk<'r>, log: &OpLog<'_>) -> Result<Prepared<'r>, HistoryError> {
        let repo = desk.repo;
        if let Some(what) = repo.in_progress() {
            return Err(HistoryError::InProgress(what));
        }
        let bench = if self.leaves_checkout_alone() {
            Bench::without_lock(repo, desk.committer, desk.lock_timeout)
        } else {
            Bench::take(repo, desk.committer, desk.lock_timeout)?
        };
        let operation = self.operation(desk, log);
        let Self { head, refs, keep, effects, worktree, crossing, .. } = self;
        let effects = effects.map_or_else(|| Effects::none(repo), Ok)?;
        let Effects { files, plans, dirs, paths, index } = effects;
        if repo.head()? != head.before {
            return Err(HistoryError::Conflict(vec!["HEAD".to_owned()]));
        }
        let index = index.refreshed(repo)?;
        verify(&paths, &index, &files)?;
        let displaced = displaced(&index, &plans)?;
        let ends = [head.before.commit(), head.after.commit(), operation.commit];
        let moved = refs.iter().flat_map(|change| [change.before, change.after]);
        let mut keep: Vec<ObjectId> =
            keep.into_iter().chain(ends.into_iter().chain(moved).flatten()).collect();
        keep.sort();
        keep.dedup();
        let operation =
            Operation { paths: paths.into_iter().chain(displaced).collect(), ..operation };
        let intent = Intent {
            files,
            crossing,
            index: plans,
            dirs,
            refs,
            head,
            keep,
            operation,
            attachments: Vec::new(),
        };
        Ok(Prepared::new(bench, log, index, intent)?.with_worktree(worktree))
    }

    /// Whether neither files nor index nor the commit that HEAD stands on change.
    fn leaves_checkout_alone(&self) -> bool {
        let quiet = |effects: &Effects| effects.files.is_empty() && effects.plans.is_empty();
        let quiet = self.effects.as_ref().is_none_or(quiet);
        let branch = self.head.before.branch();
        let moves = self.refs.iter().any(|change| Some(change.name.as_str()) == branch);
        quiet && self.crossing.is_none() && !moves && self.head.before == self.head.after
    }

    fn operation(&self, desk: &Desk<'_>, log: &OpLog<'_>) -> Operation {
        let files = self.effects.as_ref().map(|effects| &effects.files);
        let made = files.into_iter().flat_map(|files| &files.made_dirs);
        let removed = files.into_iter().flat_map(|files| &files.removed_dirs);
        Operation {
            version: VERSION,
            id: self.named.clone().unwrap_or_else(|| self.id(desk, log)),
            previous: log.tip(),
            kind: self.kind,
            time: desk.time,
            summary: self.summary.clone(),
            success: self.success,
            of: self.of.clone(),
            arguments: self.arguments.clone(),
            session: self.session.clone(),
            head: Move {
                before: HeadRecord::of(&self.head.before),
                after: HeadRecord::of(&self.head.after),
            },
            refs: self.refs.iter().map(RefRecord::of).collect(),
            commit: self.commit,
            snapshot: None,
            paths: Vec::new(),
            made_dirs: made.map(Location::of).collect(),
            removed_dirs: removed.map(RemovedDir::of).collect(),
            carried: self.carried.clone(),
            standing: self.standing.clone(),
            worktree: self.worktree.as_ref().map(WorktreeChange::record).unwrap_or_default(),
            rewritten: Vec::new(),
        }
    }
}

/// Everything that was read must be as it was found, on the disk and in the index.
fn verify(
    paths: &[PathRecord],
    index: &super::IndexView,
    files: &crate::workspace::ChangeSet,
) -> Result<(), HistoryError> {
    let mut others = disk::changed(&files.observed);
    for record in paths {
        let before = record.staged.as_ref().map(|staged| staged.before.as_slice());
        if before.is_some_and(|before| index.staged(&record.location.path) != before) {
            others.push(record.location.path.to_string());
        }
    }
    others.sort();
    others.dedup();
    if others.is_empty() { Ok(()) } else { Err(HistoryError::Conflict(others)) }
}

/// The entries of the index that make room for those of other paths, for the record.
fn displaced(
    index: &super::IndexView,
    plans: &[super::IndexPlan],
) -> Result<Vec<PathRecord>, HistoryError> {
    let displaced: BTreeMap<RepoPath, Vec<StagedEntry>> = index.displaced(plans)?;
    let is_module = |entry: &StagedEntry| entry.mode == TreeMode::Commit.bits();
    let modules = displaced.iter().filter(|(_, entries)| entries.iter().any(is_module));
    let modules: Vec<String> = modules.map(|(path, _)| path.to_string()).collect();
    if !modules.is_empty() {
        return Err(HistoryError::Submodule(modules));
    }
    Ok(displaced.into_iter().map(PathRecord::displaced).collect())
}
