//! All that an interrupted process may have left in a worktree, seen to in order.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::{Timestamp, TransactionId};
use crate::git::{Identity, ObjectId, Repo, StaleLocks};
use crate::policy::{Gate, GateOptions};

use super::super::barrier::{self, TakenBack};
use super::super::context::ContextStore;
use super::super::journal::{BarrierPart, GitPart, Journal, JournalStore};
use super::super::operation::CarriedRecord;
use super::super::{Desk, HistoryError, OperationKind};
use super::carried::Carrying;
use super::files::{Course, FileRecovery};
use super::{index, other, record, refs, worktree};

/// What was seen to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The locks of git's that were left.
    pub locks: Vec<PathBuf>,
    /// The operation that was cut short; none where it had not begun to change anything.
    pub operation: Option<(TransactionId, OperationKind, Course)>,
    /// A linked worktree that was being made for an operation, and went.
    pub unmade: Option<PathBuf>,
    /// What was kept of the user's, a line each.
    pub kept: Vec<String>,
}

/// What becomes of a worktree whose command was cut short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutShort {
    /// It is put back, unless somebody has gone on working there since.
    #[default]
    Safe,
    /// It is put back.
    Force,
    /// It stays as it is.
    Keep,
}

/// Sees to what an earlier process left, first thing of whatever writes. Whoever calls it holds
/// the worktree's lock. `None`: there was nothing.
pub fn recover(
    repo: &Repo,
    time: Timestamp,
    lock_timeout: Duration,
) -> Result<Option<Recovered>, HistoryError> {
    recover_as_told(repo, CutShort::Safe, (time, lock_timeout))
}

/// The same, where the user has said what becomes of a command's worktree.
pub fn recover_as_told(
    repo: &Repo,
    cut_short: CutShort,
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<Option<Recovered>, HistoryError> {
    let store = JournalStore::of(repo.git_dir());
    let notes = repo.lock_notes();
    let stale = StaleLocks::find(repo, &notes)?;
    if stale.is_none() && !store.is_there() {
        return Ok(None);
    }
    // Read before anything is done: one that cannot be read is left with all that there is.
    let journal = store.read()?;
    if let Some(part) = journal.as_ref().and_then(|(journal, _)| journal.barrier.as_ref()) {
        look(repo, part, (cut_short, lock_timeout))?;
    }
    let locks = stale.map_or_else(|| Ok(Vec::new()), |stale| stale.remove())?;
    notes.clear()?;
    store.sweep()?;
    ContextStore::sweep(repo.git_dir());
    let mut recovered = Recovered { locks, operation: None, unmade: None, kept: Vec::new() };
    let Some((journal, sealed)) = journal else {
        return Ok(Some(recovered).filter(|recovered| !recovered.locks.is_empty()));
    };
    if let Some(part) = &journal.git {
        let way = match &part.awaits {
            Some(awaited) => {
                let (way, kept) = other::course(repo, awaited, (time, lock_timeout))?;
                recovered.kept = kept;
                way
            }
            None if refs::any_moved(repo, part)? => Course::Forward,
            None => Course::Back,
        };
        if !record::is_recorded(repo, part)? {
            let (kept, carried) = finish(repo, (&journal, part), way, (time, lock_timeout))?;
            recovered.kept.extend(kept);
            record::record(repo, part, (way, carried), (time, lock_timeout))?;
        }
        let operation = &part.operation;
        recovered.operation = Some((operation.id.clone(), operation.kind, way));
    }
    if let Some(part) = &journal.barrier {
        if cut_short == CutShort::Keep {
            let gate = gate(repo, &journal)?;
            recovered.kept = barrier::leave((repo, &gate), (&journal, part), time)?;
        } else {
            recovered.kept = take_back(repo, &journal, part, (time, lock_timeout))?;
            recovered.operation = Some((part.id.clone(), OperationKind::Apply, Course::Back));
        }
    }
    if let Some(path) = &journal.making {
        (recovered.unmade, recovered.kept) = worktree::unmake(repo, path, lock_timeout)?;
    }
    sealed.remove()?;
    Ok(Some(recovered))
}

/// Looks whether a worktree may be put back in which a command was running: nobody writes there, and
/// nobody has since.
fn look(
    repo: &Repo,
    part: &BarrierPart,
    (cut_short, lock_timeout): (CutShort, Duration),
) -> Result<(), HistoryError> {
    if cut_short == CutShort::Keep {
        return Ok(());
    }
    barrier::wait_for_command(repo, lock_timeout)?;
    let moved = barrier::moved(repo, part)?;
    if moved.is_empty() || cut_short == CutShort::Force {
        return Ok(());
    }
    Err(HistoryError::CutShort(moved))
}

/// Puts the worktree back in which a command was running, and logs that.
fn take_back(
    repo: &Repo,
    journal: &Journal,
    part: &BarrierPart,
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<Vec<String>, HistoryError> {
    let gate = gate(repo, journal)?;
    let TakenBack { paths, told, found } = barrier::take_back((repo, &gate), journal, part)?;
    // What an earlier recovery that was cut short too has recorded does not hold what stood there
    // now: that stays kept.
    if !record::is_of(repo, &part.id)? {
        record::record_barrier(repo, (part, paths), (time, lock_timeout))?;
        found.iter().try_for_each(|found| found.is_taken_in(repo))?;
    }
    barrier::let_go(repo)?;
    Ok(told)
}

/// Brings files, refs and index to one side. The files come first: what moves a ref says that
/// they are there.
fn finish(
    repo: &Repo,
    (journal, part): (&Journal, &GitPart),
    way: Course,
    (time, lock_timeout): (Timestamp, Duration),
) -> Result<(Vec<String>, Option<CarriedRecord>), HistoryError> {
    let gate = gate(repo, journal)?;
    let path = repo.git_dir().join("clada/journal");
    let load = |id: ObjectId| Ok(repo.blob(id)?);
    let files = FileRecovery::new((journal, &path), &gate, (way, &load))?;
    let mut kept = files.run()?;
    let mut carrying = Carrying::of((repo, &gate), journal, way)?;
    kept.extend(carrying.run()?);
    if way == Course::Forward {
        let notes = repo.lock_notes();
        kept.extend(refs::finish(repo, part, (&notes, lock_timeout))?);
        kept.extend(index::finish((repo, &gate), journal, (&notes, lock_timeout))?);
    }
    if way == Course::Back && part.awaits.is_some() {
        kept.extend(refs::take_back(repo, part, (&repo.lock_notes(), lock_timeout))?);
    }
    let [name, email] = part.committer.clone();
    let committer = &Identity { name, email };
    let directory = repo.worktree();
    let desk = Desk { repo, gate: &gate, directory, committer, time, lock_timeout };
    kept.extend(worktree::finish(&desk, part, way)?);
    Ok((kept, carrying.end()?))
}

fn gate(repo: &Repo, journal: &Journal) -> Result<Gate, HistoryError> {
    let gate = Gate::new(GateOptions {
        worktree: Some(repo.worktree()),
        base_dir: None,
        pwd_spelling: None,
        aliases: &[],
        allow_roots: &journal.allow_roots,
        git_dirs: &[repo.git_dir().to_owned(), repo.common_dir().to_owned()],
        blacklist: None,
    });
    gate.map_err(|error| HistoryError::Path(error.to_string()))
}
