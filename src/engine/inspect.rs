//! Looking at the log: what `log`, `show` and `status` tell. Changes nothing.

use bstr::{BStr, ByteSlice};

use crate::git::Repo;
use crate::history::{
    FileRecord, FileType, HistoryError, OpLog, Operation, Recorded, SessionRecord, Way, next_redo,
    next_undo, undone,
};
use crate::report::{
    ExecutionResult, FileDiff, FileStat, LogLine, OperationName, Position, Side, StatusFacts,
    UnifiedOptions, WaitingEdit, file_stats, unified,
};

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
    Ok(operations.iter().zip(marks).map(|(recorded, undone)| line(recorded, undone)).collect())
}

fn line(Recorded { operation, .. }: &Recorded, undone: bool) -> LogLine {
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
    }
}

/// The operation of that name, or the one that made a commit; without a name, the newest.
pub fn show(repo: &Repo, name: Option<&str>) -> Result<Option<Shown>, EngineError> {
    let log = OpLog::open(repo)?;
    let recorded = match name {
        Some(name) => log.find(name)?,
        None => match log.iter().next() {
            Some(newest) => newest?,
            None => return Ok(None),
        },
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
    let (diffstat, diff) = differences(repo, &recorded.operation)?;
    Ok(Some(Shown {
        operation: recorded.operation,
        undone,
        result: result.unwrap_or_default(),
        result_json,
        response,
        diffstat,
        diff,
    }))
}

/// What an operation changed, from the contents that its record keeps.
fn differences(
    repo: &Repo,
    operation: &Operation,
) -> Result<(Vec<FileStat>, Vec<u8>), EngineError> {
    let load = |file: &Option<FileRecord>| -> Result<Option<(Vec<u8>, u32)>, EngineError> {
        let Some(file) = file else { return Ok(None) };
        Ok(Some((repo.blob(file.blob)?, mode(file))))
    };
    let mut loaded = Vec::with_capacity(operation.paths.len());
    for record in &operation.paths {
        let path = match &record.location.root {
            None => record.location.path.as_bstr().to_vec(),
            Some(root) => {
                let path = root.join(record.location.path.as_path());
                path.into_os_string().into_encoded_bytes()
            }
        };
        loaded.push((path, load(&record.file.before)?, load(&record.file.after)?));
    }
    let diffs: Vec<FileDiff<'_>> = loaded
        .iter()
        .map(|(path, before, after)| FileDiff {
            path: BStr::new(path),
            before: before.as_ref().map(side),
            after: after.as_ref().map(side),
        })
        .collect();
    let patch = unified(&diffs, &UnifiedOptions::default());
    Ok((file_stats(&diffs), patch.as_bytes().to_vec()))
}

fn side((content, mode): &(Vec<u8>, u32)) -> Side<'_> {
    Side { content, mode: *mode }
}

fn mode(file: &FileRecord) -> u32 {
    let executable = file.mode.is_some_and(|mode| mode & 0o100 != 0);
    match file.kind {
        FileType::Link => 0o120_000,
        FileType::File if executable => 0o100_755,
        FileType::File => 0o100_644,
    }
}

/// Where the session stands, and what undo and redo would do.
pub fn status(repo: &Repo) -> Result<StatusFacts, EngineError> {
    let log = OpLog::open(repo)?;
    let head = repo.head()?;
    let waits = waiting(repo, &log)?;
    let session = waits.session;
    let name = |recorded: Recorded| OperationName {
        id: recorded.operation.id.to_string(),
        summary: recorded.operation.summary,
    };
    let short = |name: &str| name.strip_prefix("refs/heads/").unwrap_or(name).to_owned();
    Ok(StatusFacts {
        branch: head.branch().map(short),
        base: session.as_ref().and_then(|session| session.base_branch.as_deref()).map(short),
        base_commit: session
            .as_ref()
            .and_then(|session| session.base_commit)
            .map(|commit| commit.to_string()),
        session: session.map(|session| session.name),
        position: waits.position,
        stashed_files: waits.stashed,
        way_on: waits.way_on,
        undo: next_undo(&log)?.map(name),
        redo: next_redo(&log)?.map(name),
        approvals: Vec::new(),
    })
}

/// Where HEAD stands in a session, and what waits there.
struct Waiting {
    session: Option<SessionRecord>,
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
            return Ok(Waiting { session: None, position: None, stashed, way_on });
        }
        Err(error) => return Err(error.into()),
    };
    let position = match (way.commits(repo)?, &way.ahead) {
        (Some(commits), Some(ahead)) => Some(Position { commits, steps_back: ahead.len() }),
        _ => None,
    };
    let way_on = way.way_on();
    Ok(Waiting { session: Some(way.session), position, stashed, way_on })
}
