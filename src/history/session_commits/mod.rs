//! The commits of a session: whose they are, and what their messages hold.

mod kind;
mod message;

pub use kind::{CommitKind, SessionCommit, commits_of};
pub use message::Message;
