//! The core of text edits: where a text stands, and the text with another in its place. Pure.

use std::borrow::Cow;

use memchr::memmem;

/// The places of a text in a content: exact, case-sensitive, left to right, never overlapping.
pub(super) struct Search<'t> {
    content: &'t str,
    length: usize,
    places: Vec<usize>,
    /// Whether line breaks of the searched text were taken for the content's `\r\n`.
    crlf: bool,
}

impl<'t> Search<'t> {
    /// Finds `old_text`, which is not empty.
    ///
    /// Where it is absent as it stands, has no `\r`, and the content's breaks are `\r\n`
    /// throughout, its `\n` are taken for the content's breaks.
    pub(super) fn new(content: &'t str, old_text: &str) -> Self {
        let exact =
            Self { content, length: old_text.len(), places: find(content, old_text), crlf: false };
        let may_differ =
            exact.places.is_empty() && old_text.contains('\n') && !old_text.contains('\r');
        if !may_differ || !has_only_crlf(content) {
            return exact;
        }
        let old_text = with_crlf(old_text);
        let places = find(content, &old_text);
        Self { content, length: old_text.len(), places, crlf: true }
    }

    /// How many places there are.
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// A replacement with the line breaks that it has in this content.
    pub(super) fn as_content_has_it<'n>(&self, new_text: &'n str) -> Cow<'n, str> {
        if self.crlf { with_crlf(new_text) } else { Cow::Borrowed(new_text) }
    }

    /// How many bytes the content has with `new_text` in `count` places; as many as can be
    /// told where there are more.
    pub(super) fn size_with(&self, new_text: &str, count: usize) -> usize {
        let kept = self.content.len().saturating_sub(count.saturating_mul(self.length));
        kept.saturating_add(count.saturating_mul(new_text.len()))
    }

    /// The content with `new_text` in the first `count` places, of which there are as many.
    pub(super) fn replace(&self, new_text: &str, count: usize) -> String {
        let mut replaced = String::with_capacity(self.size_with(new_text, count));
        let mut rest = 0;
        for &place in self.places.iter().take(count) {
            replaced.push_str(self.content.get(rest..place).unwrap_or_default());
            replaced.push_str(new_text);
            rest = place + self.length;
        }
        replaced.push_str(self.content.get(rest..).unwrap_or_default());
        replaced
    }
}

fn find(content: &str, text: &str) -> Vec<usize> {
    memmem::find_iter(content.as_bytes(), text).collect()
}

/// Whether there are line breaks and every one is `\r\n`.
fn has_only_crlf(content: &str) -> bool {
    let bytes = content.as_bytes();
    let mut breaks = memchr::memchr_iter(b'\n', bytes).peekable();
    let after_cr =
        |at: usize| at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\r');
    breaks.peek().is_some() && breaks.all(after_cr)
}

/// The same text with `\r\n` for every `\n` that has no `\r` before it.
fn with_crlf(text: &str) -> Cow<'_, str> {
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
