//! The operation log and the state of a session, told.

mod blame;
mod date;
mod done;
mod ignored;
mod log;
mod next;
mod sessions;
mod show;
mod status;
mod step;

pub use blame::{BlameLine, Origin, blame_json, blame_text};
pub use date::{age, git_date, rfc3339};
pub use done::{
    DropFacts, GcFacts, LandFacts, MadeOperation, RecoverFacts, RevertFacts, SessionFacts,
    SquashFacts, SquashedCommit, TravelFacts, TripFacts, done_json,
};
pub use ignored::IgnoredTree;
pub use log::{LogLine, log_json, log_text};
pub use next::{NEXT_OUTSIDE, NextStep, next_steps, next_text};
pub use sessions::{SessionLine, sessions_json, sessions_text};
pub use show::{ShowFacts, show_text};
pub use status::{
    Interrupted, OperationName, OtherSession, Position, StatusFacts, WaitingEdit, status_json,
    status_text,
};
pub use step::{StepConflict, StepFacts, step_json, step_text};
