//! May this be touched or run? What a response names becomes granted here or is refused, and
//! only what is granted reaches the workspace.

mod command;
mod path;

pub use command::{
    ApprovalError, Approvals, CommandLine, Consent, Denial, FileCommand, GrantedCommand, Judge,
    Judged, Language, Wanted,
};
pub use command::{shell_words, written};
pub(crate) use path::PLACE;
pub use path::{
    Access, BadPattern, Blacklist, Gate, GateError, GateOptions, GrantedPath, Left, Refusal, Root,
    RootKind, View,
};
