//! Finishing a transaction that was cut short, or taking it back.
//!
//! No ref of its journal holds its new value: every path goes back to what it held before. Any
//! does: refs, HEAD, files, index and log follow. A content that is neither that from before nor
//! that from after is the user's, and kept. Where it goes together with an operation of another
//! worktree, that one is seen to first, and tells the way. Whatever is done here may be cut short, too, and is
//! then done again from where it stands.

mod carried;
mod classify;
mod files;
mod index;
mod other;
mod record;
mod recovery;
mod refs;
mod waiting;
mod worktree;

pub use files::{Course, FileRecovery};
pub use recovery::{CutShort, Recovered, recover, recover_as_told};
pub use waiting::{Waiting, waiting};
