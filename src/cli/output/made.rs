//! Operations that were made, as the JSON of results has them.

use std::path::Path;

use crate::history::Operation;
use crate::report::{MadeOperation, OperationName};

/// A branch's name without `refs/heads/`.
pub fn short(name: &str) -> &str {
    name.strip_prefix("refs/heads/").unwrap_or(name)
}

/// An operation that was made.
pub fn made(operation: &Operation) -> MadeOperation {
    let head = &operation.head.after;
    MadeOperation {
        id: operation.id.to_string(),
        kind: operation.kind.as_str().to_owned(),
        summary: operation.summary.clone(),
        session: operation.session.as_ref().map(|session| session.name.clone()),
        branch: head.branch.as_deref().map(|name| short(name).to_owned()),
        commit: head.commit.map(|commit| commit.to_string()),
        files: operation.paths.iter().map(|path| path.location.shown()).collect(),
    }
}

/// An operation that another one is about.
pub fn named(operation: &Operation) -> OperationName {
    OperationName { id: operation.id.to_string(), summary: operation.title(), on: None }
}

/// A path as JSON has it.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}
