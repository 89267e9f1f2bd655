//! Why an operation did not take place. Nothing was changed by it.

use std::path::PathBuf;

use crate::git::GitError;
use crate::git::index::IndexError;
use crate::workspace::FsError;
use crate::workspace::process::Holder;

use super::SessionRefusal;
use super::session::SessionError;
use super::step::StepError;

/// Why an operation did not take place; the user's files, index and refs are as they were.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// A failure of the repository.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A failure of the index.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// Another clada is at work in this worktree.
    #[error("another git-clada{} is at work in this worktree", pid_of(.holder.as_deref()))]
    Busy {
        /// What the lock file says of its holder: a process id.
        holder: Option<String>,
    },
    /// Files that were read, or were to be written, were changed by someone else meanwhile.
    #[error("changed by someone else meanwhile: {}", list(.0))]
    Conflict(Vec<String>),
    /// A file could not be read or written; what had been written was put back.
    #[error(transparent)]
    Write(#[from] FsError),
    /// Writing failed, and something could not be put back.
    #[error("{why}; and these could not be put back: {}", list(.left))]
    NotRolledBack {
        /// Why it was to be put back.
        why: String,
        /// What is not as it was.
        left: Vec<String>,
    },
    /// The worktree in which a command has run could not be put back.
    #[error("{0}; and the worktree is not as it was before the command")]
    NotPutBack(String),
    /// A command in the worktree has outlived what started it.
    #[error("a command in the worktree is still running, though what started it has ended: {}", running(.0))]
    StillRunning(Vec<Holder>),
    /// A command in the worktree was cut short, and somebody has gone on working since.
    #[error(
        "a command in the worktree was cut short, and since then {} changed: nothing was touched",
        .0.join(" and ")
    )]
    CutShort(Vec<&'static str>),
    /// An interrupted operation is still to be finished or taken back.
    #[error("an interrupted run is still to be finished or taken back")]
    Interrupted,
    /// A recorded path that the policy does not grant.
    #[error("{0}")]
    Path(String),
    /// A merge, rebase, … is in progress.
    #[error("{0} is in progress")]
    InProgress(&'static str),
    /// A branch named `clada` leaves no room for session branches.
    #[error("the branch `clada` is in the way of session branches (`clada/…`)")]
    BranchInTheWay,
    /// A session of that name is there, and HEAD is not on it.
    #[error("the session `{0}` exists already, and HEAD is not on it")]
    SessionElsewhere(String),
    /// There are branches below the name that the session's branch would have.
    #[error("branches below `clada/{0}/` leave no room for the session branch `clada/{0}`")]
    BranchesBelow(String),
    /// What stands in a session's way.
    #[error(transparent)]
    Sessions(#[from] SessionError),
    /// Something is to change in a submodule, or to take its place.
    #[error("git-clada may not change a submodule: {}", list(.0))]
    Submodule(Vec<String>),
    /// Something stands where a file or a directory must come.
    #[error("in the way: {}", list(.0))]
    InTheWay(Vec<String>),
    /// A name that no branch can have.
    #[error("`{0}` cannot name a session: no branch may be called `clada/{0}`")]
    SessionName(String),
    /// An operation cannot be taken back or done again, because something has changed since.
    #[error("{action} of {id} refused: {} changed since", things(.changed.len()))]
    Refused {
        /// `undo` or `redo`.
        action: &'static str,
        /// The operation.
        id: String,
        /// What has changed, a line each.
        changed: Vec<String>,
        /// The ways on, a line each.
        ways: Vec<String>,
    },
    /// An operation of which no commit can take the change back.
    #[error("`{id}` cannot be reverted: {why}")]
    NotRevertible {
        /// The operation.
        id: String,
        /// Why not.
        why: String,
        /// What to do instead.
        hint: String,
    },
    /// What was changed since leaves no way to take an operation's change back.
    #[error("cannot revert {id}: changed since in the same places: {}", list(.paths))]
    RevertConflict {
        /// The operation.
        id: String,
        /// The operation's commit.
        commit: String,
        /// The paths.
        paths: Vec<String>,
    },
    /// Files that are to change have edits that are not committed.
    #[error("uncommitted edits in the way: {}", list(.0))]
    Uncommitted(Vec<String>),
    /// A session cannot be squashed, landed or dropped as it is.
    #[error(transparent)]
    Ending(#[from] SessionRefusal),
    /// A record in the log that this program cannot read.
    #[error("the log's record {commit} cannot be read: {why}")]
    BadRecord {
        /// The record's commit.
        commit: String,
        /// What is wrong with it.
        why: String,
    },
    /// Several operations have an id that begins like that.
    #[error("the ids of several operations begin with `{0}`")]
    Ambiguous(String),
    /// HEAD did not move along its session, or has and must not have for what was asked.
    #[error(transparent)]
    Step(#[from] StepError),
    /// No operation and no commit of that name.
    #[error("`{0}` names no operation, and no commit that one made")]
    NotFound(String),
    /// The journal cannot be written or removed.
    #[error("cannot write the journal `{}`", .path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A transaction was cut short, and what it had begun cannot be read.
    #[error("the journal `{}` of a transaction that was cut short cannot be read: {why}", .path.display())]
    BadJournal {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// What is kept of ignored files cannot be read or written.
    #[error("cannot use what is kept of ignored files in `{}`", .path.display())]
    Carried {
        /// The directory.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The directory that keeps what is replaced without a repository cannot be written.
    #[error("cannot keep the replaced files in `{}`", .path.display())]
    Keep {
        /// The directory.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

impl HistoryError {
    /// What has changed, a line each, where that is why.
    #[must_use]
    pub fn details(&self) -> &[String] {
        if let Self::Sessions(error) = self {
            return error.details();
        }
        if let Self::Ending(refusal) = self {
            return refusal.details();
        }
        if let Self::Refused { changed, .. } = self { changed } else { &[] }
    }
}

fn pid_of(holder: Option<&str>) -> String {
    holder.map_or_else(String::new, |pid| format!(" (process {pid})"))
}

fn list(items: &[String]) -> String {
    let quoted: Vec<String> = items.iter().map(|item| format!("`{item}`")).collect();
    quoted.join(", ")
}

fn things(count: usize) -> String {
    if count == 1 { "one thing has".to_owned() } else { format!("{count} things have") }
}

fn running(processes: &[Holder]) -> String {
    if processes.is_empty() {
        return "a process that cannot be seen from here".to_owned();
    }
    let told: Vec<String> = processes.iter().map(ToString::to_string).collect();
    told.join(", ")
}
