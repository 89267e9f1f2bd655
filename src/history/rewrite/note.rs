//! The record of a rewrite in the log. Nothing else moves.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::base::{Timestamp, TransactionId};
use crate::git::{GitError, Identity, ObjectId, Repo};

use super::super::journal::JournalStore;
use super::super::operation::{HeadRecord, Move, Rewritten, VERSION};
use super::super::session::session_of;
use super::super::session_commits::{CommitKind, SessionCommit};
use super::super::transaction::{Bench, IndexView, Intent, Prepared};
use super::super::{Arguments, HistoryError, OpLog, Operation, OperationKind};

/// Who notes a rewrite, and when.
#[derive(Clone, Copy, Debug)]
pub struct Noting<'r> {
    /// The repository, in the worktree whose lock is held.
    pub repo: &'r Repo,
    /// Who commits.
    pub committer: &'r Identity,
    /// When.
    pub time: Timestamp,
    /// How long to wait for git's locks.
    pub lock_timeout: Duration,
}

/// Notes which commits have taken the place of ours. `by` is what git did, as it says so: `amend`,
/// `rebase`. `None` where no commit of ours is among them: the user's own are nothing to the log.
///
/// Works while a rebase is in progress, at the end of which git tells.
pub fn note_rewrites(
    noting: &Noting<'_>,
    log: &OpLog<'_>,
    (by, pairs): (&str, &[(ObjectId, ObjectId)]),
) -> Result<Option<Operation>, HistoryError> {
    let repo = noting.repo;
    let rewritten = ours(repo, log, pairs)?;
    if rewritten.is_empty() {
        return Ok(None);
    }
    if JournalStore::of(repo.git_dir()).is_there() {
        return Err(HistoryError::Interrupted);
    }
    let operation = operation(noting, log, (by, rewritten))?;
    let bench = Bench::without_lock(repo, noting.committer, noting.lock_timeout);
    let head = repo.head()?;
    let new = operation.rewritten.iter().map(|rewritten| rewritten.after);
    let mut keep: Vec<ObjectId> = new.chain(head.commit()).collect();
    keep.sort();
    keep.dedup();
    let intent = Intent::of_record(operation, head, keep);
    let published = Prepared::new(bench, log, IndexView::read(repo, [])?, intent)?.publish()?;
    Ok(Some(published.operation))
}

/// Those of the pairs that are of ours: by their trailers or, where a message has lost these, by
/// what the logs tell of the old commit. The logs are read only where the trailers leave a question.
fn ours(
    repo: &Repo,
    log: &OpLog<'_>,
    pairs: &[(ObjectId, ObjectId)],
) -> Result<Vec<Rewritten>, HistoryError> {
    let mut rewritten = Vec::new();
    let mut known: Option<BTreeSet<ObjectId>> = None;
    for &(before, after) in pairs.iter().filter(|(before, after)| before != after) {
        let is_known = if is_ours(repo, before)? || is_ours(repo, after)? {
            true
        } else if let Some(known) = &known {
            known.contains(&before)
        } else {
            known.insert(commits_of_logs(log)?).contains(&before)
        };
        if is_known {
            rewritten.push(Rewritten { before, after });
        }
    }
    Ok(rewritten)
}

/// The commits that operations have made, and those that stand in the place of such.
fn commits_of_logs(log: &OpLog<'_>) -> Result<BTreeSet<ObjectId>, HistoryError> {
    let mut commits = BTreeSet::new();
    for log in std::iter::once(log).chain(&log.others()?) {
        for recorded in log.iter() {
            let Operation { kind, commit, snapshot, rewritten, .. } = recorded?.operation;
            if !kind.travels() {
                commits.extend(commit.into_iter().chain(snapshot));
            }
            commits.extend(rewritten.iter().map(|pair| pair.after));
        }
    }
    Ok(commits)
}

/// Whether a commit bears our trailer.
fn is_ours(repo: &Repo, commit: ObjectId) -> Result<bool, GitError> {
    Ok(SessionCommit::of(repo.commit(commit)?).kind != CommitKind::Own)
}

fn operation(
    noting: &Noting<'_>,
    log: &OpLog<'_>,
    (by, rewritten): (&str, Vec<Rewritten>),
) -> Result<Operation, HistoryError> {
    let head = noting.repo.head()?;
    let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
    let ids: Vec<String> = rewritten.iter().map(|pair| pair.after.to_string()).collect();
    let count = rewritten.len();
    let commits = if count == 1 { "1 commit" } else { &format!("{count} commits") };
    let id = TransactionId::derive(&[b"rewrite", tip.as_bytes(), ids.concat().as_bytes()]);
    Ok(Operation {
        version: VERSION,
        id,
        previous: log.tip(),
        kind: OperationKind::Rewrite,
        time: noting.time,
        summary: format!("{commits} by git {}", command(by)),
        success: true,
        of: None,
        arguments: Arguments::default(),
        session: session_of(log, &head)?,
        head: Move::none(HeadRecord::of(&head)),
        refs: Vec::new(),
        commit: None,
        snapshot: None,
        paths: Vec::new(),
        made_dirs: Vec::new(),
        removed_dirs: Vec::new(),
        carried: None,
        standing: Move::none(log.standing()?),
        worktree: Move::none(None),
        rewritten,
    })
}

/// What the user called.
fn command(by: &str) -> &str {
    if by == "amend" { "commit --amend" } else { by }
}
