//! What operations have done, for scripts: the JSON of `undo`, `squash`, `land` and the rest.
//!
//! What several of them tell has one form: the operation itself, a session, conflicts.

use serde::Serialize;

use super::{LogLine, OperationName, SessionLine, StepConflict, WaitingEdit};

/// The version of the JSON forms.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'f, F> {
    version: u32,
    #[serde(flatten)]
    facts: &'f F,
}

/// What was done as JSON, with a version, for `write_json`.
#[must_use]
pub fn done_json<F: Serialize>(facts: &F) -> impl Serialize + '_ {
    Versioned { version: VERSION, facts }
}

/// An operation that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MadeOperation {
    /// Its id.
    pub id: String,
    /// `undo`, `land`, `session-start`, …
    pub kind: String,
    /// What it did, in one line.
    pub summary: String,
    /// The session that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The branch that HEAD is on since, without `refs/heads/`; absent where it is detached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commit that HEAD stands on since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The files that it touched.
    pub files: Vec<String>,
}

/// What `squash` did, or would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SquashFacts {
    /// Whether nothing was to be written.
    pub dry_run: bool,
    /// The operation; absent in a dry run, and where there was nothing to squash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<MadeOperation>,
    /// The session's commits that are others than before, the earliest first.
    pub commits: Vec<SquashedCommit>,
}

/// A commit that `squash` made, or would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SquashedCommit {
    /// Its id; absent in a dry run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The first line of its message.
    pub subject: String,
    /// The commits that it was made of, by abbreviated id and subject.
    pub of: Vec<String>,
}

/// What `land` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LandFacts {
    /// The operation, of the worktree that is on the base.
    pub operation: MadeOperation,
    /// The session.
    pub session: String,
    /// The branch that took its commits.
    pub base: String,
    /// Where that is now.
    pub base_commit: String,
    /// `fast-forward`, `merge`, `squash`, or `nothing` where it had them already.
    pub way: &'static str,
    /// How many commits they were.
    pub commits: usize,
    /// The other worktree that is on the base, where it is not this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<String>,
    /// The session's own worktree, which went with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed_worktree: Option<String>,
}

/// What `drop` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DropFacts {
    /// The operation.
    pub operation: MadeOperation,
    /// The session.
    pub session: String,
    /// How many commits it had.
    pub commits: usize,
    /// The files in which edits of the user's came back.
    pub restored_files: Vec<String>,
    /// The worktree that it happened in, where that is not this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<String>,
    /// The session's own worktree, which went with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed_worktree: Option<String>,
}

/// What `undo` or `redo` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TravelFacts {
    /// `undo` or `redo`.
    pub kind: &'static str,
    /// The operations that were taken back or done again, in that order.
    pub operations: Vec<TripFacts>,
}

/// An operation that was taken back or done again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TripFacts {
    /// That operation.
    pub of: OperationName,
    /// The undo or redo itself.
    pub operation: MadeOperation,
    /// What had changed since and was merged or put aside, a line each.
    pub changed: Vec<String>,
    /// Ignored files that stay as they are although the operation changed them, a line each.
    pub stays: Vec<String>,
    /// What could not be merged.
    pub conflicts: Vec<StepConflict>,
    /// Whether the branches stayed, although the operation had moved them.
    pub branch_stays: bool,
}

/// What `revert` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevertFacts {
    /// The operation whose change was to be taken back.
    pub of: OperationName,
    /// The revert; absent where HEAD has nothing of that change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<MadeOperation>,
    /// The files of that change which git does not track: they stay as they are.
    pub left_files: Vec<String>,
}

/// What `session start`, `fork` or `switch` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionFacts {
    /// The operation; absent where HEAD was on the session already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<MadeOperation>,
    /// The session, as `session list` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionLine>,
    /// Edits that `back` had put aside and that wait where they are.
    pub stashed_files: Vec<WaitingEdit>,
}

/// What `gc` did, or would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GcFacts<'l> {
    /// Whether nothing was to be changed.
    pub dry_run: bool,
    /// The operations that went, the newest first, as `log` has them.
    pub forgotten: &'l [LogLine],
    /// How many stay in the log.
    pub kept: usize,
    /// The refs that went, of those that keep what stood where a worktree was put back.
    pub removed_refs: Vec<&'l str>,
    /// How many files that transactions had replaced were removed.
    pub removed_files: usize,
    /// Their bytes.
    pub removed_bytes: u64,
}

/// What `recover` did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecoverFacts<'l> {
    /// What was done, a line each; none where there was nothing to do.
    pub done: &'l [String],
}
