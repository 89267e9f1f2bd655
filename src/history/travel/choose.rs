//! Which operation an undo takes back, and which a redo does again.

use std::collections::HashMap;

use crate::base::TransactionId;

use super::super::{HistoryError, OpLog, Operation, OperationKind, Recorded};

/// An operation to be taken back or done again, and the newest record of it.
#[derive(Clone, Debug)]
pub struct Leg {
    /// The operation.
    pub operation: Recorded,
    /// What is gone back on: the newest undo or redo of the operation, or the operation itself.
    /// It tells what was there before exactly, whatever an undo had to merge or to put aside.
    pub newest: Recorded,
    /// Why the commits that stand in the place of its own are no way back, in a line.
    pub rewritten: Option<String>,
}

/// The newest operation that is not undone and changed something.
pub fn next_undo(log: &OpLog<'_>) -> Result<Option<Leg>, HistoryError> {
    let mut newest: HashMap<TransactionId, Recorded> = HashMap::new();
    for recorded in log.iter() {
        let recorded = recorded?;
        let operation = &recorded.operation;
        match (operation.kind, &operation.of) {
            (kind, Some(of)) if kind.travels() => {
                newest.entry(of.clone()).or_insert(recorded);
            }
            (kind, _) => {
                let travelled = newest.remove(&operation.id);
                let is_undone = travelled.as_ref().is_some_and(undoes);
                if kind.can_be_undone() && !is_undone && counts(log, operation)? {
                    let newest = travelled.unwrap_or_else(|| recorded.clone());
                    return Ok(Some(Leg { operation: recorded, newest, rewritten: None }));
                }
            }
        }
    }
    Ok(None)
}

/// The operation that was undone last and not done again, unless something was changed since.
pub fn next_redo(log: &OpLog<'_>) -> Result<Option<Leg>, HistoryError> {
    let mut undone: HashMap<TransactionId, bool> = HashMap::new();
    let mut target: Option<Recorded> = None;
    for recorded in log.iter() {
        let recorded = recorded?;
        let operation = &recorded.operation;
        if let Some(undo) = &target {
            if undo.operation.of.as_ref() == Some(&operation.id) {
                let newest = undo.clone();
                return Ok(Some(Leg { operation: recorded, newest, rewritten: None }));
            }
            continue;
        }
        match (operation.kind, &operation.of) {
            (kind, Some(of)) if kind.travels() => {
                let known = undone.contains_key(of);
                let undoes = *undone.entry(of.clone()).or_insert(undoes(&recorded));
                if undoes && !known {
                    target = Some(recorded);
                }
            }
            (kind, _) => {
                let is_undone = undone.get(&operation.id).copied().unwrap_or(false);
                if kind.can_be_undone() && !is_undone && counts(log, operation)? {
                    return Ok(None);
                }
            }
        }
    }
    Ok(None)
}

/// Whether there is anything to take back of it here.
fn counts(log: &OpLog<'_>, operation: &Operation) -> Result<bool, HistoryError> {
    Ok(operation.changed_something() && !went_on_elsewhere(log, operation)?)
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

fn undoes(recorded: &Recorded) -> bool {
    recorded.operation.kind == OperationKind::Undo
}

/// Which of the operations are undone, for a list of them, the newest first.
#[must_use]
pub fn undone(operations: &[Recorded]) -> Vec<bool> {
    let mut known: HashMap<&TransactionId, bool> = HashMap::new();
    let mut marks = Vec::with_capacity(operations.len());
    for recorded in operations {
        let operation = &recorded.operation;
        if let Some(of) = operation.of.as_ref().filter(|_| operation.kind.travels()) {
            // The newest word on an operation counts: it is met first.
            known.entry(of).or_insert(undoes(recorded));
        }
        marks.push(known.get(&operation.id).copied().unwrap_or(false));
    }
    marks
}
