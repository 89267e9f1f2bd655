//! A barrier from where the pending files are written out to where the worktree is as it was.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{FileTime, RepoPath, TransactionId};
use crate::git::{GitError, Identity, ObjectId, Repo};
use crate::policy::{Access, Gate, GrantedPath};
use crate::workspace::census::{Census, Going};
use crate::workspace::disk::{self, Maker, Naming, Token};
use crate::workspace::process::{HeldFast, InheritedLock, Interrupt};
use crate::workspace::view::Left;
use crate::workspace::{ChangeSet, Overlay, file_stat};

use super::super::ignored::Ignored;
use super::super::journal::{BarrierPart, Journal, JournalStore, Sealed};
use super::super::operation::HeadRecord;
use super::super::transaction::WrittenOut;
use super::super::{HistoryError, OpLog};
use super::cut_short::staged;
use super::differences::{Comparing, Difference, Differences, Passes, below, present};
use super::found::Found;
use super::put_back::{put_back, store};
use super::running::Running;
use super::snapshot::{Snapshot, keeper};

/// How often the worktree is put back while somebody else writes to it.
const TRIES: usize = 5;

/// What a barrier is opened with.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// The repository, whose worktree's lock is held.
    pub repo: &'a Repo,
    /// The gate to the worktree.
    pub gate: &'a Gate,
    /// What the actions left.
    pub overlay: &'a Overlay,
    /// What git ignores by the patterns on the disk, and by those that the actions left: what both
    /// ignore is not looked at. None: nothing but the pending files can change.
    pub ignored: Option<[&'a Ignored<'a>; 2]>,
    /// The snapshot of an earlier barrier, whose files need not be read again.
    pub earlier: Option<&'a Snapshot>,
    /// Who is named in the record, if there must be one.
    pub committer: &'a Identity,
    /// No signal ends the process while it is open.
    pub interrupt: &'a Interrupt,
}

/// A barrier that is open: the pending files stand in the worktree, and the journal tells how all
/// was before. Dropped, it stays so, and the next run puts the worktree back.
#[must_use = "the worktree is put back when it is closed"]
pub struct Barrier<'a> {
    opening: Opening<'a>,
    top: GrantedPath,
    pending: Vec<GrantedPath>,
    snapshot: Snapshot,
    kept: ObjectId,
    repositories: BTreeSet<RepoPath>,
    token: Token,
    keeper: String,
    sealed: Sealed,
    running: Option<Running>,
    _held: HeldFast<'a>,
}

/// What a barrier left.
#[derive(Debug)]
pub struct Closed {
    /// What the pending files and those that the command changed were in the end, sorted by path.
    pub left: Vec<(RepoPath, Left)>,
    /// Repositories that have come or gone: nobody but the user can bring back what was.
    pub repositories: Vec<String>,
    /// What stood where the worktree was put back, the pending files aside: lost unless it is taken
    /// in or kept.
    pub found: Option<Found>,
    /// The same of what was saved while it was put back, which is not in `left`.
    pub late: Option<Found>,
    /// How the worktree stood, and stands.
    pub snapshot: Snapshot,
    /// The tree that holds the same.
    pub kept: ObjectId,
}

/// Why a command could not be run in the worktree.
#[derive(Debug)]
pub enum BarrierError {
    /// The worktree is as it was.
    Refused(HistoryError),
    /// It is not: the next run will put it back.
    StaysOpen(HistoryError),
}

impl From<HistoryError> for BarrierError {
    fn from(error: HistoryError) -> Self {
        Self::Refused(error)
    }
}

/// Whether files may not hold what they held.
fn is_half_done(error: &HistoryError) -> bool {
    matches!(error, HistoryError::NotRolledBack { .. } | HistoryError::NotPutBack(_))
}

/// The failure of what must not fail.
pub(super) fn not_put_back(error: HistoryError) -> HistoryError {
    if let HistoryError::NotPutBack(_) = error {
        return error;
    }
    HistoryError::NotPutBack(error.to_string())
}

impl Opening<'_> {
    fn passes(&self, path: &RepoPath, is_dir: bool) -> bool {
        let mut ignored = self.ignored.iter().flatten();
        ignored.all(|ignored| ignored.passes(path, is_dir))
    }
}

impl<'a> Barrier<'a> {
    /// Takes a snapshot of the worktree, and writes out what is pending.
    pub fn open(opening: Opening<'a>) -> Result<Self, BarrierError> {
        let Opening { repo, gate, overlay, ignored, earlier, committer, interrupt } = opening;
        let mut files = overlay.clone().into_changes();
        let others = disk::changed(&files.observed);
        if !others.is_empty() {
            return Err(HistoryError::Conflict(others).into());
        }
        let top = top(gate)?;
        let began = now(repo).map_err(HistoryError::from)?;
        let passes = |path: &RepoPath, is_dir| opening.passes(path, is_dir);
        let going = |_| Census::take(&top, Going { passes: &passes, opens: false });
        let census = ignored.map(going).transpose().map_err(HistoryError::from)?;
        let mut snapshot = Snapshot::take(repo, census.as_ref(), (earlier, began))?;
        let pending = overlay.pending_paths();
        let tracked = ignored.map(|[ignored, _]| ignored.tracked_all_the_same());
        let tracked = tracked.iter().flatten().filter_map(|rel| below(&top, rel));
        for path in &tracked.chain(pending.iter().cloned()).collect::<Vec<_>>() {
            snapshot.add_path(repo, path)?;
        }
        let kept = snapshot.keep(repo)?;
        repo.flush_objects().map_err(HistoryError::from)?;
        let token = Token::random();
        let part = BarrierPart {
            id: TransactionId::derive(&[b"barrier", token.to_string().as_bytes()]),
            kept,
            committer: [committer.name.clone(), committer.email.clone()],
            head: Some(HeadRecord::of(&repo.head().map_err(HistoryError::from)?)),
            staged: Some(staged(repo).map_err(HistoryError::from)?),
        };
        let journal = Journal::of_barrier(token.to_string(), part);
        let keeper = keeper(&OpLog::open(repo)?);
        let running = Some(Running::about_to(repo)?);
        let held = interrupt.hold_fast();
        let sealed = JournalStore::of(repo.git_dir()).seal(&journal, repo.durability().any)?;
        let repositories = census.into_iter().flat_map(|census| census.repositories).collect();
        let barrier = Self {
            opening,
            top,
            pending,
            snapshot,
            kept,
            repositories,
            token,
            keeper,
            sealed,
            running,
            _held: held,
        };
        in_worktree(&mut files);
        match barrier.write_out(&files) {
            Ok(()) => Ok(barrier),
            Err(error) if is_half_done(&error) => Err(BarrierError::StaysOpen(not_put_back(error))),
            Err(error) => {
                let done = barrier.done();
                done.map_err(|error| BarrierError::StaysOpen(not_put_back(error)))?;
                Err(BarrierError::Refused(error))
            }
        }
    }

    /// The lock that is to be held by the command, and all that it starts.
    #[must_use]
    pub fn lock(&self) -> Option<&InheritedLock> {
        self.running.as_ref().map(Running::lock)
    }

    /// The snapshot is kept before the first file changes.
    fn write_out(&self, files: &ChangeSet) -> Result<(), HistoryError> {
        self.opening.repo.keep(&self.keeper, self.kept)?;
        let paths = files.changes.iter().map(|change| &change.path);
        let naming = Naming::new(self.token, Maker::Transaction, paths);
        if WrittenOut::write(files, None, (naming, None))?.finish() {
            return Ok(());
        }
        Err(HistoryError::NotPutBack("temporary files cannot be removed".to_owned()))
    }

    /// Looks what the command left, and puts the worktree back as it was.
    pub fn close(self) -> Result<Closed, BarrierError> {
        self.try_close().map_err(|error| BarrierError::StaysOpen(not_put_back(error)))
    }

    fn try_close(mut self) -> Result<Closed, HistoryError> {
        let repo = self.opening.repo;
        self.running.take().map_or(Ok(()), Running::end)?;
        let passes = |path: &RepoPath, is_dir| self.opening.passes(path, is_dir);
        let passes: Option<Passes<'_>> = self.opening.ignored.is_some().then_some(&passes);
        let comparing =
            Comparing { repo, top: &self.top, snapshot: &self.snapshot, by_numbers: true };
        let found = comparing.all(passes)?;
        let left = self.left(&found)?;
        let repositories = self.others(&found);
        let pending = self.opening.overlay.clone().into_changes();
        let kept_found = keep_found(repo, &found, (&found.all, &pending))?;
        let late = self.put_back(&comparing, (passes, &found), &pending)?;
        let (snapshot, kept) = (self.snapshot.clone(), self.kept);
        self.done()?;
        Ok(Closed { left, repositories, found: kept_found, late, snapshot, kept })
    }

    /// Puts the worktree back, and returns what was saved meanwhile, and put back too.
    fn put_back(
        &self,
        comparing: &Comparing<'_>,
        (passes, found): (Option<Passes<'_>>, &Differences),
        pending: &ChangeSet,
    ) -> Result<Option<Found>, HistoryError> {
        let repo = self.opening.repo;
        let mut again = None;
        let (mut late, mut kept) = (BTreeMap::<RepoPath, Difference>::new(), None::<Found>);
        for tries in 1.. {
            match put_back(repo, again.as_ref().unwrap_or(found), self.token) {
                Ok(()) => break,
                // Saved by somebody else since the command ended: that stays as it is, and whoever
                // publishes finds it.
                Err(HistoryError::Conflict(paths)) if tries < TRIES => {
                    let mut now = comparing.all(passes)?;
                    now.all.retain(|path, _| !paths.contains(&path.to_string()));
                    let is_new = |path: &RepoPath, now: &Difference| {
                        found.all.get(path).is_none_or(|found| found.now != now.now)
                    };
                    late.extend(
                        now.all.clone().into_iter().filter(|(path, now)| is_new(path, now)),
                    );
                    let earlier = kept.take();
                    kept = keep_found(repo, &now, (&late, pending))?;
                    let gone = earlier.filter(|earlier| Some(earlier) != kept.as_ref());
                    gone.map_or(Ok(()), |earlier| earlier.is_taken_in(repo))?;
                    again = Some(now);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(kept)
    }

    /// All is as it was.
    fn done(self) -> Result<(), HistoryError> {
        self.opening.repo.let_go(&self.keeper)?;
        self.sealed.remove()
    }

    /// What differs from the snapshot, and the pending files that are there and do not.
    fn left(&self, found: &Differences) -> Result<Vec<(RepoPath, Left)>, HistoryError> {
        let all = &found.all;
        let is_dir = |path: &RepoPath| {
            all.get(path).is_none_or(|above| matches!(above.now, Left::Dir { .. }))
        };
        let mut left: BTreeMap<RepoPath, Left> = all
            .iter()
            // What stood in a directory goes with it.
            .filter(|(path, found)| {
                found.now != Left::Gone || path.ancestors().all(|dir| is_dir(&dir))
            })
            .map(|(path, found)| (path.clone(), found.now.clone()))
            .collect();
        for path in self.pending.iter().filter(|path| !all.contains_key(path.rel())) {
            let now = present(path)?;
            if now != Left::Gone {
                left.insert(path.rel().clone(), now);
            }
        }
        Ok(left.into_iter().collect())
    }

    /// The repositories that have come or gone.
    fn others(&self, found: &Differences) -> Vec<String> {
        let now: BTreeSet<RepoPath> = found.repositories.iter().cloned().collect();
        if self.opening.ignored.is_none() {
            return Vec::new();
        }
        self.repositories.symmetric_difference(&now).map(ToString::to_string).collect()
    }
}

/// Puts into the object database what is going to be replaced, and keeps by a ref what of it the
/// actions do not bring.
pub(super) fn keep_found(
    repo: &Repo,
    going: &Differences,
    (found, pending): (&BTreeMap<RepoPath, Difference>, &ChangeSet),
) -> Result<Option<Found>, HistoryError> {
    store(repo, going)?;
    Found::of(repo, found, pending)
}

/// The worktree's top.
pub(super) fn top(gate: &Gate) -> Result<GrantedPath, HistoryError> {
    let top = gate.grant_in(&RepoPath::default(), Access::Entry);
    top.map_err(|refusal| HistoryError::Path(refusal.message))
}

/// A moment as the file system of the git directory counts.
fn now(repo: &Repo) -> Result<FileTime, GitError> {
    let dir = repo.git_dir().join("clada");
    let made = fs_err::create_dir_all(&dir).and_then(|()| tempfile::tempfile_in(&dir));
    let found = made.and_then(|file| file.metadata());
    let found = found.map_err(GitError::io(format!("write to `{}`", dir.display())))?;
    Ok(file_stat(&found).ctime)
}

/// What a view shows is of the worktree alone.
fn in_worktree(files: &mut ChangeSet) {
    let inside = |path: &GrantedPath| path.worktree_path().is_some();
    files.changes.retain(|change| inside(&change.path));
    files.made_dirs.retain(inside);
    files.removed_dirs.retain(|(dir, _)| inside(dir));
}
