//! What happened: the model first, then its forms: text, markdown, JSON.

mod model;
mod parse;

pub use model::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, FileStat, ParseErrorEntry, Report,
    TransactionInfo,
};
pub use parse::parse_structure;
