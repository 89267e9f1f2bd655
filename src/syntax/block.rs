//! Blocks: what parsing finds, whatever the dialect.

use std::borrow::Cow;

use crate::text::{Diagnostic, Omitted, Span, Spanned};

/// The spelling that a block was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `#!SHAM [@three-char-SHA-256: k7m]`.
    Sham,
    /// `#!nesl [@three-char-SHA-256: k7m]`.
    Nesl,
}

/// One key and its value. The value borrows from the text unless it held escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'r> {
    /// The key, trimmed.
    pub key: Spanned<&'r str>,
    /// The value. Its span is the value as written: the quotes included; of a heredoc, the
    /// content's bytes.
    pub value: Spanned<Cow<'r, str>>,
    /// Where a diagnostic about the value points: the value itself, or a heredoc's first line
    /// (its opening `<<'…'` where it has no content).
    pub point: Span,
}

/// One action block as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block<'r> {
    /// Its spelling.
    pub dialect: Dialect,
    /// Blocks of one sequence share the number; a standalone block has one of its own.
    pub group: usize,
    /// Its ID.
    pub id: Spanned<&'r str>,
    /// In the order in which the keys first stand; of a key that comes twice, the last value.
    pub fields: Vec<Field<'r>>,
    /// The header line, without its line break.
    pub header: Span,
    /// From the header's first byte to the last byte of the block's last line, without its line
    /// break.
    pub span: Span,
    /// The header's line, from 1.
    pub start_line: usize,
    /// The end marker's line; `None` where the block was never closed.
    pub end_line: Option<usize>,
    /// Whether any error (no warning) was met in it.
    pub has_errors: bool,
}

/// A diagnostic, and the block that it belongs to, by position in [`Parsed::blocks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Index into [`Parsed::blocks`]; `None` outside any block.
    pub block: Option<usize>,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// What a response holds: its blocks in order, those with errors too, and the problems in the
/// order in which they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed<'r> {
    /// In the order in which they were opened.
    pub blocks: Vec<Block<'r>>,
    /// Errors and warnings.
    pub problems: Vec<Problem>,
    /// How many more problems there were than are kept.
    pub omitted: Omitted,
}

impl<'r> Block<'r> {
    /// The field of that key.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field<'r>> {
        self.fields.iter().find(|field| field.key.value == key)
    }
}
