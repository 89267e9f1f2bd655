//! What is said of where a response landed, in its result and in the record.

use serde::Serialize;

use crate::git::Repo;
use crate::history::Landed;
use crate::report::{ExecutionResult, TransactionInfo};

/// Where a response landed, as its result has it.
pub(super) fn transaction(landed: &Landed, repo: &Repo) -> TransactionInfo {
    let branch = landed.branch.as_deref().unwrap_or("HEAD");
    TransactionInfo {
        id: landed.id.to_string(),
        session: landed.session.as_ref().map(|session| session.name.clone()),
        branch: branch.strip_prefix("refs/heads/").unwrap_or(branch).to_owned(),
        worktree: repo.worktree_id().map(|_| repo.worktree().to_string_lossy().into_owned()),
        commit: landed.commit.map(|commit| commit.to_string()),
        snapshot: landed.snapshot.map(|snapshot| snapshot.to_string()),
    }
}

/// A result and where it landed, as `result.json` has them together.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Recorded<'a> {
    #[serde(flatten)]
    result: &'a ExecutionResult,
    transaction: TransactionInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    git_commit: Option<String>,
}

/// `result.json` of the record.
pub(super) fn recorded(result: &ExecutionResult, landed: &Landed, repo: &Repo) -> Vec<u8> {
    let git_commit = landed.commit.map(|commit| commit.to_string());
    let recorded = Recorded { result, transaction: transaction(landed, repo), git_commit };
    let mut json = Vec::new();
    // Writing to memory does not fail.
    let _ = crate::report::write_json(&recorded, &mut json);
    json
}
