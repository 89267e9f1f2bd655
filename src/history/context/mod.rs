//! The working context: the files that a model is shown again and again, kept for each worktree
//! and session in the git directory. No file of the user's, so no part of a transaction.

mod store;
mod working_context;

pub use store::{ContextError, ContextStore, StagedContext};
pub use working_context::WorkingContext;
