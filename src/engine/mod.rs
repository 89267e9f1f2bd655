//! The flow in order: plan, perform, publish.

mod apply;
mod approvals;
mod command_options;
mod context;
mod describe;
mod desk;
mod differences;
mod drop;
mod enter;
mod failure;
pub mod hint;
pub mod inspect;
mod land;
mod library;
mod line_breaks;
mod no_git;
mod options;
pub mod perform;
mod place;
mod plan;
mod progress;
mod session;
mod squash;
mod step;
mod travel;

pub use crate::workspace::process::{SandboxMode, SandboxOptions};
pub use apply::{Applied, apply};
pub use approvals::{approvals, approve, waiting};
pub use command_options::{
    Answer, Ask, CommandOptions, Printed, Question, Tell, launcher, sandbox_mode,
};
pub use context::{ContextChange, ContextChanged, change_context, list_context, read_context};
pub use desk::{OperateOptions, Workplace};
pub use drop::{Dropped, drop_session};
pub use failure::EngineError;
pub use land::{Landed, land};
pub use library::{Clada, CladaOptions};
pub use no_git::NoGit;
pub use options::{ApplyOptions, author_named};
pub use place::{Place, gate};
pub use plan::{Plan, plan};
pub use progress::{Progress, Step};
pub use session::{StartedSession, list_sessions, start_session, switch_session};
pub use squash::{Rehearsal, SquashOutcome, squash};
pub use step::{Stepped, step};
pub use travel::{Trip, travel};
