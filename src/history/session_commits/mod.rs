//! The commits of a session: whose they are, and what their messages hold.

mod kind;
mod last;
mod message;

pub use kind::{CommitKind, SessionCommit, commits_of};
pub use last::{BadTrailer, trailers_last};
pub use message::Message;
