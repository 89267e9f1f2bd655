//! Watching a file that responses are put into: when it has changed, what of it is the user's, and
//! how a summary gets on top of it without a byte of the user's being lost.

mod beside;
mod eye;
mod remote;
mod replace;
mod summary;
mod target;
mod watcher;

pub use beside::Beside;
pub use eye::Sight;
pub use summary::{AROUND, summary};
pub use target::Target;
pub use watcher::{Next, OnTop, Saved, Watcher};
