//! Which operation an undo takes back, and which a redo does again.

use std::collections::BTreeMap;

use crate::base::TransactionId;

use super::super::{HistoryError, OpLog, Operation, OperationKind, Recorded};

/// The newest operation that is not undone and changed something.
pub fn next_undo(log: &OpLog<'_>) -> Result<Option<Recorded>, HistoryError> {
    let mut undone: BTreeMap<String, bool> = BTreeMap::new();
    for recorded in log.iter() {
        let recorded = recorded?;
        let operation = &recorded.operation;
        match (operation.kind, &operation.of) {
            (kind, Some(of)) if kind.travels() => {
                decide(&mut undone, of, kind);
            }
            (kind, _) => {
                let is_undone = undone.get(operation.id.as_str()).copied().unwrap_or(false);
                if kind.can_be_undone()
                    && !is_undone
                    && operation.changed_something()
                    && !went_on_elsewhere(log, operation)?
                {
                    return Ok(Some(recorded));
                }
            }
        }
    }
    Ok(None)
}

/// The operation that was undone last and not done again, unless something was changed since.
pub fn next_redo(log: &OpLog<'_>) -> Result<Option<Recorded>, HistoryError> {
    let mut undone: BTreeMap<String, bool> = BTreeMap::new();
    let mut target = None;
    for recorded in log.iter() {
        let recorded = recorded?;
        let operation = &recorded.operation;
        if target.as_ref() == Some(&operation.id) {
            return Ok(Some(recorded));
        }
        if target.is_some() {
            continue;
        }
        match (operation.kind, &operation.of) {
            (kind, Some(of)) if kind.travels() => {
                let known = undone.contains_key(of.as_str());
                if kind == OperationKind::Undo && !known {
                    target = Some(of.clone());
                }
                decide(&mut undone, of, kind);
            }
            (kind, _) => {
                let is_undone = undone.get(operation.id.as_str()).copied().unwrap_or(false);
                if kind.can_be_undone()
                    && !is_undone
                    && operation.changed_something()
                    && !went_on_elsewhere(log, operation)?
                {
                    return Ok(None);
                }
            }
        }
    }
    Ok(None)
}

/// Whether it gave a session a worktree of its own, and nothing else, and the session has gone on
/// there since, or has ended: that is in the log of that worktree, and must not keep what was done
/// here from being taken back.
fn went_on_elsewhere(log: &OpLog<'_>, operation: &Operation) -> Result<bool, HistoryError> {
    let Some(made) = operation.worktree.after.as_ref() else { return Ok(false) };
    let change = operation.refs.iter().find(|change| change.name == made.branch);
    let (Some(change), true) = (change, operation.paths.is_empty()) else { return Ok(false) };
    let begun =
        operation.worktree.before.is_none() && operation.head.before == operation.head.after;
    Ok(begun && log.read_ref(&change.name)? != change.after)
}

/// The newest word on an operation counts: it is met first.
fn decide(undone: &mut BTreeMap<String, bool>, of: &TransactionId, kind: OperationKind) {
    undone.entry(of.as_str().to_owned()).or_insert(kind == OperationKind::Undo);
}

/// Which of the operations are undone, for a list of them.
#[must_use]
pub fn undone(operations: &[Recorded]) -> Vec<bool> {
    let mut known = BTreeMap::new();
    let mut marks = Vec::with_capacity(operations.len());
    for Recorded { operation, .. } in operations {
        if let Some(of) = operation.of.as_ref().filter(|_| operation.kind.travels()) {
            decide(&mut known, of, operation.kind);
        }
        marks.push(known.get(operation.id.as_str()).copied().unwrap_or(false));
    }
    marks
}
