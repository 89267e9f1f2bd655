//! What waits beside the commits of a session while HEAD is on its way.

use serde::{Deserialize, Serialize};

use crate::base::{RepoPath, TransactionId};
use crate::git::{Head, ObjectId, hex};

use super::{FileRecord, StagedEntry};

/// What waits beside the commits. Each record of the log has it before and after, so the newest
/// record has what waits now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The full name of the session's branch that `back` left; HEAD is detached meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stepped_back: Option<String>,
    /// The user's edits that were in the way of a step, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stash: Vec<StashedFile>,
}

impl Standing {
    /// The full name of the session's branch that HEAD is stepped back from. HEAD on a branch is
    /// not: its user has gone on by git.
    #[must_use]
    pub fn left_by(&self, head: &Head) -> Option<&str> {
        self.stepped_back.as_deref().filter(|_| head.branch().is_none())
    }

    /// The edits that wait for a session, by its branch.
    pub fn waiting_for(&self, branch: &str) -> impl Iterator<Item = &StashedFile> {
        self.stash.iter().filter(move |edit| edit.branch == branch)
    }
}

/// A file with an edit of the user's that was in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StashedFile {
    /// The full name of the session's branch that it was put aside on.
    pub branch: String,
    /// Where it was.
    pub path: RepoPath,
    /// The operation that put it aside.
    pub by: TransactionId,
    /// The commit that HEAD stood on: what the edit is an edit of.
    #[serde(with = "hex")]
    pub at: ObjectId,
    /// The file; none where the user had deleted it.
    pub file: Option<FileRecord>,
    /// What the index held for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub staged: Vec<StagedEntry>,
}
