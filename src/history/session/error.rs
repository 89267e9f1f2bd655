//! What stands in a session's way.

use std::path::PathBuf;

/// What stands in a session's way. Nothing was touched.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// No session of that name.
    #[error("there is no session `{0}`")]
    Unknown(String),
    /// HEAD has no commit yet.
    #[error("there is no commit yet")]
    Unborn,
    /// A session is checked out in another worktree.
    #[error("the session `{name}` is checked out in `{}`", .path.display())]
    CheckedOut {
        /// Its name.
        name: String,
        /// The top of that worktree.
        path: PathBuf,
    },
    /// Edits of the user's own in files that would change.
    #[error("your edits in these files are in the way")]
    EditsInTheWay(Vec<String>),
    /// Something stands where a session's worktree is to come.
    #[error("{what} stands where the session's worktree is to come: `{}`", .path.display())]
    PlaceTaken {
        /// Where it is to come.
        path: PathBuf,
        /// What stands there.
        what: &'static str,
    },
    /// A session's worktree is not where git knows it to be.
    #[error("the session's worktree is gone from `{}`", .path.display())]
    WorktreeGone {
        /// Where it was.
        path: PathBuf,
        /// Whether git keeps it in mind, by a lock.
        locked: bool,
    },
    /// A session's worktree may not be removed.
    #[error("the worktree `{}` is locked{}", .path.display(), reason_of(.why))]
    WorktreeLocked {
        /// Its top.
        path: PathBuf,
        /// What whoever locked it said.
        why: String,
    },
    /// A session's worktree is to go, and holds what is in no commit.
    #[error("the worktree `{}` holds what is in no commit", .path.display())]
    WorktreeHolds {
        /// Its top.
        path: PathBuf,
        /// The paths.
        holds: Vec<String>,
    },
}

impl SessionError {
    /// The paths that it is about, where there are several.
    #[must_use]
    pub fn details(&self) -> &[String] {
        if let Self::WorktreeHolds { holds: paths, .. } | Self::EditsInTheWay(paths) = self {
            paths
        } else {
            &[]
        }
    }
}

fn reason_of(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" ({why})") }
}
