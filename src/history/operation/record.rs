//! The record of one operation: `op.json` in the log.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::{Timestamp, TransactionId};
use crate::git::{Head, ObjectId, RefChange, hex, hex_option};

use super::{CarriedRecord, Location, OperationKind, PathRecord, RemovedDir, Standing};

/// The version of the records that this program writes; it refuses newer ones.
pub(in crate::history) const VERSION: u32 = 1;

/// One operation: all that is needed to take it back and to do it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// The version of the record's form; a newer one than this program writes is refused.
    pub version: u32,
    /// Its name.
    pub id: TransactionId,
    /// The record before it in the log.
    #[serde(with = "hex_option", default)]
    pub previous: Option<ObjectId>,
    /// What was done.
    pub kind: OperationKind,
    /// When.
    pub time: Timestamp,
    /// A line about it.
    pub summary: String,
    /// Whether all of the response succeeded.
    pub success: bool,
    /// The operation that an undo took back, or a redo did again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<TransactionId>,
    /// The arguments that bear on it.
    #[serde(default)]
    pub arguments: Arguments,
    /// The session that it belongs to; none where commits go on the branch that is checked out.
    pub session: Option<SessionRecord>,
    /// Where HEAD stood.
    pub head: Move<HeadRecord>,
    /// The branches that moved; the log's own ref is not among them.
    pub refs: Vec<RefRecord>,
    /// The response's commit.
    #[serde(with = "hex_option", default)]
    pub commit: Option<ObjectId>,
    /// The commit of the user's own edits before it.
    #[serde(with = "hex_option", default)]
    pub snapshot: Option<ObjectId>,
    /// The files that were touched, sorted by path.
    pub paths: Vec<PathRecord>,
    /// The directories that were made, parents first.
    #[serde(default)]
    pub made_dirs: Vec<Location>,
    /// The directories that were removed, children first.
    #[serde(default)]
    pub removed_dirs: Vec<RemovedDir>,
    /// The ignored files that were carried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<CarriedRecord>,
    /// What waits beside the commits: where `back` came from, and what it stashed.
    #[serde(default, skip_serializing_if = "Move::is_default")]
    pub standing: Move<Standing>,
    /// The session's linked worktree, where the operation made or removed one.
    #[serde(default, skip_serializing_if = "Move::is_default")]
    pub worktree: Move<Option<WorktreeRecord>>,
    /// What git has put other commits in the place of, for a rewrite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rewritten: Vec<Rewritten>,
}

impl Operation {
    /// The summary, after the kind where it does not tell that.
    #[must_use]
    pub fn title(&self) -> String {
        use OperationKind::{Drop, Land, Revert, Squash};
        if matches!(self.kind, Drop | Land | Revert | Squash) {
            return format!("{}: {}", self.kind.as_str(), self.summary);
        }
        self.summary.clone()
    }

    /// Whether it changed anything; if not, there is nothing to take back.
    #[must_use]
    pub fn changed_something(&self) -> bool {
        !self.paths.is_empty()
            || !self.refs.is_empty()
            || !self.made_dirs.is_empty()
            || !self.removed_dirs.is_empty()
            || self.carried.is_some()
            || self.head.before != self.head.after
            || self.standing.before != self.standing.after
            || self.worktree.before != self.worktree.after
    }
}

/// Arguments of an apply that an undo needs, and that tell where a response came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arguments {
    /// The response's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The roots besides the worktree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow_roots: Vec<PathBuf>,
    /// The model that wrote the response, as told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The SHA-256 of the prompt, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// All blocks or none.
    #[serde(default, skip_serializing_if = "is_false")]
    pub atomic: bool,
    /// On the branch that was checked out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_place: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives the field by reference")]
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// What stood before and what stands after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move<T> {
    /// Before.
    pub before: T,
    /// After.
    pub after: T,
}

impl<T: Default + PartialEq> Move<T> {
    /// Whether both sides are what they are where nothing was said.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl<T: Clone> Move<T> {
    /// No move: what stood stands.
    #[must_use]
    pub fn none(stands: T) -> Self {
        Self { before: stands.clone(), after: stands }
    }
}

impl<T> Move<T> {
    /// The way back.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { before: self.after, after: self.before }
    }
}

/// A session: a branch, and where it began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Its name, the branch without `clada/`.
    pub name: String,
    /// The branch's full name.
    pub branch: String,
    /// The full name of the branch that it began on; none on a detached HEAD.
    pub base_branch: Option<String>,
    /// The commit that it began at.
    #[serde(with = "hex_option", default)]
    pub base_commit: Option<ObjectId>,
}

/// A linked worktree of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorktreeRecord {
    /// Its name among the repository's worktrees, and in the log's ref.
    pub id: String,
    /// Its top.
    pub path: PathBuf,
    /// The full name of the session's branch.
    pub branch: String,
}

/// Where HEAD stands: on a branch, or on a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadRecord {
    /// The branch's full name; none where HEAD is detached.
    pub branch: Option<String>,
    /// The commit; none on an unborn branch.
    #[serde(with = "hex_option", default)]
    pub commit: Option<ObjectId>,
}

impl HeadRecord {
    /// The record of where HEAD stands.
    #[must_use]
    pub fn of(head: &Head) -> Self {
        Self { branch: head.branch().map(ToOwned::to_owned), commit: head.commit() }
    }

    /// Where HEAD stands by this record; `fallback` where it names neither branch nor commit.
    #[must_use]
    pub fn head(&self, fallback: &Head) -> Head {
        match (&self.branch, self.commit) {
            (Some(name), commit) => Head::Branch { name: name.clone(), commit },
            (None, Some(commit)) => Head::Detached { commit },
            (None, None) => fallback.clone(),
        }
    }
}

/// A branch that moved, came or went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefRecord {
    /// The full name.
    pub name: String,
    /// What it held.
    #[serde(with = "hex_option", default)]
    pub before: Option<ObjectId>,
    /// What it holds.
    #[serde(with = "hex_option", default)]
    pub after: Option<ObjectId>,
}

impl RefRecord {
    /// The record of a ref that moves.
    #[must_use]
    pub fn of(change: &RefChange) -> Self {
        Self { name: change.name.clone(), before: change.before, after: change.after }
    }
}

/// A commit that git has put another one in the place of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewritten {
    /// The commit that was.
    #[serde(with = "hex")]
    pub before: ObjectId,
    /// The one that is there now; several may have become one.
    #[serde(with = "hex")]
    pub after: ObjectId,
}
