//! Carried changes on their way into the worktree, and back.
//!
//! What commands did to ignored files, beyond what fits in memory, goes to the worktree by rename,
//! a move a path: what comes and what goes change places. What went waits in a store, a directory
//! in the git directory, so the same moves the other way take it back, and again. A move is done
//! or not done, and the plan in the store tells of each which, by inodes: a crossing that was cut
//! short can be finished or taken back.

#[expect(clippy::module_inception, reason = "the file is named after its main type")]
mod crossing;
mod error;
mod gone;
mod look;
mod places;
mod plan;
mod store;
mod travel;

pub use crossing::Crossing;
pub use error::CrossingError;
pub use gone::{Forgotten, forget, keep_only};
pub(in crate::workspace) use look::{Moment, look, moment_of};
pub use plan::Beside;
pub(in crate::workspace) use plan::{Outset, cross};
pub use store::{Amount, Side};
pub use travel::{NOT_KEPT, Travelling, travel};
