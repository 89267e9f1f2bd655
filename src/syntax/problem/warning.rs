//! What NESL forgives: said, never held against the block.

use super::draft::{Draft, quote};
use crate::{
    syntax::dialect::ANNOTATION,
    text::{Diagnostic, Place},
};

/// Another annotation word than the one we teach.
pub(in crate::syntax) fn annotation(place: Place, word: &str) -> Diagnostic {
    let word = quote(word);
    let message = format!("Header on line {} says '@{word}', not '@{ANNOTATION}'", place.line);
    Draft::warning("NESL_ANNOTATION", place, message)
        .label(format!("taken for `{ANNOTATION}`"))
        .help(format!("write `@{ANNOTATION}`"))
}

/// A `'` after an end marker or a delimiter.
pub(in crate::syntax) fn marker_quote(place: Place, what: &str) -> Diagnostic {
    let article = if what.starts_with('e') { "an" } else { "a" };
    let message = format!("Quote after the {what} on line {}", place.line);
    Draft::warning("NESL_MARKER_QUOTE", place, message)
        .label("passed over")
        .help(format!("write nothing after {article} {what}"))
}

/// A delimiter behind the last of the content.
pub(in crate::syntax) fn inline_delimiter(place: Place) -> Diagnostic {
    let message = format!("Heredoc delimiter at the end of the content on line {}", place.line);
    Draft::warning("NESL_INLINE_DELIMITER", place, message)
        .label("closes the heredoc all the same")
        .help("put the delimiter on a line of its own")
}
