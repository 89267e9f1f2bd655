//! May this be touched or run? What a response names becomes granted here or is refused, and
//! only what is granted reaches the workspace.

mod path;

pub(crate) use path::PLACE;
pub use path::{
    Access, Gate, GateError, GateOptions, GrantedPath, Left, Refusal, Root, RootKind, View,
};
