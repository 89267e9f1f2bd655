//! The working context, told: as a list, and as a text to give to a model.

mod list;
mod show;

pub use list::{ContextFile, context_json, context_text};
pub use show::{ContextText, Shown, shown};
