//! Everything that can fail has been done; now it is published or dropped.

use std::{path::PathBuf, time::Duration};

use crate::git::{
    HeadChange, Identity, IndexLock, LockNotes, ObjectId, RefChange, RefTransaction, Repo,
};
use crate::workspace::crossing::Crossing;
use crate::workspace::disk::{Maker, Naming, Token};

use super::super::journal::{Awaited, GitPart, Journal, JournalStore};
use super::super::operation::{HeadRecord, Move, RefRecord};
use super::super::worktree::WorktreeChange;
use super::super::{HistoryError, OpLog, Operation};
use super::Intent;
use super::carrying::forget;
use super::files::WrittenOut;
use super::index_plan::{IndexUpdate, IndexView};
use super::record::write_record;

/// Where a transaction is prepared: the repository, with git's index lock held.
pub struct Bench<'r> {
    /// The repository.
    pub repo: &'r Repo,
    /// Who commits.
    pub committer: &'r Identity,
    lock: Option<IndexLock>,
    lock_timeout: Duration,
    // After the lock: it goes when there is nothing left to note.
    notes: LockNotes,
}

impl<'r> Bench<'r> {
    /// Takes git's own lock on the index, so that nobody else commits or stages until the
    /// transaction is published or dropped.
    pub fn take(
        repo: &'r Repo,
        committer: &'r Identity,
        timeout: Duration,
    ) -> Result<Self, HistoryError> {
        let bench = Self::without_lock(repo, committer, timeout);
        let lock = repo.lock_index(&bench.notes, timeout)?;
        Ok(Self { lock: Some(lock), ..bench })
    }

    /// For a transaction that changes neither file nor index and is only logged: it need not
    /// wait for another git.
    #[must_use]
    pub fn without_lock(repo: &'r Repo, committer: &'r Identity, timeout: Duration) -> Self {
        let notes = repo.lock_notes();
        Self { repo, committer, lock: None, lock_timeout: timeout, notes }
    }
}

/// A transaction that is ready: objects and record are written, git's lock is held, nothing of
/// the user's has been touched. Dropped, it leaves nothing but unreachable objects.
#[must_use = "nothing happens until it is published"]
pub struct Prepared<'r> {
    bench: Bench<'r>,
    index: IndexView,
    intent: Intent,
    log_ref: RefChange,
    token: Token,
    /// None where a ref moves and nothing else: that is done or not done by itself.
    journal: Option<Journal>,
    worktree: Option<WorktreeChange<'r>>,
    /// The operation of another worktree that is published with it.
    other: Option<Box<Prepared<'r>>>,
}

/// What was published.
#[derive(Debug)]
pub struct Published {
    /// Its record.
    pub operation: Operation,
    /// The record's commit in the log.
    pub record: ObjectId,
    /// The touched files that the user has edited since they were written, as they are shown.
    pub edited: Vec<String>,
    /// Ignored files of earlier transactions of which undo brings nothing back any more.
    pub forgotten: Vec<String>,
}

impl<'r> Prepared<'r> {
    /// Writes the record, the last thing that can fail before anything is touched.
    pub fn new(
        bench: Bench<'r>,
        log: &OpLog<'_>,
        index: IndexView,
        intent: Intent,
    ) -> Result<Self, HistoryError> {
        let repo = bench.repo;
        let record = write_record(repo, &intent, bench.committer)?;
        let log_ref =
            RefChange { name: log.ref_name().to_owned(), before: log.tip(), after: Some(record) };
        let token = Token::random();
        let journal = if intent.is_logged_only() {
            None
        } else {
            let journal =
                Journal::of(token.to_string(), &intent.files, |_, bytes| repo.write_blob(bytes))?;
            let refs = intent.refs.iter().chain([&log_ref]).map(RefRecord::of).collect();
            let part = git_part(&intent, (record, refs), bench.committer);
            let carried = intent.crossing.as_ref().map(Crossing::name);
            Some(Journal { git: Some(part), carried, ..journal })
        };
        repo.flush_objects()?;
        Ok(Self { bench, index, intent, log_ref, token, journal, worktree: None, other: None })
    }

    /// The same with a linked worktree that comes or goes with it, as its record says.
    pub fn with_worktree(self, worktree: Option<WorktreeChange<'r>>) -> Self {
        Self { worktree, ..self }
    }

    /// The same with an operation of another worktree: both take place or neither does. That one is
    /// published when the refs here have moved; the journal here tells of it until it is done.
    pub fn with(self, other: Self) -> Self {
        let Intent { operation, .. } = &other.intent;
        let awaits = Awaited { log: other.log_ref.name.clone(), operation: operation.id.clone() };
        let journal = self.journal.map(|journal| Journal {
            git: journal.git.map(|part| GitPart { awaits: Some(awaits), ..part }),
            ..journal
        });
        Self { journal, other: Some(Box::new(other)), ..self }
    }

    /// What its record says.
    #[must_use]
    pub fn operation(&self) -> &Operation {
        &self.intent.operation
    }

    /// Gives the transaction up. Nothing has been touched.
    pub fn discard(self) {
        drop(self);
    }

    /// Writes the files, moves the refs, puts the new index in place. On any failure everything
    /// is put back.
    pub fn publish(mut self) -> Result<Published, HistoryError> {
        let repo = self.bench.repo;
        let sealed = self
            .journal
            .as_ref()
            .map(|journal| JournalStore::of(repo.git_dir()).seal(journal, repo.durability().any));
        let sealed = sealed.transpose()?;
        let done = match self.worktree.take() {
            None => self.write_out(None),
            Some(worktree) => self.write_out_with(worktree),
        };
        // Where something could not be put back, or removed, recovery tries again.
        let stays = match &done {
            Ok((_, swept)) => !swept,
            Err(error) => matches!(error, HistoryError::NotRolledBack { .. }),
        };
        if let Some(sealed) = sealed.filter(|_| !stays) {
            // A journal that stays has nothing more to do, and the next run finds that.
            drop(sealed.remove());
        }
        done.map(|(published, _)| published)
    }

    /// Does it, with a linked worktree that comes or goes.
    fn write_out_with(
        self,
        mut worktree: WorktreeChange<'r>,
    ) -> Result<(Published, bool), HistoryError> {
        let done = worktree.begin().and_then(|()| self.write_out(Some(&mut worktree)));
        match done {
            // One that could not be declared whole is the next run's business.
            Ok((published, swept)) => Ok((published, worktree.finish().is_ok() && swept)),
            Err(error) => Err(worktree.take_back(error)),
        }
    }

    /// Does it. Says too whether nothing is left to do.
    fn write_out(
        self,
        mut worktree: Option<&mut WorktreeChange<'r>>,
    ) -> Result<(Published, bool), HistoryError> {
        let Self { bench, index, intent, log_ref, token, other, .. } = self;
        // The lock goes before the notes of it: what is bound last is dropped first.
        let Bench { notes, repo, committer, lock_timeout, mut lock } = bench;
        let record = log_ref.after.unwrap_or_else(|| ObjectId::null(repo.object_hash()));
        let mut refs = intent.refs.clone();
        refs.push(log_ref);
        let operation = &intent.operation;
        let message = format!("clada: {} {}", operation.kind.as_str(), operation.id);
        let moves = RefTransaction {
            refs: &refs,
            head: &intent.head,
            message: &message,
            committer,
            time: operation.time,
            lock_timeout,
            notes: &notes,
        };
        let paths = intent.files.changes.iter().map(|change| &change.path);
        let naming = Naming::new(token, Maker::Transaction, paths);
        let out = WrittenOut::write(
            &intent.files,
            intent.crossing.as_ref(),
            (naming, Some(&trash_of(repo))),
        )?;
        let emptying = out.empty_full_trash();
        let filled = fill_index(repo, &index, &intent, &out, lock.as_mut());
        if let Err(error) = filled.and_then(|()| Ok(repo.move_refs(&moves)?)) {
            return Err(out.put_back(error));
        }
        let settled = worktree.as_mut().map_or(Ok(()), |worktree| worktree.settle());
        let settled = match (settled, other) {
            (Ok(()), Some(other)) => other.publish().map(drop),
            (settled, _) => settled,
        };
        if let Err(error @ HistoryError::NotRolledBack { .. }) = settled {
            // Half of it stands in the other worktree: recovery there tells which way both go.
            return Err(error);
        }
        let placed = settled.and_then(|()| match lock {
            Some(lock) if !intent.index.is_empty() => Ok(lock.commit()?),
            Some(_) | None => Ok(()),
        });
        if let Err(error) = placed {
            let error = worktree
                .map_or(Ok(()), |worktree| worktree.unsettle(&error))
                .err()
                .unwrap_or(error);
            return Err(out.put_back(move_back(repo, &moves, error)));
        }
        repo.share(refs.iter().map(|change| change.name.as_str()));
        let edited = out.edited();
        let swept = out.finish();
        drop(emptying);
        let forgotten = forget(repo, &intent.files, intent.crossing.as_ref()).roots;
        Ok((Published { operation: intent.operation, record, edited, forgotten }, swept))
    }
}

/// What the journal says of the repository.
fn git_part(
    intent: &Intent,
    (record, refs): (ObjectId, Vec<RefRecord>),
    committer: &Identity,
) -> GitPart {
    let HeadChange { before, after } = &intent.head;
    GitPart {
        operation: intent.operation.clone(),
        record,
        refs,
        head: Move { before: HeadRecord::of(before), after: HeadRecord::of(after) },
        committer: [committer.name.clone(), committer.email.clone()],
        time: intent.operation.time,
        awaits: None,
    }
}

/// Where replaced files wait to be removed: in the worktree's git directory, which is on its file
/// system as a rule.
pub fn trash_of(repo: &Repo) -> PathBuf {
    repo.git_dir().join("clada").join("trash")
}

fn fill_index(
    repo: &Repo,
    index: &IndexView,
    intent: &Intent,
    out: &WrittenOut<'_>,
    lock: Option<&mut IndexLock>,
) -> Result<(), HistoryError> {
    let Some(lock) = lock.filter(|_| !intent.index.is_empty()) else { return Ok(()) };
    let stats = out.stats();
    let since = stats.values().map(|stat| stat.ctime).min();
    let update = IndexUpdate { plans: &intent.index, dirs: &intent.dirs, stats: &stats, since };
    index.write(repo, &update, lock)
}

/// The index could not be put in place: the refs go back to where they were.
fn move_back(repo: &Repo, moves: &RefTransaction<'_>, error: HistoryError) -> HistoryError {
    let HeadChange { before, after } = moves.head.clone();
    let head = HeadChange { before: after, after: before };
    let refs: Vec<RefChange> = moves.refs.iter().map(RefChange::reversed).collect();
    match repo.move_refs(&RefTransaction { refs: &refs, head: &head, ..moves.clone() }) {
        Ok(()) => error,
        Err(_) => HistoryError::NotRolledBack {
            why: error.to_string(),
            left: refs.into_iter().map(|change| change.name).collect(),
        },
    }
}
