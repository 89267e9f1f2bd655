//! Undo and redo, operation by operation.

use std::path::PathBuf;
use std::time::Duration;

use crate::base::Clock;
use crate::git::Repo;
use crate::history::{Direction, Journey, OpLog, Operation, WorktreeLock, next_redo, next_undo};
use crate::policy::{Gate, GateOptions};

use super::failure::EngineError;

/// How operations are taken back and done again.
#[derive(Clone, Debug)]
pub struct TravelOptions {
    /// How many.
    pub count: usize,
    /// Who commits, where the environment says so: name and address.
    pub committer: [Option<String>; 2],
    /// How long to wait for locks.
    pub lock_timeout: Duration,
    /// Where the worktree's lock is, if not in its git directory.
    pub lock_file: Option<PathBuf>,
    /// The clock.
    pub clock: Clock,
}

/// One operation that was taken back or done again.
#[derive(Debug)]
pub struct Trip {
    /// That operation.
    pub of: Operation,
    /// The undo or redo itself.
    pub operation: Operation,
}

/// Goes back (or forward again) up to `count` operations. `Err` after some trips: those were
/// made, the next one was not.
pub fn travel(
    repo: &Repo,
    direction: Direction,
    options: &TravelOptions,
    trips: &mut Vec<Trip>,
) -> Result<(), EngineError> {
    let default = || WorktreeLock::default_path(repo.git_dir());
    let path = options.lock_file.clone().unwrap_or_else(default);
    let _lock = WorktreeLock::take(&path, options.lock_timeout)?;
    let committer = repo.committer(options.committer.clone())?;
    while trips.len() < options.count {
        let log = OpLog::open(repo)?;
        let next = match direction {
            Direction::Undo => next_undo(&log)?,
            Direction::Redo => next_redo(&log)?,
        };
        let Some(recorded) = next else { break };
        let gate = Gate::new(GateOptions {
            worktree: Some(repo.worktree()),
            base_dir: None,
            pwd_spelling: None,
            aliases: &[],
            allow_roots: &recorded.operation.arguments.allow_roots,
            git_dirs: &[repo.git_dir().to_owned(), repo.common_dir().to_owned()],
        })?;
        let journey = Journey {
            repo,
            gate: &gate,
            committer: &committer,
            time: options.clock.now(),
            lock_timeout: options.lock_timeout,
            direction,
        };
        let published = journey.prepare(&recorded)?.publish()?;
        trips.push(Trip { of: recorded.operation, operation: published.operation });
    }
    Ok(())
}
