//! The record of one operation: `op.json` in the log.

mod kind;
mod links;
mod paths;
mod record;
mod standing;

pub use kind::OperationKind;
pub use links::PassingLinks;
pub use paths::{
    CarriedRecord, FileRecord, FileType, Location, PathRecord, RemovedDir, StagedEntry,
};
pub(super) use record::VERSION;
pub use record::{
    Arguments, HeadRecord, Move, Operation, RefRecord, Rewritten, SessionRecord, WorktreeRecord,
};
pub use standing::{Standing, StashedFile};
