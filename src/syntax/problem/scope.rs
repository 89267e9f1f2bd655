//! The block that a problem is in, and how its markers are spelled.

use crate::{
    syntax::dialect::{ANNOTATION, Words},
    text::Span,
};

/// What the words of a diagnostic need to know of the block.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct Scope<'r> {
    /// Its spelling.
    pub(in crate::syntax) words: &'static Words,
    /// Its ID.
    pub(in crate::syntax) id: &'r str,
    /// Its header line.
    pub(in crate::syntax) header: Span,
}

impl Scope<'_> {
    /// `#!END_SHAM_k7m`.
    pub(super) fn end_marker(&self) -> String {
        format!("{}{}", self.words.end, self.id)
    }

    /// `EOT_SHAM_k7m`.
    pub(super) fn delimiter(&self) -> String {
        format!("{}{}", self.words.delimiter, self.id)
    }

    /// `<<'EOT_SHAM_k7m'`.
    pub(super) fn opening(&self) -> String {
        format!("<<'{}{}'", self.words.delimiter, self.id)
    }
}

/// `#!SHAM [@three-char-SHA-256: k7m]`.
pub(super) fn header_line(words: &Words, id: &str) -> String {
    format!("{}[@{ANNOTATION}: {id}]", words.header)
}
