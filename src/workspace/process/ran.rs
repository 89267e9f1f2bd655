//! What came of a command.

use std::time::Duration;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// By itself, with that status.
    Exited(i32),
    /// By that signal.
    Signaled(i32),
    /// Its time was up.
    TimedOut,
    /// That signal asked us to stop, and it was stopped.
    Interrupted(i32),
}

/// Where a command ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewKind {
    /// On an overlay whose scratch is on the worktree's file system.
    Overlay,
    /// On an overlay whose scratch was in memory: the worktree is itself on an overlay.
    OverlayInMemory,
    /// In the worktree itself.
    InPlace,
}

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How it ended.
    pub status: Status,
    /// What it wrote to standard output. What is not UTF-8 is replaced; what is too much is cut
    /// out of the middle.
    pub stdout: String,
    /// What it wrote to standard error, likewise.
    pub stderr: String,
    /// How long it took.
    pub elapsed: Duration,
    /// Where it ran.
    pub view: ViewKind,
}

impl Ran {
    /// Whether it came to its end: only then what it changed means something.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !matches!(self.status, Status::TimedOut | Status::Interrupted(_))
    }

    /// Whether it ended by itself with status 0.
    #[must_use]
    pub fn succeeded(&self) -> bool {
        self.status == Status::Exited(0)
    }
}
