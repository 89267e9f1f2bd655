//! ACTIONS → EFFECTS: what each action does to the overlay, and the words in which it fails.

mod commands;
mod comment;
pub(super) mod context;
mod dir;
mod edit;
mod edit_lines;
mod entry;
mod exec;
mod file_command;
mod files;
mod found;
mod glob;
mod grep;
mod ignored;
mod language;
mod lines;
mod list;
mod missing;
mod numbered;
mod outcome;
mod pattern;
mod program;
mod ran;
mod read;
mod replace;
mod run;
mod run_command;
mod span;
mod spawn;
mod tree;
mod write;

pub use commands::{CommandPlaces, Commands};
pub use context::PendingContext;
pub(super) use outcome::Performed;
pub use outcome::{Failure, Outcome};
pub use run::{PerformOptions, Scene, perform};
