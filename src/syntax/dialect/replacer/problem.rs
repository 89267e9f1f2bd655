//! What is said of edits that do not hold together.

use crate::{
    syntax::{problem::Draft, reader::Reader},
    text::{Code, Span},
};

/// An error: the edit is rejected.
pub(super) fn malformed(reader: &Reader<'_>, span: Span, message: impl Into<String>) -> Draft {
    let code = Code { field: "replacer", name: "malformed_structure" };
    Draft::error_of(code, reader.place_of(span), message)
}

/// Something that may have been meant as an edit, and is not read as one.
pub(super) fn doubtful(reader: &Reader<'_>, span: Span, message: impl Into<String>) -> Draft {
    let code = Code { field: "replacer", name: "not_a_block" };
    Draft::warning_of(code, reader.place_of(span), message)
}
