//! Fields of blocks that do not spell keys.

use std::borrow::Cow;

use crate::{
    syntax::Field,
    text::{Span, Spanned},
};

/// A field whose value stands in the text.
pub(super) fn written<'r>(key: &'static str, value: Spanned<Cow<'r, str>>) -> Field<'r> {
    let point = value.span;
    Field { key: Spanned::new(key, value.span), value, point }
}

/// A field that follows from what stands at `span`.
pub(super) fn implied<'r>(key: &'static str, value: &'static str, span: Span) -> Field<'r> {
    written(key, Spanned::new(Cow::Borrowed(value), span))
}

/// A field whose value is lines of the text, or what stands at `opener` where there are none.
/// `source` is what stands at the value's span. Diagnostics point at its first line.
pub(super) fn lines<'r>(
    key: &'static str,
    value: Spanned<Cow<'r, str>>,
    source: &str,
    opener: Span,
) -> Field<'r> {
    let first = source.lines().next().unwrap_or_default().len();
    let start = value.span.start;
    let point = if source.is_empty() { opener } else { Span::new(start, start + first) };
    Field { key: Spanned::new(key, opener), value, point }
}

/// Lines without the break of the last one.
pub(super) fn without_last_break(text: &str) -> &str {
    text.strip_suffix('\n').map_or(text, |all| all.strip_suffix('\r').unwrap_or(all))
}
