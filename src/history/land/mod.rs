//! Land: the base branch takes a session's commits, and the session ends.

mod plan;
mod take;

pub use plan::{LandPlan, leave_for_landing};
pub use take::{LandMode, LandOptions, LandWay};
