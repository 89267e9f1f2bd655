//! Blocks: what parsing finds, whatever the dialect.

use std::borrow::Cow;

use crate::{
    syntax::Dialect,
    text::{Diagnostic, Omitted, Span, Spanned},
};

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
    /// Its ID; in a dialect without IDs `task-N`, where N counts all blocks of the response from 1.
    pub id: Spanned<Cow<'r, str>>,
    /// In the order in which the keys first stand; of a key that comes twice, the last value. A
    /// dialect without keys names its values as the catalogue does, `action` first.
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
    /// What the model says it is for.
    pub note: Option<Spanned<Cow<'r, str>>>,
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
    /// How many groups there are, those without blocks too.
    pub groups: usize,
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
