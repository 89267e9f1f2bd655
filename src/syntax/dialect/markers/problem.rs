//! What is said of blocks that do not hold together.

use super::mark::Word;
use crate::{
    syntax::{problem::Draft, reader::Reader},
    text::{Code, Span},
};

const MALFORMED: Code = Code { field: "markers", name: "malformed_structure" };

/// An error: the block is rejected.
pub(super) fn malformed(reader: &Reader<'_>, span: Span, message: impl Into<String>) -> Draft {
    Draft::error_of(MALFORMED, reader.place_of(span), message)
}

/// Something that may have been meant as a block, and is not read as one.
pub(super) fn doubtful(reader: &Reader<'_>, span: Span, message: impl Into<String>) -> Draft {
    let code = Code { field: "markers", name: "not_a_block" };
    Draft::warning_of(code, reader.place_of(span), message)
}

/// An attribute that means nothing here.
pub(super) fn unknown_attribute(reader: &Reader<'_>, span: Span, name: &str) -> Draft {
    let code = Code { field: "markers", name: "unknown_attribute" };
    Draft::warning_of(code, reader.place_of(span), format!("Unknown attribute: {name}"))
        .label("means nothing here")
}

/// A word that a later version may know, in a sequence that names its version.
pub(super) fn unknown_word(reader: &Reader<'_>, span: Span, word: &str) -> Draft {
    let code = Code { field: "markers", name: "unknown_word" };
    let message = format!("Unknown marker: {word}");
    Draft::warning_of(code, reader.place_of(span), message).label("passed over")
}

/// How an opening marker is written.
pub(super) fn example(word: Word) -> &'static str {
    match word {
        Word::Write => "<<<<<<< WRITE path=\"src/new.js\"",
        Word::Search => "<<<<<<< SEARCH path=\"src/app.js\"",
        Word::SearchStart => "<<<<<<< SEARCH-START path=\"src/app.js\"",
        Word::Run => "<<<<<<< RUN",
        Word::Tasks => "<<<<<<< TASKS",
    }
}
