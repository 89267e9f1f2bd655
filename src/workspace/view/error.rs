//! Why a command was not run, or what it did not kept.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::workspace::FsCode;

/// Why a command was not run.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The system gives no view of the worktree, or no sandbox.
    #[error("cannot run commands in a view of the worktree: {what}: {why}")]
    Unavailable {
        /// What was tried.
        what: String,
        /// What the system says.
        why: String,
    },
    /// The worktree itself was asked for, and a sandbox.
    #[error("cannot run commands in the worktree itself: there is no sandbox without a view")]
    Sandboxed,
    /// A file of the scratch cannot be written or read.
    #[error("{}: {}, cannot use `{path}`", FsCode::of(source).name(), FsCode::of(source).text())]
    Scratch {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The program cannot be started.
    #[error("cannot run `{program}`: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system says.
        why: String,
    },
}

impl ViewError {
    /// The setting that does without what is missing, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Unavailable { .. } => Some(
                "`git clada doctor` says what is available; `git config --global clada.sandbox off` \
                 lets commands run in the worktree itself, with all that the user may do",
            ),
            Self::Sandboxed => Some(
                "`git config --global clada.sandbox off` does without the sandbox; with `clada.view` \
                 at `auto` or `overlay` commands run in a view, sandboxed",
            ),
            Self::Scratch { .. } | Self::NotStarted { .. } => None,
        }
    }
}

/// Why what a command did was dropped. The overlay is as it was.
#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    /// It left what no action may leave.
    #[error("the command left what it may not: {}", .0.join("; "))]
    Refused(Vec<String>),
    /// It wrote files that somebody else changed meanwhile.
    #[error("changed by somebody else while the command ran: {}", .0.join(", "))]
    Changed(Vec<String>),
    /// It wrote too much.
    #[error("the command left a file of {size} bytes, where {limit} are left")]
    TooMuch {
        /// How much, in bytes.
        size: u64,
        /// How much it may be.
        limit: u64,
    },
    /// What it left cannot be read.
    #[error("cannot read what the command left in `{path}`")]
    Unreadable {
        /// Where.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It cannot be put where it waits for its place.
    #[error("{}: {}, cannot keep what the command left in `{path}`", code.name(), code.text())]
    NotKept {
        /// Where it would wait.
        path: String,
        /// Why.
        code: FsCode,
    },
    /// The worktree cannot be read.
    #[error(transparent)]
    Worktree(#[from] crate::workspace::FsError),
}

/// What could not be kept there.
pub(super) fn not_kept(path: &Path) -> impl Fn(io::Error) -> HarvestError + use<> {
    let path = path.to_string_lossy().into_owned();
    move |error| HarvestError::NotKept { path: path.clone(), code: error.into() }
}

/// What could not be read there.
pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> HarvestError + use<> {
    let path = path.to_string_lossy().into_owned();
    move |source| HarvestError::Unreadable { path: path.clone(), source }
}
