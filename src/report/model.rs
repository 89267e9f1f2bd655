//! The structures of reports. Their JSON is specified; fields that are absent are left out.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Tasks;
use crate::syntax::Dialect;

/// What came of a response: `--format json`, and the library's return value.
///
/// Serialized, names are in camel case (`totalBlocks`), and what is absent is left out: an `Option`
/// that is `None`, and `omittedErrors`, `notKept` and `notes` where there are none. A response
/// without blocks is a success with zeros. Fields are added in minor versions, so readers pass
/// over those that they do not know, and writers begin with `ExecutionResult::default()`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExecutionResult {
    /// False if any block failed to parse, to validate or to run.
    pub success: bool,
    /// How many blocks were found, those with errors too.
    pub total_blocks: usize,
    /// How many actions were tried.
    pub executed_actions: usize,
    /// One for each action that was tried, in order.
    pub results: Vec<ActionResult>,
    /// One for each syntax, validation, type and policy error, in the response's order.
    pub parse_errors: Vec<ParseErrorEntry>,
    /// What is worth mending and stops nothing.
    pub warnings: Vec<ParseErrorEntry>,
    /// How many more errors there are than are listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted_errors: usize,
    /// Ignored files that commands replace and that undo does not bring back, by their topmost ignored
    /// directory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_kept: Vec<String>,
    /// What is to be known of how commands ran.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Where it landed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<TransactionInfo>,
    /// The commit's id in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git_commit: Option<String>,
    /// Why nothing was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fatal_error: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives the field by reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What came of one action. Serialized like [`ExecutionResult`]; `kind` is called `type`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ActionResult {
    /// From 1.
    pub seq: usize,
    /// The block's ID.
    pub block_id: String,
    /// The dialect, where it has neither keys nor IDs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// There: the group of the task, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// What the response says that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The action's name.
    pub action: String,
    /// Typed, without `action`.
    pub params: Map<String, Value>,
    /// Whether it did what it was asked to.
    pub success: bool,
    /// Whether it was passed over because an earlier one of its sequence failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<bool>,
    /// The failure's one identity: `ENOENT`, `MATCH_NOT_FOUND`, `PATH_ESCAPE`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Its name in the block's dialect, where that has names of its own.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The failure's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Whether nothing stood at the path before a write.
    #[serde(skip)]
    pub created: bool,
    /// What the action returns; always an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Map<String, Value>>,
}

/// The stage at which a block was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorType {
    /// The block does not parse.
    Syntax,
    /// The block does not say what it needs to.
    Validation,
    /// A parameter is not what the catalogue asks for.
    Type,
    /// A path that may not be touched.
    Policy,
}

/// An entry of `parseErrors` or `warnings`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParseErrorEntry {
    /// `null` outside any block.
    pub block_id: Option<String>,
    /// The action's name, where the block has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The stage.
    pub error_type: ErrorType,
    /// The same as the error's.
    pub message: String,
    /// The header's line, from 1; `null` outside any block.
    pub block_start_line: Option<usize>,
    /// The block as written; outside any block, the line.
    pub sham_content: String,
    /// The details.
    pub error: ErrorDetail,
    /// What to write instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The block's dialect, for who words it.
    #[serde(skip)]
    pub dialect: Option<Dialect>,
}

/// Where an error is and what it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetail {
    /// Upper case: `DUPLICATE_KEY`.
    pub code: String,
    /// The action's name, where the block has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// From 1.
    pub line: usize,
    /// From 1, in UTF-16 code units.
    pub column: usize,
    /// In UTF-16 code units.
    pub length: usize,
    /// `null` outside any block.
    pub block_id: Option<String>,
    /// The line.
    pub content: String,
    /// Up to five lines around it.
    pub context: String,
    /// What is wrong.
    pub message: String,
    /// What was asked for: `integer`, `boolean`, `enum[a,b]`, `absolute_path`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The value as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// All actions, for `UNKNOWN_ACTION`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available_actions: Option<Vec<String>>,
    /// The parameter's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
}

/// Where a response landed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TransactionInfo {
    /// The operation's id in the log.
    pub id: String,
    /// The session's name; absent where commits go on the branch that is checked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The branch that the commit is on, without `refs/heads/`.
    pub branch: String,
    /// The linked worktree's directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree: Option<String>,
    /// The response's commit; absent where it changed nothing that git tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The commit of the user's own edits before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshot: Option<String>,
}

/// How much a file changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileStat {
    /// Relative to the worktree, or absolute outside it.
    pub path: String,
    /// Lines added.
    pub added: usize,
    /// Lines removed.
    pub removed: usize,
    /// Whether either side is not text.
    pub binary: bool,
    /// `new`, `deleted`, `mode`, or empty for a plain change.
    pub note: &'static str,
}

/// The block of an action that failed, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedBlock {
    /// The result's.
    pub seq: usize,
    /// From the header to the end marker.
    pub text: String,
}

/// Of what kind an error is for which nothing was applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fatal {
    /// Something went wrong with git or the system.
    #[default]
    Operation,
    /// The response is larger than it may be.
    TooLarge,
    /// A block failed, and all or none were asked for.
    Failures,
}

/// All that a report may say of an apply: the result, and what only people are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// What is also JSON.
    pub result: ExecutionResult,
    /// Of what kind its fatal error is.
    pub fatal: Fatal,
    /// What changed, sorted by path.
    pub diffstat: Vec<FileStat>,
    /// The unified diff of a dry run.
    pub diff: Option<String>,
    /// Whether it was a dry run.
    pub dry_run: bool,
    /// Its tasks, where a block is of a dialect that has some.
    pub tasks: Option<Tasks>,
    /// The blocks of the actions that failed, for the model to send again.
    pub failed: Vec<FailedBlock>,
    /// What a person should know besides: where replaced files are kept, what was not committed.
    pub notes: Vec<String>,
}
