//! Lines and white space, as the syntax defines them.

use memchr::{memchr, memchr_iter};

use crate::text::Span;

/// One line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'r> {
    /// Its text without the line break.
    pub(super) text: &'r str,
    /// Its first byte.
    pub(super) start: usize,
    /// The next line's first byte; the text's length where it is the last one.
    pub(super) next: usize,
    /// Whether a line break ends it.
    pub(super) ended: bool,
}

impl<'r> Line<'r> {
    /// The line that begins at `start`.
    pub(super) fn at(text: &'r str, start: usize) -> Self {
        let rest = text.get(start..).unwrap_or_default();
        match memchr(b'\n', rest.as_bytes()) {
            Some(length) => {
                let line = rest.get(..length).unwrap_or_default();
                let line = line.strip_suffix('\r').unwrap_or(line);
                Self { text: line, start, next: start + length + 1, ended: true }
            }
            None => Self { text: rest, start, next: text.len(), ended: false },
        }
    }

    /// Where its text ends.
    pub(super) const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// All of its text.
    pub(super) const fn span(&self) -> Span {
        Span::new(self.start, self.end())
    }

    /// The bytes of `part`, which is a part of this line's text.
    pub(super) fn span_of(&self, part: &str) -> Span {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let start = self.start + offset.min(self.text.len());
        Span::new(start, (start + part.len()).min(self.end()))
    }
}

/// Whether a line begins at `at`.
pub(super) fn starts_line(text: &str, at: usize) -> bool {
    at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n')
}

/// Numbers lines without an index: counts the line breaks between the last place it was asked
/// about and the next, so asking in the text's order costs one pass in all.
#[derive(Debug)]
pub(super) struct LineCounter {
    offset: usize,
    line: usize,
}

impl LineCounter {
    pub(super) const fn new() -> Self {
        Self { offset: 0, line: 1 }
    }

    /// The number, from 1, of the line that holds `offset`, which is not before the last one.
    pub(super) fn line_of(&mut self, text: &str, offset: usize) -> usize {
        let passed = text.as_bytes().get(self.offset..offset).unwrap_or_default();
        self.line += memchr_iter(b'\n', passed).count();
        self.offset = self.offset.max(offset);
        self.line
    }
}

/// Whether ECMAScript trims the character: U+FEFF yes, U+0085 no.
pub(super) fn is_space(character: char) -> bool {
    match character {
        '\u{feff}' => true,
        '\u{85}' => false,
        other => other.is_whitespace(),
    }
}

/// The text without white space at either end.
pub(super) fn trim(text: &str) -> &str {
    // Most lines have a visible ASCII character at both ends.
    match text.as_bytes() {
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim_matches(is_space),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_what_ecmascript_trims() {
        assert_eq!(trim("\u{feff}\u{3000}\t\u{a0}\u{2028}\r x \u{feff}"), "x");
        assert_eq!(trim("\u{85}x\u{200b}"), "\u{85}x\u{200b}");
    }

    #[test]
    fn one_carriage_return_belongs_to_the_line_break() {
        let text = "a\r\r\nb\r";
        let first = Line::at(text, 0);
        assert_eq!((first.text, first.next, first.ended), ("a\r", 4, true));
        let second = Line::at(text, first.next);
        assert_eq!((second.text, second.next, second.ended), ("b\r", 6, false));
    }

    #[test]
    fn lines_are_counted_from_the_last_place_on() {
        let mut counter = LineCounter::new();
        let text = "a\nb\n\nc";
        assert_eq!([0, 2, 2, 4, 6].map(|at| counter.line_of(text, at)), [1, 2, 2, 3, 4]);
    }
}
