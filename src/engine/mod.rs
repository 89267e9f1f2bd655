//! The flow in order: plan, perform, publish.

mod apply;
mod blame;
mod compare;
mod context;
mod describe;
mod desk;
mod differences;
mod failure;
mod gc;
pub mod hint;
pub mod inspect;
mod library;
mod line_breaks;
mod no_git;
mod options;
pub mod perform;
mod place;
mod plan;
mod progress;
mod revert;
mod travel;

pub use apply::{Applied, apply};
pub use blame::blame;
pub use compare::Compared;
pub use context::{ContextChange, ContextChanged, change_context, list_context, read_context};
pub use desk::{OperateOptions, Workplace};
pub use failure::EngineError;
pub use gc::{Collected, GcOptions, collect_garbage};
pub use library::{Clada, CladaOptions};
pub use no_git::NoGit;
pub use options::{ApplyOptions, author_named};
pub use place::{Place, gate};
pub use plan::{Plan, plan};
pub use progress::{Progress, Step};
pub use revert::{Reverted, revert};
pub use travel::{TravelOptions, Trip, travel};
