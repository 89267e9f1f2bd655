//! What happened: the model first, then its forms: text, markdown, JSON.
//!
//! Every form is rendered to memory or to a writer that is given; nothing here prints.

mod check;
mod diff;
mod entry;
mod escape;
mod json;
mod model;
mod parse;
mod style;

pub use check::{CheckedAction, Metadata, ParseResult, Summary};
pub use diff::{
    FileDiff, PaintOptions, PathQuoting, Side, UnifiedOptions, file_stats, paint, quote_path,
    unified,
};
pub use entry::{Entries, Finding, Gathered};
pub use escape::{escape, escape_line};
pub use json::write_json;
pub use model::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, FileStat, ParseErrorEntry, Report,
    TransactionInfo,
};
pub use parse::parse_structure;
