//! Commands as processes: what is to be run, and what came of it.

mod command_spec;
mod environment;
mod ran;

pub use command_spec::{CommandSpec, OnOutput, SandboxMode, SandboxOptions, Stream};
pub use environment::without_secrets;
pub use ran::{Ran, Status, ViewKind};
