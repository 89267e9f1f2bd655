//! The text that goes back to the model.

mod fence;
mod markdown_report;
mod output;

pub use markdown_report::{MarkdownOptions, markdown};
