//! EFFECTS → COMMIT: sessions, transactions, the log of operations, undo and redo.

mod apply;
mod barrier;
mod checkout;
mod close;
mod context;
mod desk;
mod drop;
mod error;
mod gc;
mod ignored;
mod journal;
mod land;
mod octal;
mod operation;
mod oplog;
mod recover;
mod revert;
mod rewrite;
mod session;
mod session_commits;
mod session_refusal;
mod settled;
mod squash;
mod step;
mod transaction;
mod travel;
mod worktree;
mod worktree_lock;

pub use apply::{Applying, Foreseen, Landed, Request, foresee};
pub use barrier::{
    Barrier, BarrierError, Closed, Dropped, Found, Opening, Snapshot, forget_dropped,
    keep_cut_short, old_dropped,
};
pub use context::{ContextError, ContextStore, StagedContext, WorkingContext};
pub use desk::Desk;
pub use drop::{DropPlan, OwnCommits};
pub use error::HistoryError;
pub use gc::{Trimming, empty_trash};
pub use ignored::Ignored;
pub use journal::{Journal, JournalStore};
pub use land::{LandMode, LandOptions, LandPlan, LandWay, leave_for_landing};
pub use operation::{
    Arguments, FileRecord, FileType, HeadRecord, Location, Move, Operation, OperationKind,
    PathRecord, SessionRecord, StashedFile, WorktreeRecord,
};
pub use oplog::{OpLog, Recorded};
pub use recover::{
    Course, CutShort, FileRecovery, Recovered, Waiting, recover, recover_as_told, waiting,
};
pub use revert::{Reverting, revert};
pub use rewrite::{Noting, Rewrites, as_rewritten, note_rewrites};
pub use session::{
    Beginning, Begun, EndsAt, Landing, LandingMode, ListedSession, PREFIX as SESSION_PREFIX, Seat,
    SessionError, Switching, Whereabouts, begin, ends_at, landing, own_worktree, seat, session_of,
    sessions, stands_on, switch,
};
pub use session_commits::{BadTrailer, CommitKind, SessionCommit, commits_of, trailers_last};
pub use session_refusal::SessionRefusal;
pub use settled::Settled;
pub use squash::{SquashMode, SquashOptions, SquashPlan, Squashed};
pub use step::{
    Arrival, Conflict, ConflictKind, StepError, Stride, Striding, Way, refuse_stepped_back,
};
pub use transaction::keep_carried;
pub use transaction::{Prepared, Published, WrittenOut};
pub use travel::{Direction, Journey, Leg, Manner, Travelling, next_redo, next_undo, undone};
pub use worktree_lock::WorktreeLock;
