//! Which operation an undo takes back, and which a redo does again.

use std::collections::BTreeMap;

use crate::base::TransactionId;

use super::super::{HistoryError, OpLog, OperationKind, Recorded};

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
                if kind.can_be_undone() && !is_undone && operation.changed_something() {
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
                if kind.can_be_undone() && !is_undone && operation.changed_something() {
                    return Ok(None);
                }
            }
        }
    }
    Ok(None)
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
