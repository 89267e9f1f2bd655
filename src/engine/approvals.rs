//! The list of allowed commands for the user's own hands: what `git clada allow` does.

use crate::base::Timestamp;
use crate::git::Repo;
use crate::history::{OpLog, OperationKind};
use crate::policy::{Access, Approvals, Gate, Judge, Judged, Language, Wanted};
use crate::report::{ExecutionResult, rfc3339};
use crate::workspace::Overlay;

use super::failure::EngineError;
use super::options::ApplyOptions;
use super::place::{Place, gate};

/// Opens the list of a worktree.
pub fn approvals(repo: &Repo) -> Result<Approvals, EngineError> {
    Ok(Approvals::open(repo.worktree(), repo.common_dir())?)
}

/// Puts a command on the list.
pub fn approve(
    approvals: &mut Approvals,
    command: &str,
    now: Timestamp,
) -> Result<(), EngineError> {
    Ok(approvals.add(command, &utc(now))?)
}

/// The commands of the newest response that did not run for want of approval and still lack it,
/// as the list would name them.
pub fn waiting(repo: &Repo, approvals: &Approvals) -> Result<Vec<String>, EngineError> {
    let log = OpLog::open(repo)?;
    let mut newest = log.iter().filter(|recorded| {
        recorded.as_ref().map_or(true, |recorded| recorded.operation.kind == OperationKind::Apply)
    });
    let Some(recorded) = newest.next().transpose()? else {
        return Ok(Vec::new());
    };
    let Some(json) = log.file(&recorded, "result.json")? else { return Ok(Vec::new()) };
    let result: ExecutionResult = serde_json::from_slice(&json).unwrap_or_default();
    let gate = gate(Place::Repo(repo), &ApplyOptions::configured(repo)?)?;
    let mut waiting: Vec<String> = Vec::new();
    for entry in &result.results {
        if entry.code.as_deref() != Some("COMMAND_NOT_ALLOWED") {
            continue;
        }
        let text = |name: &str| entry.params.get(name).and_then(serde_json::Value::as_str);
        let key = match (text("command"), text("lang").and_then(Language::named), text("code")) {
            (Some(line), _, _) => line_key(&gate, line),
            (None, Some(language), Some(code)) => Some(language.code(code).key()),
            _ => None,
        };
        waiting.extend(key.filter(|key| !approvals.allows(key) && !waiting.contains(key)));
    }
    Ok(waiting)
}

/// A moment as the list has it: `2024-01-20T10:30:00Z`.
pub(super) fn utc(now: Timestamp) -> String {
    let text = rfc3339(Timestamp { offset: 0, ..now });
    text.strip_suffix("+00:00").map_or_else(|| text.clone(), |text| format!("{text}Z"))
}

/// The name of a command line, if the user's approval is what it lacks.
fn line_key(gate: &Gate, line: &str) -> Option<String> {
    let top = gate.grant(".", Access::Read).ok()?;
    let judged = Judge::new((gate, &Overlay::new()), &top).line(line).ok()?;
    let Judged::NeedsApproval { line, .. } = judged else { return None };
    Some(Wanted::Line(&line).key())
}
