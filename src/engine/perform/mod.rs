//! ACTIONS → EFFECTS: what each action does to the overlay, and the words in which it fails.

mod dir;
mod edit;
mod entry;
mod missing;
mod outcome;
mod read;
mod replace;
mod run;
mod write;

pub use outcome::{Failure, Outcome};
pub use run::{PerformOptions, Scene, perform};
