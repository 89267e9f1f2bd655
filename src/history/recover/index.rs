//! The index entries of a transaction that is being finished.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::base::{FileStat, RepoPath};
use crate::git::{LockNotes, Repo, blob_id};
use crate::policy::{Access, Gate};
use crate::workspace::{FileState, Overlay};

use super::super::HistoryError;
use super::super::journal::Journal;
use super::super::operation::{Move, PathRecord, StagedEntry};
use super::super::transaction::{IndexPlan, IndexUpdate, IndexView};

/// Brings the entries that still are what they were before to what they shall be. Returns what
/// holds something else, a line each.
pub fn finish(
    (repo, gate): (&Repo, &Gate),
    journal: &Journal,
    (notes, lock_timeout): (&LockNotes, Duration),
) -> Result<Vec<String>, HistoryError> {
    let Some(part) = &journal.git else { return Ok(Vec::new()) };
    let records: Vec<(&PathRecord, &Move<Vec<StagedEntry>>)> = part
        .operation
        .paths
        .iter()
        .filter_map(|record| Some((record, record.staged.as_ref()?)))
        .collect();
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let mut lock = repo.lock_index(notes, lock_timeout)?;
    let index = IndexView::read(repo, records.iter().map(|(record, _)| &record.location.path))?;
    let mut told = Vec::new();
    let mut plans = Vec::new();
    let stats = stats(gate, &records)?;
    for (record, staged) in records {
        let path = &record.location.path;
        let now = index.staged(path);
        if now == staged.after {
            continue;
        }
        if now != staged.before {
            told.push(format!("{path} was staged otherwise since: that is kept"));
            continue;
        }
        plans.push(IndexPlan {
            path: path.clone(),
            entries: staged.after.clone(),
            fresh: record.file.after.as_ref().is_some_and(|file| file.is_entry(&staged.after)),
            matches_tree: false,
            on_disk: true,
        });
    }
    if plans.is_empty() {
        return Ok(told);
    }
    let stats: BTreeMap<&RepoPath, FileStat> =
        plans.iter().filter_map(|plan| Some((&plan.path, *stats.get(&plan.path)?))).collect();
    let since = stats.values().map(|stat| stat.ctime).min();
    let update = IndexUpdate { plans: &plans, dirs: &[], stats: &stats, since };
    index.write(repo, &update, &mut lock)?;
    lock.commit()?;
    Ok(told)
}

/// The numbers of the files that hold what they shall hold.
fn stats(
    gate: &Gate,
    records: &[(&PathRecord, &Move<Vec<StagedEntry>>)],
) -> Result<BTreeMap<RepoPath, FileStat>, HistoryError> {
    let mut overlay = Overlay::new();
    let mut stats = BTreeMap::new();
    let mut expected = BTreeMap::new();
    for (record, _) in records {
        let Ok(path) = gate.grant_in(&record.location.path, Access::Entry) else { continue };
        if let FileState::File { content, .. } = overlay.state(&path)?
            && let Some(after) = &record.file.after
            && blob_id(after.blob.kind(), &content)? == after.blob
        {
            expected.insert(path, record.location.path.clone());
        }
    }
    // The overlay has looked at each file as it read it.
    for (path, seen) in overlay.into_changes().observed {
        if let (Some(path), Some(stat)) = (expected.get(&path), seen.stat()) {
            stats.insert(path.clone(), *stat);
        }
    }
    Ok(stats)
}
