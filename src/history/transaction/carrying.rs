//! Ignored files that a transaction carries to the worktree, and what of theirs is kept.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::base::{RepoPath, TransactionId};
use crate::git::Repo;
use crate::policy::{Access, Gate, GrantedPath};
use crate::workspace::ChangeSet;
use crate::workspace::crossing::{self, Beside, Crossing, Forgotten, Side};

use super::super::operation::CarriedRecord;
use super::super::{HistoryError, Operation};
use super::files::not_carried;

/// How many times as much as one transaction keeps is kept of all of them.
const TRANSACTIONS: u64 = 8;

/// Where what was replaced in ignored files is kept: in the worktree's git directory, a store a
/// transaction.
pub fn carried_of(repo: &Repo) -> PathBuf {
    repo.git_dir().join("clada").join("carried")
}

/// Works out how what commands left in ignored files gets into the worktree, for the transaction
/// `id`.
pub fn carry(
    repo: &Repo,
    changes: &ChangeSet,
    id: &TransactionId,
) -> Result<Option<Crossing>, HistoryError> {
    let Some(carried) = &changes.carried else { return Ok(None) };
    let inside = |path: &GrantedPath| path.worktree_path().cloned();
    let beside = Beside { made_dirs: changes.made_dirs.iter().filter_map(inside).collect() };
    let store = carried_of(repo).join(id.as_str());
    let crossing = carried.cross((&store, repo.durability().any), &beside);
    crossing.map(Some).map_err(not_carried)
}

/// What the log says of a crossing.
pub fn record(crossing: &Crossing) -> CarriedRecord {
    CarriedRecord {
        store: crossing.name(),
        roots: crossing.roots(),
        not_kept: crossing.not_kept(),
        amounts: crossing.amounts(),
    }
}

/// Works out the way of what an operation carried, to a side; nothing where it carried nothing. What
/// has changed since stays, unless it is `forced`.
pub fn travel(
    (repo, gate): (&Repo, &Gate),
    left: &Operation,
    (side, forced): (Side, bool),
) -> Result<Option<crossing::Travelling>, HistoryError> {
    let Some(carried) = &left.carried else { return Ok(None) };
    let dir = carried_of(repo).join(&carried.store);
    let durable = repo.durability().any;
    let found = crossing::travel((&dir, &top(gate)?), side, (forced, durable));
    let nothing = || {
        let stays = carried.roots.iter().map(|root| format!("{root}: {}", crossing::NOT_KEPT));
        let (stays, changed) = (stays.collect(), Vec::new());
        crossing::Travelling { crossing: None, stays, changed }
    };
    Ok(Some(found.map_err(unusable(&dir))?.unwrap_or_else(nothing)))
}

/// A crossing that was cut short, by the name of its store.
pub fn cut_short(
    (repo, gate): (&Repo, &Gate),
    name: &str,
) -> Result<Option<Crossing>, HistoryError> {
    let dir = carried_of(repo).join(name);
    Crossing::cut_short(&dir, &top(gate)?).map_err(unusable(&dir))
}

/// Removes the directories that came with a crossing whose way back is done, by the name of its store.
pub fn tidy_settled((repo, gate): (&Repo, &Gate), name: &str) -> Result<(), HistoryError> {
    let dir = carried_of(repo).join(name);
    Crossing::tidy_settled(&dir, &top(gate)?).map_err(unusable(&dir))
}

/// Why a store cannot be used.
pub fn unusable(dir: &Path) -> impl Fn(io::Error) -> HistoryError + use<> {
    let path = dir.to_owned();
    move |source| HistoryError::Carried { path: path.clone(), source }
}

/// Forgets what is too much, when a transaction has been published.
pub fn forget(repo: &Repo, changes: &ChangeSet, crossing: Option<&Crossing>) -> Forgotten {
    let (Some(carried), Some(crossing)) = (&changes.carried, crossing) else {
        return Forgotten::default();
    };
    let most = carried.keep().saturating_mul(TRANSACTIONS);
    crossing::forget(&carried_of(repo), &crossing.name(), most)
}

/// Removes what is kept for operations that are no longer in the log. Returns how many files and
/// bytes went.
pub fn keep_carried<'o>(
    repo: &Repo,
    kept: impl Iterator<Item = &'o Operation>,
) -> Result<(usize, u64), HistoryError> {
    let kept: BTreeSet<String> =
        kept.filter_map(|operation| Some(operation.carried.as_ref()?.store.clone())).collect();
    let dir = carried_of(repo);
    crossing::keep_only(&dir, &kept).map_err(unusable(&dir))
}

fn top(gate: &Gate) -> Result<GrantedPath, HistoryError> {
    let top = gate.grant_in(&RepoPath::default(), Access::Entry);
    top.map_err(|refusal| HistoryError::Path(refusal.message))
}
