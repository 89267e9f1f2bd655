//! The text that goes back to the model.

mod body;
mod document;
mod fence;
mod markdown_report;
mod output;
mod problems;

pub use markdown_report::{MarkdownOptions, markdown};
