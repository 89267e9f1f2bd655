//! Drop: a session ends without its commits, and the user's own edits come back.

mod edits;
mod plan;

pub use plan::{DropPlan, OwnCommits};
