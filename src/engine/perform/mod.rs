//! ACTIONS → EFFECTS: what each action does to the overlay, and the words in which it fails.

mod comment;
mod dir;
mod edit;
mod edit_lines;
mod entry;
mod files;
mod language;
mod lines;
mod missing;
mod numbered;
mod outcome;
mod read;
mod replace;
mod run;
mod span;
mod write;

pub use outcome::{Failure, Outcome};
pub use run::{PerformOptions, Scene, perform};
