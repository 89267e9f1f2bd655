//! Going from one side of a recorded operation to the other.

use crate::git::{DirWritten, Head, HeadChange, ObjectId, RefChange, Repo, Three};
use crate::workspace::Overlay;
use crate::workspace::crossing::Side;

use super::super::checkout::{Effects, dirs_between};
use super::super::operation::WorktreeRecord;
use super::super::transaction::{self, Draft, IndexPlan, IndexView, Prepared};
use super::super::worktree::{LeavingWorktree, NewWorktree, WorktreeChange};
use super::super::{Desk, HistoryError, OpLog, Operation, OperationKind};
use super::check::{Obstacle, ObstacleKind, branches};
use super::choose::Leg;
use super::directories::changes;
use super::manner::{Direction, Manner};
use super::opened::Opened;
use super::stop::{Settled, Stop, settle};
use super::way::Way;

/// A way from one side of an operation to the other.
pub struct Journey<'r> {
    /// What to work with; its gate grants the recorded paths again.
    pub desk: &'r Desk<'r>,
    /// Which way.
    pub direction: Direction,
    /// What becomes of what has changed since.
    pub manner: Manner,
}

/// An undo or redo that is ready.
pub struct Travelling<'r> {
    /// To be published.
    pub prepared: Prepared<'r>,
    /// What had changed since, a line each, and was merged or made room.
    pub changed: Vec<String>,
    /// The paths at which ours and theirs could not be merged, and why.
    pub conflicts: Vec<(String, &'static str)>,
    /// Ignored files that stay as they are although the operation changed them, a line each.
    pub stays: Vec<String>,
    /// Whether HEAD and the branches stay although the operation moved them.
    pub branch_stays: bool,
    /// Files that are closed again where they stay.
    _opened: Opened,
}

/// Whether HEAD and the branches go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Going {
    /// Back from where they were left.
    Back,
    /// Back, from commits that were made since.
    BackOverCommits,
    /// They stay where they are.
    Nowhere,
}

/// What stands on the way.
struct Looked<'w> {
    /// What is not as it was left.
    found: Vec<Obstacle>,
    stops: Vec<Stop<'w>>,
    overlay: Overlay,
    index: IndexView,
    opened: Opened,
}

impl<'w> Looked<'w> {
    fn look(way: &Way<'w>, head: &Head) -> Result<Self, HistoryError> {
        let repo = way.desk.repo;
        let mut found = branches(repo, head, way.left)?;
        let paths = way.left.paths.iter().filter(|path| path.location.root.is_none());
        let index = IndexView::read(repo, paths.map(|path| &path.location.path))?;
        let (mut overlay, mut opened) = (Overlay::new(), Opened::default());
        let mut stops = Vec::with_capacity(way.left.paths.len());
        for record in &way.left.paths {
            let seen = ((&mut overlay, &mut opened), &index);
            stops.extend(Stop::look(way, record, seen, &mut found)?);
        }
        Ok(Self { found, stops, overlay, index, opened })
    }
}

/// Where HEAD and the branches go.
struct Refs {
    head: HeadChange,
    branches: Vec<RefChange>,
    /// The trees of which the index's own trees are made; none where they are not known.
    trees: Option<(ObjectId, ObjectId)>,
}

impl<'r> Journey<'r> {
    /// Prepares the way. Refused where something has changed that the manner does not allow for.
    pub fn prepare(&self, log: &OpLog<'_>, leg: &Leg) -> Result<Travelling<'r>, HistoryError> {
        let repo = self.desk.repo;
        if let Some(what) = repo.in_progress() {
            return Err(HistoryError::InProgress(what));
        }
        let left = &leg.newest.operation;
        let way = Way::of(self.desk, left);
        let head = repo.head()?;
        let Looked { found, stops, overlay, index, opened } = Looked::look(&way, &head)?;
        self.admit(leg, &head, &found)?;
        let going = self.going(&found);
        let settled = self.settle(leg, stops, &index)?;
        let conflicts: Vec<_> = settled
            .iter()
            .filter_map(|path| Some((path.path.shown().to_owned(), path.conflict?)))
            .collect();
        let files = settled.iter().map(|path| (path.path.clone(), path.state.clone())).collect();
        let files =
            changes(&way, overlay, files)?.map_err(|blocked| self.refused(leg, &blocked))?;
        let refs = refs(repo, left, head, going)?;
        let (plans, dirs) = plans(repo, &settled, &refs)?;
        let paths = settled.into_iter().map(|path| path.record).collect();
        let mut draft = self.draft(log, leg, going)?;
        draft.effects = Some(Effects { files, plans, dirs, paths, index });
        if going != Going::Nowhere {
            draft.worktree = worktree(self.desk, left)?;
        }
        (draft.head, draft.refs) = (refs.head, refs.branches);
        draft.success = conflicts.is_empty();
        let carried = transaction::travel((repo, self.desk.gate), left, self.carrying())?;
        let (stays, put_aside) = carried.map_or_else(Default::default, |carried| {
            draft.carried.clone_from(&left.carried);
            draft.crossing = carried.crossing;
            (carried.stays, carried.changed)
        });
        let changed = found.into_iter().map(|obstacle| obstacle.line).chain(put_aside);
        Ok(Travelling {
            changed: changed.collect(),
            prepared: draft.prepare(self.desk, log)?,
            conflicts,
            stays,
            branch_stays: going == Going::Nowhere,
            _opened: opened,
        })
    }

    /// The side that ignored files go to, and whether those go that have changed since.
    fn carrying(&self) -> (Side, bool) {
        let side = match self.direction {
            Direction::Undo => Side::Before,
            Direction::Redo => Side::After,
        };
        (side, self.manner == Manner::Force)
    }

    fn going(&self, found: &[Obstacle]) -> Going {
        let moved = found.iter().any(|obstacle| obstacle.kind.is_of_branches());
        match self.manner {
            _ if !moved => Going::Back,
            Manner::Merge => Going::Nowhere,
            Manner::Exact | Manner::Force => Going::BackOverCommits,
        }
    }

    fn settle(
        &self,
        leg: &Leg,
        stops: Vec<Stop<'_>>,
        index: &IndexView,
    ) -> Result<Vec<Settled>, HistoryError> {
        let id = &leg.operation.operation.id;
        let (after, before) = (format!("after {id}"), format!("before {id}"));
        let names = match self.direction {
            Direction::Undo => Three { base: after.as_str(), ours: "now", theirs: &before },
            Direction::Redo => Three { base: before.as_str(), ours: "now", theirs: &after },
        };
        settle(self.desk.repo, stops, index, (self.manner, names))
    }

    fn draft(&self, log: &OpLog<'_>, leg: &Leg, going: Going) -> Result<Draft<'r>, HistoryError> {
        let operation = &leg.operation.operation;
        let (kind, summary) = (self.direction.kind(), operation.summary.clone());
        let mut draft = Draft::new(self.desk, log, (kind, summary))?;
        draft.of = Some(operation.id.clone());
        draft.arguments = operation.arguments.clone();
        draft.session.clone_from(&operation.session);
        draft.commit = operation.commit;
        draft.keep.extend(operation.snapshot);
        if going != Going::Nowhere {
            draft.standing.after = leg.newest.operation.standing.before.clone();
        }
        Ok(draft)
    }

    /// Refuses what the manner does not allow for.
    fn admit(&self, leg: &Leg, head: &Head, found: &[Obstacle]) -> Result<(), HistoryError> {
        let has = |kind| found.iter().any(|obstacle| obstacle.kind == kind);
        let admitted = match self.manner {
            Manner::Exact => found.is_empty(),
            Manner::Force if has(ObstacleKind::Firm) || has(ObstacleKind::Branch) => false,
            Manner::Force => !has(ObstacleKind::Commits) || is_of_commits(&leg.operation.operation),
            Manner::Merge if has(ObstacleKind::Firm) => false,
            Manner::Merge => {
                let moved = found.iter().any(|obstacle| obstacle.kind.is_of_branches());
                !moved || self.can_merge_into(leg, head)?
            }
        };
        if admitted { Ok(()) } else { Err(self.refused(leg, found)) }
    }

    /// Whether the operation's files can be merged into what stands where HEAD is: its commits
    /// are there, and it was about files.
    fn can_merge_into(&self, leg: &Leg, head: &Head) -> Result<bool, HistoryError> {
        let commits =
            matches!(leg.operation.operation.kind, OperationKind::Apply | OperationKind::Revert);
        let then = &leg.newest.operation.head.after;
        if !commits || leg.newest.operation.paths.is_empty() {
            return Ok(false);
        }
        if head.branch().is_some() && head.branch() == then.branch.as_deref() {
            return Ok(true);
        }
        Ok(match (then.commit, head.commit()) {
            (Some(then), Some(now)) => self.desk.repo.is_ancestor(then, now)?,
            _ => false,
        })
    }

    fn refused(&self, leg: &Leg, found: &[Obstacle]) -> HistoryError {
        let id = leg.operation.operation.id.to_string();
        let has = |kind| found.iter().any(|obstacle| obstacle.kind == kind);
        let action = self.direction.kind().as_str();
        let back = match self.direction {
            Direction::Undo => "redo",
            Direction::Redo => "undo",
        };
        let mut ways = vec!["put these back as they were, then try again".to_owned()];
        if self.manner == Manner::Exact && !has(ObstacleKind::Firm) {
            ways.push(format!("`git clada {action} --merge` keeps them, and merges"));
            let over = !has(ObstacleKind::Commits) || is_of_commits(&leg.operation.operation);
            if over && !has(ObstacleKind::Branch) {
                ways.push(format!(
                    "`git clada {action} --force` puts them aside; `git clada {back}` brings them back"
                ));
            }
        }
        if self.direction == Direction::Undo && revertible(&leg.operation.operation) {
            ways.push(format!("`git clada revert {id}` takes it back by a new commit"));
        }
        let changed = found.iter().map(|obstacle| obstacle.line.clone());
        let changed = changed.chain(leg.rewritten.clone()).collect();
        HistoryError::Refused { action, id, changed, ways }
    }
}

/// Whether it is about the commits of the branch that HEAD is on, so that going back over commits
/// made since leaves HEAD where these belong.
fn is_of_commits(operation: &Operation) -> bool {
    use OperationKind as Kind;
    matches!(operation.kind, Kind::Apply | Kind::Revert | Kind::Squash)
}

fn revertible(operation: &Operation) -> bool {
    operation.commit.is_some()
        && matches!(operation.kind, OperationKind::Apply | OperationKind::Revert)
}

/// The linked worktree that comes back or goes again.
fn worktree<'r>(
    desk: &'r Desk<'r>,
    left: &Operation,
) -> Result<Option<WorktreeChange<'r>>, HistoryError> {
    match (&left.worktree.after, &left.worktree.before) {
        (Some(made), None) => Ok(LeavingWorktree::of_branch(desk, &made.branch)?
            .filter(|leaving| leaving.record().id == made.id)
            .map(WorktreeChange::Leaving)),
        (None, Some(WorktreeRecord { path, branch, .. })) => {
            let moves = left.refs.iter().find(|change| change.name == *branch);
            let at = match moves {
                Some(change) => change.before,
                None => desk.repo.read_ref(branch)?,
            };
            let Some(at) = at else { return Ok(None) };
            Ok(Some(WorktreeChange::New(NewWorktree::make(desk, (path, branch), at)?)))
        }
        (None | Some(_), _) => Ok(None),
    }
}

/// Where HEAD and the branches go: back, unless they stay.
fn refs(repo: &Repo, left: &Operation, head: Head, going: Going) -> Result<Refs, HistoryError> {
    let tree = repo.tree_of(head.commit())?;
    if going == Going::Nowhere {
        let head = HeadChange { before: head.clone(), after: head };
        return Ok(Refs { head, branches: Vec::new(), trees: Some((tree, tree)) });
    }
    let to = &left.head.before;
    let mut refs = Vec::with_capacity(left.refs.len());
    for change in &left.refs {
        let now = match going {
            Going::BackOverCommits => repo.read_ref(&change.name)?,
            Going::Back | Going::Nowhere => change.after,
        };
        refs.push(RefChange { name: change.name.clone(), before: now, after: change.before });
    }
    // The other files of commits that were made since stay, staged: no tree is theirs.
    let trees = match going {
        Going::BackOverCommits => None,
        Going::Back | Going::Nowhere => Some((tree, repo.tree_of(to.commit)?)),
    };
    let after = to.head(&head);
    Ok(Refs { head: HeadChange { before: head, after }, branches: refs, trees })
}

/// What the index is to hold, and the directories whose trees differ.
fn plans(
    repo: &Repo,
    settled: &[Settled],
    refs: &Refs,
) -> Result<(Vec<IndexPlan>, Vec<DirWritten>), HistoryError> {
    let paths: Vec<_> = settled.iter().map(|path| &path.record.location.path).collect();
    let in_tree = match refs.trees {
        Some((_, to)) => repo.find_entries(to, &paths)?,
        None => vec![None; paths.len()],
    };
    let pairs = settled.iter().zip(in_tree);
    let mut plans: Vec<IndexPlan> =
        pairs.filter_map(|(path, in_tree)| path.plan(in_tree)).collect();
    if let Some(trees) = refs.trees {
        let dirs = dirs_between(repo, &plans, trees)?;
        return Ok((plans, dirs));
    }
    for plan in &mut plans {
        plan.matches_tree = false;
    }
    Ok((plans, Vec::new()))
}

impl ObstacleKind {
    fn is_of_branches(self) -> bool {
        matches!(self, Self::Commits | Self::Branch)
    }
}
