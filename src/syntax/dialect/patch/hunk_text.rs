//! Lines of hunks: which are some, and what a file that is only added holds.

use std::borrow::Cow;

use crate::{
    syntax::{Sign, hunks, line::Line},
    text::{Span, Spanned},
};

use super::change::Value;

/// Whether a line that is not empty can be one of a hunk.
pub(in crate::syntax::dialect) fn is_hunk_line(line: &str) -> bool {
    line.starts_with([' ', '-', '+', '\\'])
}

/// Whether a line opens or closes a Markdown fence.
pub(in crate::syntax::dialect) fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// The empty lines between others of a hunk: how many in a stretch of hunks, and the first one.
/// Those at the end of a hunk are none of it.
pub(in crate::syntax::dialect) fn bare_lines(text: &str, span: Span) -> Option<(usize, Span)> {
    let (mut count, mut first) = (0, None);
    let (mut open, mut open_first) = (0, None);
    let mut at = span.start;
    while at < span.end {
        let line = Line::at(text, at);
        at = line.next;
        if line.text.is_empty() {
            open += 1;
            open_first.get_or_insert(line.span());
            continue;
        }
        if !line.text.starts_with("@@") {
            count += open;
            first = first.or(open_first);
        }
        (open, open_first) = (0, None);
    }
    first.map(|first| (count, first))
}

/// Why a stretch of lines is not what a new file holds.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::syntax::dialect) struct Stop;

/// The content of a file all of whose lines are added. An empty line without `+` can only be an
/// empty line.
pub(in crate::syntax::dialect) fn added(text: &str, span: Span) -> Result<Value<'_>, Stop> {
    let mut content = String::with_capacity(span.len());
    for hunk in hunks(text.get(span.range()).unwrap_or_default()) {
        for line in hunk.lines {
            let is_blank = line.sign == Sign::Keep && matches!(line.text, "" | "\r");
            if line.sign != Sign::Add && !is_blank {
                return Err(Stop);
            }
            content.push_str(line.text);
            if line.ended {
                content.push('\n');
            }
        }
    }
    Ok(Spanned::new(Cow::Owned(content), span))
}
