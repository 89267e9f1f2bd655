//! The record of a recovery in the log.

use std::time::Duration;

use crate::base::{Timestamp, TransactionId};
use crate::git::{Head, HeadChange, Identity, Repo};

use super::super::journal::GitPart;
use super::super::operation::{HeadRecord, Move, VERSION};
use super::super::transaction::{Bench, IndexView, Intent, Prepared};
use super::super::{Arguments, HistoryError, OpLog, Operation, OperationKind};
use super::files::Course;
use crate::workspace::ChangeSet;

/// Whether the log's newest record is that of this recovery, which was cut short after it.
pub fn is_recorded(repo: &Repo, part: &GitPart) -> Result<bool, HistoryError> {
    let log = OpLog::open(repo)?;
    let newest = log.iter().next().transpose()?;
    Ok(newest.is_some_and(|newest| {
        let Operation { kind, of, .. } = newest.operation;
        kind == OperationKind::Recover && of.as_ref() == Some(&part.operation.id)
    }))
}

/// Logs the recovery, after which nothing is left of it to do.
pub fn record(
    repo: &Repo,
    part: &GitPart,
    way: Course,
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<(), HistoryError> {
    let log = OpLog::open(repo)?;
    let [name, email] = part.committer.clone();
    let committer = Identity { name, email };
    let head = repo.head()?;
    let operation = operation(part, (way, time), (&log, &head))?;
    let bench = Bench::without_lock(repo, &committer, lock_timeout);
    let intent = Intent {
        files: ChangeSet::default(),
        crossing: None,
        index: Vec::new(),
        dirs: Vec::new(),
        refs: Vec::new(),
        keep: head.commit().into_iter().collect(),
        head: HeadChange { before: head.clone(), after: head },
        operation,
        attachments: Vec::new(),
    };
    Prepared::new(bench, &log, IndexView::read(repo, [])?, intent)?.publish()?;
    Ok(())
}

fn operation(
    part: &GitPart,
    (way, time): (Course, Timestamp),
    (log, head): (&OpLog<'_>, &Head),
) -> Result<Operation, HistoryError> {
    let of = &part.operation;
    let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
    let did = match way {
        Course::Back => "took back",
        Course::Forward => "finished",
    };
    Ok(Operation {
        version: VERSION,
        id: TransactionId::derive(&[b"recover", of.id.as_str().as_bytes(), tip.as_bytes()]),
        previous: log.tip(),
        kind: OperationKind::Recover,
        time,
        summary: format!("{did} {}: {}", of.kind.as_str(), of.summary),
        success: true,
        of: Some(of.id.clone()),
        arguments: Arguments::default(),
        session: of.session.clone().filter(|_| way == Course::Forward),
        head: Move::none(HeadRecord::of(head)),
        refs: Vec::new(),
        commit: None,
        snapshot: None,
        paths: Vec::new(),
        made_dirs: Vec::new(),
        removed_dirs: Vec::new(),
        carried: None,
        standing: Move::none(log.standing()?),
        worktree: Move::none(None),
    })
}
