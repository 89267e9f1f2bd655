//! The line breaks of a file that knows only one kind.

use std::borrow::Cow;

/// Whether there are line breaks and every one is `\r\n`.
pub(super) fn has_only_crlf(content: &str) -> bool {
    let bytes = content.as_bytes();
    let mut breaks = memchr::memchr_iter(b'\n', bytes).peekable();
    let after_cr =
        |at: usize| at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\r');
    breaks.peek().is_some() && breaks.all(after_cr)
}

/// The same text with `\r\n` for every `\n` that has no `\r` before it.
pub(super) fn with_crlf(text: &str) -> Cow<'_, str> {
    let mut converted = String::new();
    let mut rest = 0;
    for at in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = text.get(rest..at).unwrap_or_default();
        converted.push_str(line.strip_suffix('\r').unwrap_or(line));
        converted.push_str("\r\n");
        rest = at + 1;
    }
    if rest == 0 {
        return Cow::Borrowed(text);
    }
    converted.push_str(text.get(rest..).unwrap_or_default());
    Cow::Owned(converted)
}
