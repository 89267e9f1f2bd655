//! A path on the way: what stands there, and what becomes of it.

use crate::git::{FileMerge, Repo, Three, TreeEntry};
use crate::policy::GrantedPath;
use crate::workspace::{Change, FileState, Overlay};

use super::super::HistoryError;
use super::super::operation::{Move, PathRecord, StagedEntry};
use super::super::transaction::{IndexPlan, IndexView, StoredChange, Storing};
use super::check::{Obstacle, ObstacleKind, file_changed};
use super::manner::Manner;
use super::merge::{MergedFile, merge_file, merge_staged, stages};
use super::opened::Opened;
use super::way::{Way, state};

/// A path on the way, looked at.
pub struct Stop<'w> {
    /// What the record says of it.
    record: &'w PathRecord,
    path: GrantedPath,
    now: FileState,
    /// What the index holds for it.
    staged: Vec<StagedEntry>,
    /// Whether the file, or what the index holds for it, is not as it was left.
    changed: bool,
}

/// A path, and what becomes of it.
pub struct Settled {
    /// Where it is.
    pub path: GrantedPath,
    /// What shall stand there.
    pub state: FileState,
    /// For the record of the undo or redo.
    pub record: PathRecord,
    /// Why ours and theirs could not be merged, where that is so.
    pub conflict: Option<&'static str>,
}

impl<'w> Stop<'w> {
    /// Looks at a path; `found` takes what is not as it was left.
    pub fn look(
        way: &Way<'w>,
        record: &'w PathRecord,
        (overlay, index): ((&mut Overlay, &mut Opened), &IndexView),
        found: &mut Vec<Obstacle>,
    ) -> Result<Option<Self>, HistoryError> {
        let path = match way.grant(&record.location) {
            Ok(path) => path,
            Err(line) => {
                found.push(Obstacle { kind: ObstacleKind::Firm, line });
                return Ok(None);
            }
        };
        if path.worktree_path().is_some_and(|path| index.is_in_submodule(path)) {
            found.push(Obstacle::path(ObstacleKind::Firm, &path, "is in a submodule"));
            return Ok(None);
        }
        let before = found.len();
        let (overlay, opened) = overlay;
        let Some(now) = opened.state(overlay, &path)? else {
            found.push(Obstacle::path(
                ObstacleKind::Firm,
                &path,
                "cannot be read (permission denied)",
            ));
            return Ok(None);
        };
        if let Some(what) = file_changed(way.desk.repo, &now, record.file.after.as_ref())? {
            found.push(Obstacle::path(ObstacleKind::Content, &path, what));
        }
        let staged = index.staged(&record.location.path);
        if record.staged.as_ref().is_some_and(|left| left.after != staged) {
            found.push(Obstacle::path(ObstacleKind::Content, &path, "is staged otherwise"));
        }
        Ok(Some(Self { record, path, now, staged, changed: found.len() > before }))
    }

    /// What becomes of the path where all is as it was left.
    fn exactly(self, repo: &Repo) -> Result<Settled, HistoryError> {
        let record = PathRecord {
            location: self.record.location.clone(),
            file: self.record.file.clone().reversed(),
            staged: self.record.staged.clone().map(Move::reversed),
        };
        let state = state(repo, record.file.after.as_ref())?;
        Ok(Settled { path: self.path, state, record, conflict: None })
    }

    fn merged(
        &self,
        (repo, files): (&Repo, &mut FileMerge<'_>),
        manner: Manner,
        names: Three<&str>,
    ) -> Result<MergedFile, HistoryError> {
        let theirs = state(repo, self.record.file.before.as_ref())?;
        if manner != Manner::Merge {
            return Ok(MergedFile { state: theirs, conflict: None });
        }
        let base = state(repo, self.record.file.after.as_ref())?;
        let states = Three { base: &base, ours: &self.now, theirs: &theirs };
        merge_file((files, self.path.worktree_path()), states, names)
    }

    /// What becomes of a path that has changed since.
    fn changed(
        self,
        (repo, files): (&Repo, &mut FileMerge<'_>),
        (manner, names): (Manner, Three<&str>),
        (merged, stored): (MergedFile, StoredChange),
    ) -> Result<Settled, HistoryError> {
        let MergedFile { state, mut conflict } = merged;
        let staged = match &self.record.staged {
            None => None,
            Some(recorded) => {
                let after = if manner != Manner::Merge {
                    recorded.before.clone()
                } else if conflict.is_some() {
                    stages(&self.record.file, stored.before.entry)
                } else {
                    let with = (repo, files, &self.record.location.path);
                    let merged = merge_staged(with, recorded, &self.staged, names)?;
                    merged.unwrap_or_else(|stages| {
                        conflict = Some("staged otherwise since, in the same place");
                        stages
                    })
                };
                Some(Move { before: self.staged, after })
            }
        };
        let after = if manner == Manner::Merge {
            stored.after.record(&state)
        } else {
            self.record.file.before.clone()
        };
        let file = Move { before: stored.before.record(&self.now), after };
        let record = PathRecord { location: self.record.location.clone(), file, staged };
        Ok(Settled { path: self.path, state, record, conflict })
    }
}

/// What becomes of all paths. The filters run here for those that have changed since.
pub fn settle(
    repo: &Repo,
    stops: Vec<Stop<'_>>,
    index: &IndexView,
    (manner, names): (Manner, Three<&str>),
) -> Result<Vec<Settled>, HistoryError> {
    let mut settled = Vec::with_capacity(stops.len());
    let (moved, left): (Vec<_>, Vec<_>) = stops.into_iter().partition(|stop| stop.changed);
    for stop in left {
        settled.push(stop.exactly(repo)?);
    }
    let mut merging = FileMerge::new(repo);
    let mut changes = Vec::with_capacity(moved.len());
    let mut files = Vec::with_capacity(moved.len());
    for stop in &moved {
        let merged = stop.merged((repo, &mut merging), manner, names)?;
        let (path, before) = (stop.path.clone(), stop.now.clone());
        changes.push(Change { path, before, after: merged.state.clone() });
        files.push(merged);
    }
    let mut storing = Storing::new(repo, &changes, index)?;
    for ((stop, change), merged) in moved.into_iter().zip(&changes).zip(files) {
        let stored = storing.store(change, (index, None))?;
        settled.push(stop.changed((repo, &mut merging), (manner, names), (merged, stored))?);
    }
    settled.sort_by(|one, other| one.record.location.cmp(&other.record.location));
    Ok(settled)
}

impl Settled {
    /// What the index is to hold; `in_tree` is what the tree has that HEAD will have.
    pub fn plan(&self, in_tree: Option<TreeEntry>) -> Option<IndexPlan> {
        let entries = self.record.staged.as_ref()?.after.clone();
        Some(IndexPlan {
            path: self.record.location.path.clone(),
            fresh: self.record.file.after.as_ref().is_some_and(|file| file.is_entry(&entries)),
            matches_tree: agrees(&entries, in_tree),
            on_disk: self.record.file.before != self.record.file.after,
            entries,
        })
    }
}

/// Whether the index's entries are that entry and no other.
fn agrees(entries: &[StagedEntry], is: Option<TreeEntry>) -> bool {
    match (entries, is) {
        ([], None) => true,
        ([entry], Some(tree)) => {
            entry.stage == 0 && entry.id == tree.id && entry.mode == tree.mode.bits()
        }
        _ => false,
    }
}
