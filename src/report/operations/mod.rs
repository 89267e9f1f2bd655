//! The operation log and the state of a session, told.

mod date;
mod log;
mod sessions;
mod show;
mod status;

pub use date::{age, git_date, rfc3339};
pub use log::{LogLine, log_json, log_text};
pub use sessions::{SessionLine, sessions_json, sessions_text};
pub use show::{ShowFacts, show_text};
pub use status::{OperationName, Position, StatusFacts, status_json, status_text};
