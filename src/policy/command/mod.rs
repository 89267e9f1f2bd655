//! Which commands may run: the looks around that need nobody's leave, the file commands that are
//! carried out as actions, and the rest, which the user approves.

mod approval;
mod built_in;
mod denial;
mod file_command;
mod flags;
mod git;
mod granted;
mod judge;
mod line;
mod operand;

pub use approval::{ApprovalError, Approvals};
pub use denial::Denial;
pub use file_command::FileCommand;
pub use granted::{CommandLine, Consent, GrantedCommand, Language, Wanted};
pub use judge::{Judge, Judged};
pub use line::shell_words;
pub use operand::written;
