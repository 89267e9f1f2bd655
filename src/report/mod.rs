//! What happened: the model first, then its forms: text, markdown, JSON.

mod model;

pub use model::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, FileStat, ParseErrorEntry, Report,
    TransactionInfo,
};
