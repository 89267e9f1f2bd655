//! The process that a command runs in: it starts as this program, takes away from itself what the
//! command may not have, and becomes the command.
//!
//! Everything here runs in a fresh process of one thread; where there are no namespaces, another one
//! waits for word to end, once all is started. Nothing of it runs in the process that reads responses.

mod attach;
mod covers;
mod devices;
mod entry;
mod init;
mod launch;
mod layers;
mod limits;
mod mounts;
mod namespaces;
mod network;
mod outcome;
mod own;
mod rules;
mod stop;
mod system_calls;

pub(super) use entry::START;
pub use entry::{is_start, start};
pub(super) use launch::{Bytes, Launch, Place};
pub(super) use layers::like;
pub(super) use outcome::Outcome;
pub use outcome::Part;
