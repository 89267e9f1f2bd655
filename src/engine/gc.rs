//! Forgetting old operations.

use std::time::Duration;

use crate::base::Timestamp;
use crate::git::Repo;
use crate::history::{
    Dropped, OpLog, Trimming, empty_trash, forget_dropped, keep_carried, old_dropped,
};
use crate::report::LogLine;

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;
use super::inspect::log_line;

/// What is to be forgotten.
#[derive(Clone, Copy, Debug)]
pub struct GcOptions {
    /// Operations from this age on.
    pub older_than: Duration,
    /// Say what would go, do nothing.
    pub dry_run: bool,
}

/// What was forgotten and removed, or would be.
#[derive(Debug)]
pub struct Collected {
    /// The operations that went, the newest first.
    pub dropped: Vec<LogLine>,
    /// How many stay.
    pub kept: usize,
    /// The refs that went, and that kept what had stood in the worktree where it was put back.
    pub refs: Vec<Dropped>,
    /// How many files that transactions had replaced were removed.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
}

/// Trims the log of the worktree, and removes what its transactions replaced and nobody took back.
pub fn collect_garbage(
    repo: &Repo,
    gc: GcOptions,
    options: &OperateOptions,
) -> Result<Collected, EngineError> {
    let workplace = Workplace::take(repo, options)?;
    let log = OpLog::open(repo)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let age = i64::try_from(gc.older_than.as_secs()).unwrap_or(i64::MAX);
    let limit = Timestamp { seconds: desk.time.seconds.saturating_sub(age), ..desk.time };
    let trimming = Trimming::plan(repo, &log, limit)?;
    let refs = old_dropped(repo, limit)?;
    let (files, bytes) = if gc.dry_run {
        (0, 0)
    } else {
        trimming.publish(&desk, &log)?;
        forget_dropped(repo, &refs)?;
        let (files, bytes) = empty_trash(repo);
        let (more, heavier) = keep_carried(repo, trimming.staying())?;
        (files + more, bytes + heavier)
    };
    let dropped = trimming.dropped.iter().map(|operation| log_line(operation, false)).collect();
    Ok(Collected { dropped, kept: trimming.kept(), refs, files, bytes })
}
