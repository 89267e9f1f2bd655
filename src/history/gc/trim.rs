//! The log without its old records: the chain is written anew, and the ref goes there at once.

use crate::base::{RepoPath, Timestamp};
use crate::git::{
    GitError, HeadChange, ObjectId, RefChange, RefTransaction, Repo, TreeEntry, TreeMode,
};

use super::super::{Desk, HistoryError, OpLog, Operation, Recorded};
use super::keep::kept;

/// The log without its old records. Nothing is written until it is published.
#[derive(Debug)]
pub struct Trimming {
    /// What goes, the newest first.
    pub dropped: Vec<Operation>,
    /// What stays, the newest first.
    kept: Vec<Recorded>,
}

impl Trimming {
    /// Looks at the whole log and decides what goes: what is older than `limit` and needed for
    /// nothing that stays.
    pub fn plan(repo: &Repo, log: &OpLog<'_>, limit: Timestamp) -> Result<Self, HistoryError> {
        let records: Vec<Recorded> = log.iter().collect::<Result<_, _>>()?;
        let keep = kept(repo, &records, limit)?;
        let (mut kept, mut dropped) = (Vec::new(), Vec::new());
        for (recorded, keep) in records.into_iter().zip(keep) {
            if keep {
                kept.push(recorded);
            } else {
                dropped.push(recorded.operation);
            }
        }
        Ok(Self { dropped, kept })
    }

    /// The operations that stay, the newest first.
    pub fn staying(&self) -> impl Iterator<Item = &Operation> {
        self.kept.iter().map(|recorded| &recorded.operation)
    }

    /// How many operations stay.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// Writes the chain anew and lets the log's ref go there, from where `log` was opened. The
    /// worktree, the index and all other refs stay as they are.
    pub fn publish(&self, desk: &Desk<'_>, log: &OpLog<'_>) -> Result<(), HistoryError> {
        if self.dropped.is_empty() {
            return Ok(());
        }
        let repo = desk.repo;
        let mut tip = None;
        for recorded in self.kept.iter().rev() {
            tip = Some(rewritten(repo, recorded, tip)?);
        }
        repo.flush_objects()?;
        let head = repo.head()?;
        let change = RefChange { name: log.ref_name().to_owned(), before: log.tip(), after: tip };
        repo.move_refs(&RefTransaction {
            refs: &[change],
            head: &HeadChange { before: head.clone(), after: head },
            message: "clada: gc",
            committer: desk.committer,
            time: desk.time,
            lock_timeout: desk.lock_timeout,
            notes: &repo.lock_notes(),
        })?;
        Ok(())
    }
}

/// The record on top of another one than before; the same commit where it stands there already.
fn rewritten(
    repo: &Repo,
    Recorded { commit, operation }: &Recorded,
    previous: Option<ObjectId>,
) -> Result<ObjectId, HistoryError> {
    if operation.previous == previous {
        return Ok(*commit);
    }
    let operation_then = Operation { previous, ..operation.clone() };
    let json = serde_json::to_vec_pretty(&operation_then).map_err(|error| GitError::Storage {
        what: "write the operation's record".to_owned(),
        source: error.into(),
    })?;
    let path = RepoPath::new("op.json").unwrap_or_default();
    let entry = TreeEntry { mode: TreeMode::File, id: repo.write_blob(&json)? };
    let tree = repo.edit_tree(repo.tree_of(Some(*commit))?, [(&path, Some(entry))])?.id;
    let mut parents: Vec<ObjectId> = previous.into_iter().collect();
    let was = operation.previous;
    parents.extend(repo.commit(*commit)?.parents.into_iter().filter(|parent| Some(*parent) != was));
    Ok(repo.rewrite_commit(*commit, tree, &parents)?)
}
