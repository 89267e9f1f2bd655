//! EFFECTS → COMMIT: sessions, transactions, the log of operations, undo and redo.

mod apply;
mod checkout;
mod context;
mod desk;
mod error;
mod octal;
mod operation;
mod oplog;
mod session;
mod transaction;
mod travel;
mod worktree;
mod worktree_lock;

pub use apply::{Applying, Landed, Request};
pub use context::{ContextError, ContextStore, StagedContext, WorkingContext};
pub use desk::Desk;
pub use error::HistoryError;
pub use operation::{
    Arguments, FileRecord, FileType, Location, Operation, OperationKind, PathRecord, SessionRecord,
    StashedFile, WorktreeRecord,
};
pub use oplog::{OpLog, Recorded};
use session::PREFIX as SESSION_PREFIX;
pub use session::{
    Beginning, Begun, Landing, LandingMode, ListedSession, Seat, SessionError, Switching,
    Whereabouts, begin, landing, seat, session_of, sessions, switch,
};
pub use transaction::{Prepared, Published, WrittenOut};
pub use travel::{Direction, Journey, next_redo, next_undo, undone};
pub use worktree_lock::WorktreeLock;
