//! Going from one side of a recorded operation to the other.

use std::collections::HashMap;

use crate::base::{RepoPath, TransactionId};
use crate::git::{Head, HeadChange, ObjectId, RefChange, TreeEntry, TreeMode};
use crate::policy::{Access, GrantedPath};
use crate::workspace::{ChangeSet, FileState, Overlay};

use super::super::checkout::dirs_between;
use super::super::operation::{
    FileRecord, FileType, HeadRecord, Location, Move, Operation, PathRecord, RefRecord, RemovedDir,
    StagedEntry, VERSION, WorktreeRecord,
};
use super::super::transaction::{Bench, IndexPlan, IndexView, Intent, Prepared};
use super::super::worktree::{LeavingWorktree, NewWorktree, WorktreeChange};
use super::super::{Desk, HistoryError, OpLog, OperationKind, Recorded};
use super::check;

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To how it was before the operation.
    Undo,
    /// To how it was after it.
    Redo,
}

impl Direction {
    fn kind(self) -> OperationKind {
        match self {
            Self::Undo => OperationKind::Undo,
            Self::Redo => OperationKind::Redo,
        }
    }

    fn pick<T>(self, both: &Move<T>) -> (&T, &T) {
        match self {
            Self::Undo => (&both.after, &both.before),
            Self::Redo => (&both.before, &both.after),
        }
    }
}

/// The side of an operation that is left: what must be true now.
pub struct Side<'a> {
    pub head: &'a HeadRecord,
    pub refs: Vec<(&'a str, Option<ObjectId>)>,
    /// The branches that go, but for one whose worktree goes with it.
    pub ends: Vec<&'a str>,
    /// A branch that HEAD goes back to, and where it must still be.
    pub base_branch: Option<(&'a str, ObjectId)>,
    /// The branch that HEAD goes to, where it goes to another one.
    pub goes_to: Option<&'a str>,
}

/// A way from one side of an operation to the other.
pub struct Journey<'r> {
    /// What to work with; its gate grants the recorded paths again.
    pub desk: &'r Desk<'r>,
    /// Which way.
    pub direction: Direction,
}

impl<'r> Journey<'r> {
    /// Prepares the way back from (or to) a recorded operation. Refused where anything is not as
    /// the operation left it.
    pub fn prepare(&self, recorded: &Recorded) -> Result<Prepared<'r>, HistoryError> {
        let operation = &recorded.operation;
        if let Some(what) = self.desk.repo.in_progress() {
            return Err(HistoryError::InProgress(what));
        }
        let bench = Bench::take(self.desk.repo, self.desk.committer, self.desk.lock_timeout)?;
        let log = OpLog::open(self.desk.repo)?;
        let paths = operation.paths.iter().filter(|path| path.location.root.is_none());
        let index = IndexView::read(self.desk.repo, paths.map(|path| &path.location.path))?;
        let head = self.desk.repo.head()?;
        let changes = self.checked_changes(operation, &head, &index)?;
        let mut intent = self.intent(operation, (&log, head), &index, changes)?;
        let worktree = self.worktree(operation)?;
        intent.operation.worktree =
            worktree.as_ref().map(WorktreeChange::record).unwrap_or_default();
        Ok(Prepared::new(bench, &log, index, intent)?.with_worktree(worktree))
    }

    /// The linked worktree that comes back or goes again.
    fn worktree(&self, of: &Operation) -> Result<Option<WorktreeChange<'r>>, HistoryError> {
        let (from, to) = self.direction.pick(&of.worktree);
        match (from, to) {
            (Some(from), None) => Ok(LeavingWorktree::of_branch(self.desk, &from.branch)?
                .filter(|leaving| leaving.record().id == from.id)
                .map(WorktreeChange::Leaving)),
            (None, Some(WorktreeRecord { path, branch, .. })) => {
                let moves = of.refs.iter().find(|change| change.name == *branch);
                let at = match moves.map(|change| self.ref_change(change).after) {
                    Some(after) => after,
                    None => self.desk.repo.read_ref(branch)?,
                };
                let Some(at) = at else { return Ok(None) };
                let new = NewWorktree::make(self.desk, (path, branch), at)?;
                Ok(Some(WorktreeChange::New(new)))
            }
            (None | Some(_), _) => Ok(None),
        }
    }

    fn checked_changes(
        &self,
        operation: &Operation,
        head: &Head,
        index: &IndexView,
    ) -> Result<ChangeSet, HistoryError> {
        let mut changed = check::changed_since(self.desk.repo, head, &self.side(operation))?;
        let mut overlay = Overlay::new();
        let mut states = Vec::with_capacity(operation.paths.len());
        for record in &operation.paths {
            let path = match self.grant(&record.location) {
                Ok(path) => path,
                Err(refusal) => {
                    changed.push(refusal);
                    continue;
                }
            };
            let (from, to) = self.direction.pick(&record.file);
            let now = overlay.state(&path)?;
            if let Some(what) = check::file_changed(self.desk.repo, &now, from.as_ref())? {
                changed.push(check::line(&path, what));
            }
            let staged = record.staged.as_ref().map(|both| self.direction.pick(both).0.as_slice());
            if path.worktree_path().is_some_and(|path| index.is_in_submodule(path)) {
                changed.push(check::line(&path, "is in a submodule"));
            }
            if check::staging_changed(index, record, staged) {
                changed.push(check::line(&path, "is staged otherwise"));
            }
            states.push((path, self.state(to.as_ref())?));
        }
        if changed.is_empty() {
            return self.changes(operation, overlay, states);
        }
        Err(self.refused(operation, changed))
    }

    fn refused(&self, operation: &Operation, changed: Vec<String>) -> HistoryError {
        HistoryError::Refused {
            action: self.direction.kind().as_str(),
            id: operation.id.to_string(),
            changed,
        }
    }

    /// What has to change: files go, then directories go and come, then files come back.
    fn changes(
        &self,
        operation: &Operation,
        mut overlay: Overlay,
        states: Vec<(GrantedPath, FileState)>,
    ) -> Result<ChangeSet, HistoryError> {
        let (gone, back): (Vec<_>, Vec<_>) =
            states.into_iter().partition(|(_, state)| *state == FileState::Absent);
        for (path, state) in gone {
            overlay.restore(&path, state)?;
        }
        let modes = self.directories(operation, &mut overlay);
        let mut blocked = Vec::new();
        for (path, state) in back {
            match overlay.restore(&path, state) {
                Ok(()) => {}
                Err(error) => blocked.push(check::line(&path, check::in_the_way(error)?)),
            }
        }
        if !blocked.is_empty() {
            return Err(self.refused(operation, blocked));
        }
        let mut changes = overlay.into_changes();
        changes.dir_modes = modes;
        Ok(changes)
    }

    /// Directories that were made go where they are empty, and those that were removed come back,
    /// with the permission bits that they had.
    fn directories(
        &self,
        operation: &Operation,
        overlay: &mut Overlay,
    ) -> HashMap<GrantedPath, u32> {
        let removed = operation.removed_dirs.iter();
        let made = operation.made_dirs.iter().map(|location| (location, None));
        let removed = removed.map(|dir| (&dir.location, Some(dir.mode)));
        let (go, come): (Vec<_>, Vec<_>) = match self.direction {
            Direction::Undo => (made.rev().collect(), removed.rev().collect()),
            Direction::Redo => (removed.collect(), made.collect()),
        };
        for path in go.into_iter().filter_map(|(location, _)| self.grant(location).ok()) {
            // One that the user has put something into stays.
            let _ = overlay.remove_dir(&path);
        }
        let mut modes = HashMap::new();
        for (location, mode) in come {
            let Ok(path) = self.grant(location) else { continue };
            // One that is there already is as good.
            if overlay.create_dir(&path).is_ok()
                && let Some(mode) = mode
            {
                modes.insert(path, mode);
            }
        }
        modes
    }

    fn grant(&self, location: &Location) -> Result<GrantedPath, String> {
        let granted = match &location.root {
            None => self.desk.gate.grant_in(&location.path, Access::Entry),
            Some(root) => {
                self.desk.gate.grant_absolute(&root.join(location.path.as_path()), Access::Entry)
            }
        };
        granted.map_err(|refusal| refusal.message)
    }

    fn state(&self, record: Option<&FileRecord>) -> Result<FileState, HistoryError> {
        let Some(record) = record else { return Ok(FileState::Absent) };
        let content = self.desk.repo.blob(record.blob)?;
        Ok(match record.kind {
            FileType::File => FileState::File { content: content.into(), mode: record.mode },
            FileType::Link => FileState::Link { target: content.into() },
        })
    }

    fn side<'o>(&self, operation: &'o Operation) -> Side<'o> {
        let (head, to) = self.direction.pick(&operation.head);
        let refs = operation.refs.iter().map(|change| {
            let (from, _) = match self.direction {
                Direction::Undo => (change.after, change.before),
                Direction::Redo => (change.before, change.after),
            };
            (change.name.as_str(), from)
        });
        let moves = head.branch != to.branch;
        let in_refs = |name: &str| operation.refs.iter().any(|change| change.name == name);
        let goes_to = to.branch.as_deref().filter(|_| moves);
        let base = goes_to.filter(|name| !in_refs(name));
        let leaving = self.leaving(operation);
        let ends = operation.refs.iter().filter(|change| self.ref_change(change).after.is_none());
        let ends = ends.map(|change| change.name.as_str()).filter(|name| Some(*name) != leaving);
        let base_branch = base.zip(to.commit);
        Side { head, refs: refs.collect(), ends: ends.collect(), base_branch, goes_to }
    }

    /// The branch of the worktree that goes with it and is the one that was made.
    fn leaving<'o>(&self, of: &'o Operation) -> Option<&'o str> {
        let (from, to) = self.direction.pick(&of.worktree);
        let from = from.as_ref().filter(|_| to.is_none())?;
        let linked = self.desk.repo.worktree_of_branch(&from.branch).ok().flatten()?;
        (linked.id == from.id).then_some(from.branch.as_str())
    }

    fn intent(
        &self,
        of: &Operation,
        (log, head): (&OpLog<'_>, Head),
        index: &IndexView,
        changes: ChangeSet,
    ) -> Result<Intent, HistoryError> {
        let (_, to) = self.direction.pick(&of.head);
        let after = to.head(&head);
        let trees = (self.desk.repo.tree_of(head.commit())?, self.desk.repo.tree_of(to.commit)?);
        let plans = self.plans(of, trees.1)?;
        let dirs = dirs_between(self.desk.repo, &plans, trees)?;
        let refs: Vec<RefChange> = of.refs.iter().map(|change| self.ref_change(change)).collect();
        let kind = self.direction.kind();
        let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
        let seconds = self.desk.time.seconds.to_le_bytes();
        let id = TransactionId::derive(&[
            kind.as_str().as_bytes(),
            of.id.as_str().as_bytes(),
            tip.as_bytes(),
            &seconds,
        ]);
        let operation = Operation {
            version: VERSION,
            id,
            previous: log.tip(),
            kind,
            time: self.desk.time,
            summary: of.summary.clone(),
            success: true,
            of: Some(of.id.clone()),
            arguments: of.arguments.clone(),
            session: of.session.clone(),
            head: Move { before: HeadRecord::of(&head), after: to.clone() },
            refs: refs.iter().map(RefRecord::of).collect(),
            commit: of.commit,
            snapshot: of.snapshot,
            paths: of.paths.iter().map(|path| self.path_record(path, index)).collect(),
            made_dirs: changes.made_dirs.iter().map(Location::of).collect(),
            removed_dirs: changes.removed_dirs.iter().map(RemovedDir::of).collect(),
            standing: Move {
                before: log.standing()?,
                after: self.direction.pick(&of.standing).1.clone(),
            },
            worktree: Move::default(),
        };
        let keep = [of.head.before.commit, of.head.after.commit, of.snapshot, of.commit];
        Ok(Intent {
            files: changes,
            index: plans,
            dirs,
            refs,
            head: HeadChange { before: head, after },
            keep: keep.into_iter().flatten().collect(),
            operation,
            attachments: Vec::new(),
        })
    }

    fn ref_change(&self, record: &RefRecord) -> RefChange {
        let RefRecord { name, before, after } = record.clone();
        match self.direction {
            Direction::Undo => RefChange { name, before: after, after: before },
            Direction::Redo => RefChange { name, before, after },
        }
    }

    fn path_record(&self, record: &PathRecord, index: &IndexView) -> PathRecord {
        let mut record = record.clone();
        if self.direction == Direction::Undo {
            record.file = record.file.reversed();
            record.staged = record.staged.map(Move::reversed);
        }
        if let Some(staged) = &mut record.staged {
            staged.before = index.staged(&record.location.path);
        }
        record
    }

    /// What the index is to hold: what it held on the other side.
    fn plans(&self, of: &Operation, tree: ObjectId) -> Result<Vec<IndexPlan>, HistoryError> {
        let records: Vec<&PathRecord> =
            of.paths.iter().filter(|path| path.staged.is_some()).collect();
        let paths: Vec<&RepoPath> = records.iter().map(|record| &record.location.path).collect();
        let in_tree = self.desk.repo.find_entries(tree, &paths)?;
        let plans = records.iter().zip(in_tree).filter_map(|(record, in_tree)| {
            let staged = record.staged.as_ref()?;
            let (_, entries) = self.direction.pick(staged);
            let (_, file) = self.direction.pick(&record.file);
            Some(IndexPlan {
                path: record.location.path.clone(),
                entries: entries.clone(),
                fresh: is_entry(entries, file.as_ref()),
                matches_tree: agrees(entries, in_tree),
                on_disk: record.file.before != record.file.after,
            })
        });
        Ok(plans.collect())
    }
}

/// Whether the entries are one entry that is the file, as git stores it.
fn is_entry(entries: &[StagedEntry], file: Option<&FileRecord>) -> bool {
    let ([entry], Some(file)) = (entries, file) else { return false };
    let executable = file.mode.is_some_and(|mode| mode & 0o100 != 0);
    let mode = match file.kind {
        FileType::Link => TreeMode::Link,
        FileType::File if executable => TreeMode::Executable,
        FileType::File => TreeMode::File,
    };
    entry.stage == 0 && file.git_blob == Some(entry.id) && entry.mode == mode.bits()
}

/// Whether the index's entries are what the tree has.
fn agrees(entries: &[StagedEntry], in_tree: Option<TreeEntry>) -> bool {
    match (entries, in_tree) {
        ([], None) => true,
        ([entry], Some(tree)) => {
            entry.stage == 0 && entry.id == tree.id && entry.mode == tree.mode.bits()
        }
        _ => false,
    }
}
