//! What happened: the model first, then its forms: text, markdown, JSON.

mod check;
mod entry;
mod model;
mod parse;

pub use check::{CheckedAction, Metadata, ParseResult, Summary};
pub use entry::{Entries, Finding, Gathered};
pub use model::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, FileStat, ParseErrorEntry, Report,
    TransactionInfo,
};
pub use parse::parse_structure;
