//! Where operations are worked on: under the worktree's lock.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::{Clock, Timestamp};
use crate::git::{Identity, Repo};
use crate::history::{self, CutShort, Desk, WorktreeLock};
use crate::policy::{Gate, GateOptions};

use super::failure::EngineError;
use super::notices::Notices;
use super::recover::told;
use super::remarks::on_hooks;

/// Who works, and how long is waited for others.
#[derive(Clone, Debug)]
pub struct OperateOptions {
    /// Who commits, where the environment says so: name and address.
    pub committer: [Option<String>; 2],
    /// How long to wait for locks.
    pub lock_timeout: Duration,
    /// Where the worktree's lock is, if not in its git directory.
    pub lock_file: Option<PathBuf>,
    /// The clock.
    pub clock: Clock,
    /// Takes what is to be told beside the result.
    pub notices: Notices,
    /// The directory that the user stands in.
    pub directory: PathBuf,
}

impl OperateOptions {
    pub(super) fn owning(&self) -> Owning<'_> {
        let Self { lock_file, lock_timeout, clock, .. } = self;
        Owning { lock_file: lock_file.as_ref(), lock_timeout: *lock_timeout, time: clock.now() }
    }
}

/// How a worktree is made ours.
pub(super) struct Owning<'a> {
    /// Where its lock is, if not in its git directory.
    pub(super) lock_file: Option<&'a PathBuf>,
    /// How long to wait for locks.
    pub(super) lock_timeout: Duration,
    /// When.
    pub(super) time: Timestamp,
}

impl Owning<'_> {
    /// Takes the worktree's lock, and sees to what an interrupted run left. Returns what was done
    /// about that, a line each.
    pub(super) fn take(&self, repo: &Repo) -> Result<(WorktreeLock, Vec<String>), EngineError> {
        self.take_and(repo, CutShort::Safe)
    }

    /// The same, where the user has said what becomes of a worktree whose command was cut short.
    pub(super) fn take_and(
        &self,
        repo: &Repo,
        cut_short: CutShort,
    ) -> Result<(WorktreeLock, Vec<String>), EngineError> {
        let default = || WorktreeLock::default_path(repo.git_dir());
        let path = self.lock_file.cloned().unwrap_or_else(default);
        let lock = WorktreeLock::take(&path, self.lock_timeout)?;
        let recovered = history::recover_as_told(repo, cut_short, (self.time, self.lock_timeout))?;
        let mut done = recovered.as_ref().map(told).unwrap_or_default();
        done.extend(history::keep_cut_short(repo, self.time)?);
        done.extend(on_hooks(repo));
        Ok((lock, done))
    }
}

/// A worktree that is ours as long as this lives.
pub struct Workplace<'r> {
    repo: &'r Repo,
    committer: Identity,
    options: &'r OperateOptions,
    _lock: WorktreeLock,
}

impl Drop for Workplace<'_> {
    fn drop(&mut self) {
        self.options.notices.add(on_hooks(self.repo));
    }
}

impl<'r> Workplace<'r> {
    /// Takes the worktree's lock, and sees to what an interrupted run left.
    pub fn take(repo: &'r Repo, options: &'r OperateOptions) -> Result<Self, EngineError> {
        let (lock, recovered) = options.owning().take(repo)?;
        options.notices.add(recovered);
        let committer = repo.committer(options.committer.clone())?;
        Ok(Self { repo, committer, options, _lock: lock })
    }

    /// The lock of the main worktree besides, where this one is linked: linked worktrees are made
    /// under it, one at a time.
    pub fn main_lock(&self) -> Result<Option<WorktreeLock>, EngineError> {
        if self.repo.worktree_id().is_none() && self.options.lock_file.is_none() {
            return Ok(None);
        }
        let path = WorktreeLock::default_path(self.repo.common_dir());
        Ok(Some(WorktreeLock::take(&path, self.options.lock_timeout)?))
    }

    /// A gate to the worktree, and to further roots.
    pub fn gate(&self, allow_roots: &[PathBuf]) -> Result<Gate, EngineError> {
        self.repo.is_written_below(allow_roots);
        Ok(Gate::new(GateOptions {
            worktree: Some(self.repo.worktree()),
            base_dir: None,
            pwd_spelling: None,
            aliases: &[],
            allow_roots,
            git_dirs: &[self.repo.git_dir().to_owned(), self.repo.common_dir().to_owned()],
            blacklist: None,
        })?)
    }

    /// What an operation that begins now works with.
    #[must_use]
    pub fn desk<'d>(&'d self, gate: &'d Gate) -> Desk<'d> {
        Desk {
            repo: self.repo,
            gate,
            directory: &self.options.directory,
            committer: &self.committer,
            time: self.options.clock.now(),
            lock_timeout: self.options.lock_timeout,
        }
    }
}
