//! The record of a recovery in the log.

use std::time::Duration;

use crate::base::{Timestamp, TransactionId};
use crate::git::{Head, Identity, Repo};

use super::super::journal::{BarrierPart, GitPart};
use super::super::operation::{
    CarriedRecord, HeadRecord, Move, PathRecord, SessionRecord, VERSION,
};
use super::super::transaction::{Bench, IndexView, Intent, Prepared};
use super::super::{Arguments, HistoryError, OpLog, Operation, OperationKind};
use super::files::Course;

/// Whether the log's newest record is that of this recovery, which was cut short after it.
pub fn is_recorded(repo: &Repo, part: &GitPart) -> Result<bool, HistoryError> {
    is_of(repo, &part.operation.id)
}

/// The same for what has that id.
pub fn is_of(repo: &Repo, id: &TransactionId) -> Result<bool, HistoryError> {
    let log = OpLog::open(repo)?;
    let newest = log.iter().next().transpose()?;
    Ok(newest.is_some_and(|newest| {
        let Operation { kind, of, .. } = newest.operation;
        kind == OperationKind::Recover && of.as_ref() == Some(id)
    }))
}

/// Logs the recovery, after which nothing is left of it to do.
pub fn record(
    repo: &Repo,
    part: &GitPart,
    (way, carried): (Course, Option<CarriedRecord>),
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<(), HistoryError> {
    let of = &part.operation;
    let did = match way {
        Course::Back => "took back",
        Course::Forward => "finished",
    };
    let told = Told {
        of: of.id.clone(),
        summary: format!("{did} {}: {}", of.kind.as_str(), of.summary),
        session: of.session.clone().filter(|_| way == Course::Forward),
        paths: Vec::new(),
        carried,
    };
    log(repo, (told, &part.committer), (time, lock_timeout))
}

/// Logs that the files were put back which a command had changed that was cut short. What they
/// held is in the record.
pub fn record_barrier(
    repo: &Repo,
    (part, paths): (&BarrierPart, Vec<PathRecord>),
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<(), HistoryError> {
    let summary = "took back apply: a command in the worktree was cut short".to_owned();
    let told = Told { of: part.id.clone(), summary, session: None, paths, carried: None };
    log(repo, (told, &part.committer), (time, lock_timeout))
}

/// What a record says.
struct Told {
    of: TransactionId,
    summary: String,
    session: Option<SessionRecord>,
    paths: Vec<PathRecord>,
    /// What was kept of ignored files that the user has changed since.
    carried: Option<CarriedRecord>,
}

fn log(
    repo: &Repo,
    (told, committer): (Told, &[String; 2]),
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<(), HistoryError> {
    let log = OpLog::open(repo)?;
    let [name, email] = committer.clone();
    let committer = Identity { name, email };
    let head = repo.head()?;
    let operation = operation(told, time, (&log, &head))?;
    let bench = Bench::without_lock(repo, &committer, lock_timeout);
    let keep = head.commit().into_iter().collect();
    let intent = Intent::of_record(operation, head, keep);
    Prepared::new(bench, &log, IndexView::read(repo, [])?, intent)?.publish()?;
    Ok(())
}

fn operation(
    told: Told,
    time: Timestamp,
    (log, head): (&OpLog<'_>, &Head),
) -> Result<Operation, HistoryError> {
    let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
    Ok(Operation {
        version: VERSION,
        id: TransactionId::derive(&[b"recover", told.of.as_str().as_bytes(), tip.as_bytes()]),
        previous: log.tip(),
        kind: OperationKind::Recover,
        time,
        summary: told.summary,
        success: true,
        of: Some(told.of),
        arguments: Arguments::default(),
        session: told.session,
        head: Move::none(HeadRecord::of(head)),
        refs: Vec::new(),
        commit: None,
        snapshot: None,
        paths: told.paths,
        made_dirs: Vec::new(),
        removed_dirs: Vec::new(),
        carried: told.carried,
        standing: Move::none(log.standing()?),
        worktree: Move::none(None),
        rewritten: Vec::new(),
    })
}
