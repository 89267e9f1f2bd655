//! The operation log and the state of a session, told.

mod blame;
mod date;
mod log;
mod show;
mod status;

pub use blame::{BlameLine, Origin, blame_json, blame_text};
pub use date::{age, git_date, rfc3339};
pub use log::{LogLine, log_json, log_text};
pub use show::{ShowFacts, show_text};
pub use status::{OperationName, Position, StatusFacts, status_json, status_text};
