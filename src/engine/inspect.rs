//! Looking at the log: what `log`, `show` and `status` tell. Changes nothing.

use crate::base::RepoPath;
use crate::git::{Head, ObjectId, Repo};
use crate::history::{
    HeadRecord, HistoryError, Leg, Move, OpLog, Operation, OperationKind, Recorded, Rewrites,
    SESSION_PREFIX, SessionRecord, Waiting as WaitingRun, Way, next_redo, next_undo, undone,
    waiting as waiting_run,
};
use crate::report::{
    ExecutionResult, FileStat, IgnoredTree, Interrupted, LogLine, OperationName, OtherSession,
    Position, StatusFacts, WaitingEdit,
};
use crate::workspace::crossing::Amount;

use super::approvals::{approvals, waiting as waiting_commands};
use super::compare::Compared;
use super::failure::EngineError;

/// An operation with all that its record holds.
#[derive(Debug)]
pub struct Shown {
    /// The record.
    pub operation: Operation,
    /// Whether it has been taken back.
    pub undone: bool,
    /// What came of its actions; empty for an undo or redo.
    pub result: ExecutionResult,
    /// `result.json` as it is stored.
    pub result_json: Option<Vec<u8>>,
    /// The response as it came.
    pub response: Option<Vec<u8>>,
    /// The ignored directories and files that commands changed.
    pub ignored: Vec<IgnoredTree>,
    /// What moved besides files, a line each; none of an apply, which its commit tells.
    pub moved: Vec<String>,
    /// How much each file changed.
    pub diffstat: Vec<FileStat>,
    /// What changed, as a patch.
    pub diff: Vec<u8>,
}

/// The newest `limit` operations, the newest first.
pub fn log_lines(repo: &Repo, limit: Option<usize>) -> Result<Vec<LogLine>, EngineError> {
    let log = OpLog::open(repo)?;
    let operations = log.iter().take(limit.unwrap_or(usize::MAX));
    let operations: Vec<Recorded> = operations.collect::<Result<_, HistoryError>>()?;
    let marks = undone(&operations);
    let mut rewrites = Rewrites::default();
    let mut lines = Vec::with_capacity(operations.len());
    for (Recorded { mut operation, .. }, undone) in operations.into_iter().zip(marks) {
        operation.commit = operation.commit.map(|commit| rewrites.now(commit));
        rewrites.add(&operation.rewritten);
        lines.push(log_line(&operation, undone));
    }
    Ok(lines)
}

/// An operation as the log tells it.
#[must_use]
pub fn log_line(operation: &Operation, undone: bool) -> LogLine {
    let made = !operation.kind.travels();
    let summary = match &operation.of {
        Some(of) => format!("{of}: {}", operation.summary),
        None => operation.summary.clone(),
    };
    LogLine {
        id: operation.id.to_string(),
        time: operation.time,
        kind: operation.kind.as_str().to_owned(),
        summary,
        succeeded: Some(operation.success),
        undone,
        commit: operation.commit.filter(|_| made).map(|commit| commit.to_string()),
        session: operation.session.as_ref().map(|session| session.name.clone()),
        ignored: ignored(operation),
    }
}

/// What commands changed of what git ignores. Older records do not tell how much.
fn ignored(operation: &Operation) -> Vec<IgnoredTree> {
    let Some(carried) = &operation.carried else { return Vec::new() };
    let told = |root: &RepoPath| {
        let amount = carried.amounts.get(root).copied().unwrap_or_default();
        let Amount { is_dir, files, bytes, replaced } = amount;
        let path = if is_dir { format!("{root}/") } else { root.to_string() };
        IgnoredTree { path, files, bytes, replaced }
    };
    carried.roots.iter().map(told).collect()
}

/// The operation of that name, or the one that made a commit; without a name, the newest.
pub fn show(repo: &Repo, name: Option<&str>) -> Result<Option<Shown>, EngineError> {
    let log = OpLog::open(repo)?;
    let newest = log.iter().next().transpose()?;
    let (log, recorded) = match (name, newest) {
        (Some(name), _) => log.find(name)?,
        (None, Some(newest)) => (log, newest),
        (None, None) => return Ok(None),
    };
    let result_json = log.file(&recorded, "result.json")?;
    let response = log.file(&recorded, "response")?;
    let result = result_json.as_deref().and_then(|json| serde_json::from_slice(json).ok());
    let since: Vec<Recorded> = log
        .iter()
        .take_while(|newer| newer.as_ref().is_ok_and(|newer| newer.commit != recorded.commit))
        .chain([Ok(recorded.clone())])
        .collect::<Result<_, HistoryError>>()?;
    let undone = undone(&since).last().copied().unwrap_or(false);
    let compared = Compared::operation(repo, &recorded.operation)?;
    let rewrites = Rewrites::known(&log)?;
    let mut recorded = recorded;
    let made = [&mut recorded.operation.commit, &mut recorded.operation.snapshot];
    made.into_iter().flatten().for_each(|commit| *commit = rewrites.now(*commit));
    Ok(Some(Shown {
        moved: moved(&recorded.operation),
        ignored: ignored(&recorded.operation),
        operation: recorded.operation,
        undone,
        result: result.unwrap_or_default(),
        result_json,
        response,
        diffstat: compared.stats(),
        diff: compared.patch(),
    }))
}

/// HEAD, the branches, and what waits beside the commits, where they moved.
fn moved(operation: &Operation) -> Vec<String> {
    if operation.kind == OperationKind::Apply {
        return Vec::new();
    }
    let at = |commit: Option<ObjectId>| {
        commit.map_or_else(|| "nothing".to_owned(), |id| id.to_hex_with_len(10).to_string())
    };
    let mut lines = Vec::new();
    let [before, after] = [&operation.head.before, &operation.head.after];
    let stands = |head: &HeadRecord| head.branch.as_deref().map_or_else(|| at(head.commit), short);
    if before.branch != after.branch || (before.branch.is_none() && before != after) {
        lines.push(format!("HEAD from {} to {}", stands(before), stands(after)));
    }
    for change in &operation.refs {
        let (name, from, to) = (short(&change.name), at(change.before), at(change.after));
        lines.push(format!("{name} from {from} to {to}"));
    }
    let Move { before, after } = &operation.standing;
    let put = after.stash.iter().filter(|file| !before.stash.contains(file));
    lines.extend(put.map(|file| format!("your edit of {} into the stash", file.path)));
    let popped = before.stash.iter().filter(|file| !after.stash.contains(file));
    lines.extend(popped.map(|file| format!("your edit of {} out of the stash", file.path)));
    lines
}

/// What the operation of that name changed, or the one that made a commit.
pub fn compared(repo: &Repo, name: &str) -> Result<Compared, EngineError> {
    let (_, found) = OpLog::open(repo)?.find(name)?;
    Compared::operation(repo, &found.operation)
}

/// Where the session stands, and what undo and redo would do.
pub fn status(repo: &Repo) -> Result<StatusFacts, EngineError> {
    let log = OpLog::open(repo)?;
    let head = repo.head()?;
    let waits = waiting(repo, &log)?;
    let session = waits.session;
    let name = |leg: Leg| OperationName {
        id: leg.operation.operation.id.to_string(),
        summary: leg.operation.operation.title(),
        on: elsewhere(&head, &leg.newest.operation.head.after),
    };
    let sessions = if session.is_some() { Vec::new() } else { others(repo)? };
    Ok(StatusFacts {
        interrupted: waiting_run(repo).map(interrupted),
        in_progress: repo.in_progress().map(str::to_owned),
        bare: repo.is_bare(),
        sessions,
        branch: head.branch().map(short),
        base: session.as_ref().and_then(|session| session.base_branch.as_deref()).map(short),
        base_commit: waits.base.map(|commit| commit.to_string()),
        session: session.map(|session| session.name),
        position: waits.position,
        stashed_files: waits.stashed,
        way_on: waits.way_on,
        undo: next_undo(&log)?.map(name),
        redo: next_redo(&log)?.map(name),
        approvals: match approvals(repo) {
            Ok(approvals) => waiting_commands(repo, &approvals)?,
            // `allow` says what is wrong with the list.
            Err(_) => Vec::new(),
        },
    })
}

/// Where HEAD would have to stand, where an operation left it on another branch: undo and redo
/// refuse to go on from here.
fn elsewhere(head: &Head, left: &HeadRecord) -> Option<String> {
    let there = left.branch.as_deref();
    (head.branch() != there).then(|| there.map_or_else(|| "a detached HEAD".to_owned(), short))
}

/// The sessions that have a branch, and which of them are checked out.
fn others(repo: &Repo) -> Result<Vec<OtherSession>, EngineError> {
    let mut others = Vec::new();
    for (branch, _) in repo.refs_below(SESSION_PREFIX)? {
        let name = branch.strip_prefix(SESSION_PREFIX).unwrap_or(&branch).to_owned();
        let worktree = repo.checked_out_elsewhere(&branch)?;
        others
            .push(OtherSession { name, worktree: worktree.map(|path| path.display().to_string()) });
    }
    Ok(others)
}

/// A branch's name without `refs/heads/`.
fn short(branch: &str) -> String {
    branch.strip_prefix("refs/heads/").unwrap_or(branch).to_owned()
}

/// What was cut short, and the way on.
fn interrupted(waiting: WaitingRun) -> Interrupted {
    let (what, way_on) = match waiting {
        WaitingRun::Command => ("a command in the worktree", "puts the files back"),
        WaitingRun::Operation(kind) => (kind.as_str(), "finishes it, or takes it back"),
        WaitingRun::Worktree => ("the making of a worktree", "clears it away"),
        WaitingRun::Unreadable => ("a run whose journal cannot be read", "says why"),
    };
    Interrupted { what: what.to_owned(), way_on: format!("`git clada recover` {way_on}") }
}

/// Where HEAD stands in a session, and what waits there.
struct Waiting {
    session: Option<SessionRecord>,
    base: Option<ObjectId>,
    position: Option<Position>,
    stashed: Vec<WaitingEdit>,
    way_on: Option<String>,
}

fn waiting(repo: &Repo, log: &OpLog<'_>) -> Result<Waiting, EngineError> {
    let stash = log.standing()?.stash;
    let stashed = stash
        .iter()
        .map(|edit| WaitingEdit { path: edit.path.to_string(), commit: edit.at.to_string() });
    let stashed = stashed.collect();
    let way = match Way::find(repo, log) {
        Ok(way) => way,
        Err(HistoryError::Step(error)) => {
            let way_on = error.is_under_way().then(|| error.way_on());
            return Ok(Waiting { session: None, base: None, position: None, stashed, way_on });
        }
        Err(error) => return Err(error.into()),
    };
    let position = match (way.commits(repo)?, &way.ahead) {
        (Some(commits), Some(ahead)) => Some(Position { commits, steps_back: ahead.len() }),
        _ => None,
    };
    let way_on = way.way_on();
    let (session, base) = (Some(way.session), way.base);
    Ok(Waiting { session, base, position, stashed, way_on })
}
