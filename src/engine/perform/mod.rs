//! ACTIONS → EFFECTS: what each action does to the overlay, and the words in which it fails.

mod comment;
pub(super) mod context;
mod dir;
mod edit;
mod edit_lines;
mod entry;
mod files;
mod found;
mod glob;
mod grep;
mod language;
mod lines;
mod list;
mod missing;
mod numbered;
mod outcome;
mod pattern;
mod read;
mod replace;
mod run;
mod span;
mod write;

pub use context::PendingContext;
pub(super) use outcome::Performed;
pub use outcome::{Failure, Outcome};
pub use run::{PerformOptions, Scene, perform};
