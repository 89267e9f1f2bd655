//! Commands as processes: what is to be run, how it is started and watched, and what came of it.

mod command_spec;
mod environment;
mod inherited_lock;
mod interrupt;
mod launcher;
mod output;
mod ran;
mod supervise;

pub use command_spec::{CommandSpec, OnOutput, SandboxMode, SandboxOptions, Stream};
pub use environment::without_secrets;
pub use inherited_lock::{Holder, InheritedLock, LockError};
pub use interrupt::{Held, HeldFast, Interrupt, Word};
pub(super) use launcher::start;
pub use ran::{Ran, Status, ViewKind};
pub(super) use supervise::{Watch, Watched, watch};
