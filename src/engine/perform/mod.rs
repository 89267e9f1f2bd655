//! ACTIONS → EFFECTS: what each action does to the overlay, and the words in which it fails.

pub(super) mod context;
mod dir;
mod edit;
mod entry;
mod outcome;
mod read;
mod replace;
mod run;
mod write;

pub use context::PendingContext;
pub(super) use outcome::Performed;
pub use outcome::{Failure, Outcome};
pub use run::{PerformOptions, Scene, perform};
