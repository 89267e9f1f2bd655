//! EFFECTS → COMMIT: sessions, transactions, the log of operations, undo and redo.

mod apply;
mod checkout;
mod context;
mod desk;
mod error;
mod gc;
mod octal;
mod operation;
mod oplog;
mod revert;
mod session;
mod transaction;
mod travel;
mod worktree_lock;

pub use apply::{Applying, Landed, Request};
pub use context::{ContextError, ContextStore, StagedContext, WorkingContext};
pub use desk::Desk;
pub use error::HistoryError;
pub use gc::{Trimming, empty_trash};
pub use operation::{
    Arguments, FileRecord, FileType, HeadRecord, Location, Move, Operation, OperationKind,
    PathRecord, SessionRecord,
};
pub use oplog::{OpLog, Recorded};
pub use revert::{Reverting, revert};
use session::PREFIX as SESSION_PREFIX;
pub use session::{Landing, LandingMode, landing, session_of};
pub use transaction::{Prepared, Published, WrittenOut};
pub use travel::{Direction, Journey, Leg, Manner, Travelling, next_redo, next_undo, undone};
pub use worktree_lock::WorktreeLock;
