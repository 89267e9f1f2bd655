//! What is known of each touched file once git's lock is held: what HEAD and the index have for
//! it, and whether it is committed.

use std::collections::BTreeMap;

use crate::base::RepoPath;
use crate::git::{Ignores, ObjectId, Repo, TreeEntry, TreeMode};
use crate::workspace::{Change, FileState};

use super::super::HistoryError;
use super::super::operation::{Location, Move, PathRecord, StagedEntry};
use super::super::transaction::{IGNORE, IndexPlan, IndexView, StoredChange};

/// A touched file.
#[derive(Debug)]
pub struct Touched<'c> {
    pub change: &'c Change,
    pub stored: StoredChange,
    /// What the index holds for it.
    pub staged: Vec<StagedEntry>,
    /// What HEAD's tree holds for it.
    pub head: Option<TreeEntry>,
    /// Whether git is to have it: it is in the worktree, and tracked or not ignored.
    pub committed: bool,
}

impl<'c> Touched<'c> {
    /// Works out what is known of all touched files.
    pub fn all(
        repo: &Repo,
        changes: &'c [Change],
        stored: Vec<StoredChange>,
        facts: (&IndexView, ObjectId),
    ) -> Result<Vec<Self>, HistoryError> {
        let (index, head_tree) = facts;
        let outside = RepoPath::default();
        let paths: Vec<&RepoPath> =
            changes.iter().map(|change| change.path.worktree_path().unwrap_or(&outside)).collect();
        let heads = repo.find_entries(head_tree, &paths)?;
        let mut touched: Vec<Self> = Vec::with_capacity(changes.len());
        for ((change, stored), head) in changes.iter().zip(stored).zip(heads) {
            let path = change.path.worktree_path();
            let staged = path.map(|path| index.staged(path)).unwrap_or_default();
            let committed = path.is_some() && (head.is_some() || !staged.is_empty());
            touched.push(Self { change, stored, staged, head, committed });
        }
        admit_untracked((repo, index), changes, &mut touched)?;
        Ok(touched)
    }

    /// The file's path in the worktree, where git is to have it.
    pub fn committed_path(&self) -> Option<&'c RepoPath> {
        self.change.path.worktree_path().filter(|_| self.committed)
    }

    /// Whether the file, as it was found, is not what HEAD has: the user's own edit.
    pub fn is_dirty(&self) -> bool {
        let head = self.head.filter(|entry| entry.mode != TreeMode::Directory);
        self.committed && !self.is_left_out() && self.stored.before.entry != head
    }

    /// Whether git was told that the file need not be in the worktree, and it is not.
    fn is_left_out(&self) -> bool {
        let told = |entry: &StagedEntry| entry.skip_worktree || entry.assume_valid;
        self.change.before == FileState::Absent && self.staged.iter().any(told)
    }

    /// Its entry in the record. `in_index`: the index takes part.
    pub fn record(&self, in_index: bool) -> PathRecord {
        let staged = (in_index && self.committed)
            .then(|| Move { before: self.staged.clone(), after: self.staged_after() });
        PathRecord {
            location: Location::of(&self.change.path),
            file: Move {
                before: self.stored.before.record(&self.change.before),
                after: self.stored.after.record(&self.change.after),
            },
            staged,
        }
    }

    /// What the index is to hold for it.
    pub fn plan(&self) -> Option<IndexPlan> {
        let path = self.committed_path()?.clone();
        let was_head = match (self.staged.as_slice(), self.head) {
            ([], None) => true,
            ([entry], Some(head)) => {
                entry.stage == 0 && entry.id == head.id && entry.mode == head.mode.bits()
            }
            _ => false,
        };
        Some(IndexPlan {
            path,
            entries: self.staged_after(),
            fresh: true,
            matches_tree: was_head,
            on_disk: true,
        })
    }

    fn staged_after(&self) -> Vec<StagedEntry> {
        let assume_valid = self.staged.iter().any(|entry| entry.assume_valid);
        let entry = self.stored.after.entry.map(|entry| StagedEntry {
            stage: 0,
            mode: entry.mode.bits(),
            id: entry.id,
            assume_valid,
            skip_worktree: false,
            intent_to_add: false,
        });
        entry.into_iter().collect()
    }
}

/// Untracked files are committed unless git ignores them, by the patterns as they will be.
fn admit_untracked(
    (repo, index): (&Repo, &IndexView),
    changes: &[Change],
    touched: &mut [Touched<'_>],
) -> Result<(), HistoryError> {
    let untracked: Vec<&RepoPath> = touched
        .iter()
        .filter(|touched| !touched.committed)
        .filter_map(|touched| touched.change.path.worktree_path())
        .collect();
    if untracked.is_empty() {
        return Ok(());
    }
    let left_out = left_out_patterns(repo, index)?;
    let mut pending: BTreeMap<RepoPath, Option<&[u8]>> =
        left_out.iter().map(|(path, content)| (path.clone(), Some(content.as_slice()))).collect();
    for change in changes {
        let path = change.path.worktree_path().filter(|path| path.name() == IGNORE);
        if let Some(path) = path {
            let content = match &change.after {
                FileState::File { content, .. } => Some(&**content),
                FileState::Absent | FileState::Link { .. } => None,
            };
            pending.insert(path.clone(), content);
        }
    }
    let mut ignores = Ignores::new(repo, &untracked, &pending)?;
    for touched in touched.iter_mut().filter(|touched| !touched.committed) {
        if let Some(path) = touched.change.path.worktree_path() {
            touched.committed = !ignores.is_ignored(path)?;
        }
    }
    Ok(())
}

/// The `.gitignore` files that a sparse checkout leaves out: git reads them all the same.
fn left_out_patterns(
    repo: &Repo,
    index: &IndexView,
) -> Result<Vec<(RepoPath, Vec<u8>)>, HistoryError> {
    let files = index.not_in_worktree(repo, IGNORE).into_iter();
    let left_out = files.filter(|(_, entry)| entry.skip_worktree);
    left_out.map(|(path, entry)| Ok((path, repo.blob(entry.id)?))).collect()
}
