//! The flow in order: plan, perform, publish.

mod apply;
mod context;
mod describe;
mod desk;
mod differences;
mod enter;
mod failure;
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
mod session;
mod travel;

pub use apply::{Applied, apply};
pub use context::{ContextChange, ContextChanged, change_context, list_context, read_context};
pub use desk::{OperateOptions, Workplace};
pub use failure::EngineError;
pub use library::{Clada, CladaOptions};
pub use no_git::NoGit;
pub use options::{ApplyOptions, author_named};
pub use place::{Place, gate};
pub use plan::{Plan, plan};
pub use progress::{Progress, Step};
pub use session::{StartedSession, list_sessions, start_session, switch_session};
pub use travel::{Trip, travel};
