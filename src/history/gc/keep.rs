//! Which records of the log stay when old ones go.

use std::collections::{BTreeSet, HashMap};

use crate::base::{Timestamp, TransactionId};
use crate::git::Repo;

use super::super::operation::Standing;
use super::super::{HistoryError, Operation, OperationKind, Recorded};

/// Which of the records stay, in their order, the newest first.
///
/// The newest stays: it has what waits beside the commits. So does all that is not older than
/// `limit`, and what these still need: the operation that an undo or redo is about, with the
/// newest of its undos and redos; where a session that is under way began; what put a stashed
/// edit aside; what became of commits, while anything older is kept.
pub fn kept(
    repo: &Repo,
    records: &[Recorded],
    limit: Timestamp,
) -> Result<Vec<bool>, HistoryError> {
    let mut keep: Vec<bool> = Vec::with_capacity(records.len());
    let mut sessions = BTreeSet::new();
    for (index, Recorded { operation, .. }) in records.iter().enumerate() {
        let begins = match &operation.session {
            Some(session) => {
                sessions.insert(session.branch.as_str())
                    && repo.read_ref(&session.branch)?.is_some()
            }
            None => false,
        };
        keep.push(index == 0 || operation.time.seconds >= limit.seconds || begins);
    }
    close(records, &mut keep);
    // What became of commits is told for all that is older.
    let oldest = keep.iter().rposition(|keep| *keep).unwrap_or(0);
    for (recorded, keep) in records.iter().zip(&mut keep).take(oldest) {
        *keep |= recorded.operation.kind == OperationKind::Rewrite;
    }
    Ok(keep)
}

/// What kept records need is kept too.
fn close(records: &[Recorded], keep: &mut [bool]) {
    let place: HashMap<&TransactionId, usize> =
        records.iter().enumerate().map(|(index, found)| (&found.operation.id, index)).collect();
    let mut newest: HashMap<&TransactionId, usize> = HashMap::new();
    for (index, Recorded { operation, .. }) in records.iter().enumerate() {
        if let Some(of) = travelled(operation) {
            newest.entry(of).or_insert(index);
        }
    }
    let mut open: Vec<usize> =
        keep.iter().enumerate().filter_map(|(index, keep)| keep.then_some(index)).collect();
    while let Some(operation) = open.pop().and_then(|index| records.get(index)) {
        let operation = &operation.operation;
        let stashed = [&operation.standing.before, &operation.standing.after];
        let stashed = stashed.into_iter().flat_map(|standing: &Standing| &standing.stash);
        let needed = travelled(operation)
            .into_iter()
            .chain(stashed.map(|file| &file.by))
            .filter_map(|id| place.get(id))
            .chain(newest.get(&operation.id));
        for index in needed {
            if let Some(keep) = keep.get_mut(*index).filter(|keep| !**keep) {
                *keep = true;
                open.push(*index);
            }
        }
    }
}

fn travelled(operation: &Operation) -> Option<&TransactionId> {
    operation.of.as_ref().filter(|_| operation.kind.travels())
}
