//! The flow in order: plan, perform, publish.

mod apply;
mod approvals;
mod around;
mod attempts;
mod blame;
mod command_options;
mod compare;
mod context;
mod describe;
mod desk;
mod differences;
mod doctor;
mod drop;
mod enter;
mod failure;
mod gc;
pub mod hint;
pub mod hooks;
pub mod inspect;
mod land;
mod landed;
mod library;
mod line_breaks;
mod meant_fill;
mod meant_path;
mod no_git;
mod notices;
mod options;
pub mod perform;
mod place;
mod plan;
mod progress;
mod recover;
mod remarks;
mod revert;
mod sequence;
mod session;
mod squash;
mod staged;
mod step;
mod travel;
mod verify;

pub use crate::history::CutShort;
pub use crate::workspace::process::{
    Interrupt, SandboxMode, SandboxOptions, Word as InterruptWord,
};
pub use apply::{Applied, apply};
pub use approvals::{approvals, approve, waiting};
pub use around::Around;
pub use blame::blame;
pub use command_options::{
    Answer, Ask, CommandOptions, OutputMode, Question, Running, Tell, launcher, sandbox_mode,
};
pub use compare::Compared;
pub use context::{ContextChange, ContextChanged, change_context, list_context, read_context};
pub use desk::{OperateOptions, Workplace};
pub use doctor::doctor;
pub use drop::{Dropped, drop_session};
pub use failure::EngineError;
pub use gc::{Collected, GcOptions, collect_garbage};
pub use land::{Landed, land};
pub use library::{Clada, CladaOptions};
pub use no_git::NoGit;
pub use notices::Notices;
pub use options::{ApplyOptions, author_named};
pub use place::{Place, gate};
pub use plan::{Plan, plan};
pub use progress::{Progress, Step};
pub use recover::{recover, recover_without_git};
pub use revert::{Reverted, revert};
pub use session::{StartedSession, list_sessions, start_session, switch_session};
pub use squash::{Rehearsal, SquashOutcome, squash};
pub use staged::{StagedResponse, staged_responses};
pub use step::{Stepped, step};
pub use travel::{TravelOptions, Trip, travel};
