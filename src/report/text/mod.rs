//! The report of an apply for people.

mod diffstat;
mod outcome;
mod rows;
mod summary;
mod text_report;

pub use diffstat::diffstat;
pub(super) use outcome::outcome;
pub(super) use rows::{rows, told};
pub(super) use summary::{headline, places};
pub use text_report::{TextOptions, failures, text};
