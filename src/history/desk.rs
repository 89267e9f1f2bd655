//! What every operation works with.

use std::path::Path;
use std::time::Duration;

use crate::base::Timestamp;
use crate::git::{Identity, Repo};
use crate::policy::Gate;

/// What every operation works with. Whoever has one holds the worktree's lock.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'r> {
    /// The repository.
    pub repo: &'r Repo,
    /// Grants paths.
    pub gate: &'r Gate,
    /// The directory that the user stands in, which is not removed where it becomes empty.
    pub directory: &'r Path,
    /// Who commits.
    pub committer: &'r Identity,
    /// When.
    pub time: Timestamp,
    /// How long to wait for git's locks.
    pub lock_timeout: Duration,
}
