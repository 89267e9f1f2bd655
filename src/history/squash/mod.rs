//! Squash: fewer commits on a session, the same files.

mod choose;
mod group;
mod plan;
mod words;

pub use choose::{SquashMode, SquashOptions};
pub use plan::{SquashPlan, Squashed};
pub use words::summarized;
