//! A place as reports give it: line, column and length in UTF-16 code units, and the lines around.

use crate::text::{Place, Response, Span};

/// How many lines of context a position shows at most.
const CONTEXT_LINES: usize = 5;

/// Where a problem is, as JSON and people are told (`spec`: Lines, Structure).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<'r> {
    /// From 1; one more than there are lines for a problem at the end of the input.
    pub line: usize,
    /// From 1, in UTF-16 code units.
    pub column: usize,
    /// In UTF-16 code units.
    pub length: usize,
    /// The line without its line break; empty for a line that there is not.
    pub content: &'r str,
    /// Up to five lines around it, a `\r` before the `\n` that joins them kept.
    pub context: &'r str,
}

impl Response {
    /// Computes what reports say of a place. Costs no more than its line and the four around it.
    ///
    /// A place without bytes at the end of the text's last line stands for the line break that is
    /// missing there, so its length is 1.
    #[must_use]
    pub fn position(&self, place: &Place) -> Position<'_> {
        let context = self.context(place.line);
        if place.line > self.line_count() {
            return Position { line: place.line, column: 1, length: 0, content: "", context };
        }
        let line_start = self.line_span(place.line).start;
        let before = self.slice(Span::new(line_start, place.span.start));
        let no_break = place.span.is_empty() && place.span.start == self.text().len();
        Position {
            line: place.line,
            column: utf16_len(before) + 1,
            length: if no_break { 1 } else { utf16_len(self.slice(place.span)) },
            content: self.line_text(place.line),
            context,
        }
    }

    /// The text of a line, numbered from 1, without its line break.
    #[must_use]
    pub fn line_text(&self, line: usize) -> &str {
        let text = self.slice(self.line_span(line));
        if line < self.line_count() { text.strip_suffix('\r').unwrap_or(text) } else { text }
    }

    /// The five lines centred on `line`, shifted at either end of the text.
    fn context(&self, line: usize) -> &str {
        let last_start = self.line_count().saturating_sub(CONTEXT_LINES - 1).max(1);
        let first = line.saturating_sub(CONTEXT_LINES / 2).clamp(1, last_start);
        let last = (first + CONTEXT_LINES - 1).min(self.line_count());
        self.slice(Span::new(self.line_span(first).start, self.line_span(last).end))
    }
}

/// How many UTF-16 code units a text has: one for each character, two outside the BMP.
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    let characters = text.bytes().filter(|byte| byte & 0xc0 != 0x80).count();
    let outside_bmp = text.bytes().filter(|&byte| byte >= 0xf0).count();
    characters + outside_bmp
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(text: &str) -> Response {
        Response::new("r.md", text.as_bytes().to_vec()).expect("valid")
    }

    fn place(line: usize, start: usize, end: usize) -> Place {
        Place { line, span: Span::new(start, end) }
    }

    #[test]
    fn columns_and_lengths_count_utf16_units() {
        let r = response("é\r\n🎉é x🎉\n");
        let text = r.text();
        let x = text.find('x').expect("there");
        let got = r.position(&place(2, x, x + 1 + '🎉'.len_utf8()));
        assert_eq!((got.line, got.column, got.length), (2, 5, 3));
        assert_eq!(got.content, "🎉é x🎉");
    }

    #[test]
    fn a_carriage_return_belongs_to_a_line_break_only_before_a_line_feed() {
        let r = response("a\r\nb\r");
        assert_eq!([r.line_text(1), r.line_text(2)], ["a", "b\r"]);
        assert_eq!(r.position(&place(1, 0, 1)).context, "a\r\nb\r");
    }

    #[test]
    fn context_is_centred_and_shifted_at_either_end() {
        let r = response("1\n2\n3\n4\r\n5\n6\n7");
        let context = |line| {
            let span = r.line_span(line);
            r.position(&Place { line, span }).context
        };
        assert_eq!(context(1), "1\n2\n3\n4\r\n5");
        assert_eq!(context(3), "1\n2\n3\n4\r\n5");
        assert_eq!(context(4), "2\n3\n4\r\n5\n6");
        assert_eq!(context(7), "3\n4\r\n5\n6\n7");
        assert_eq!(context(8), "3\n4\r\n5\n6\n7");
    }

    #[test]
    fn a_short_text_is_its_own_context() {
        let r = response("1\n2\n3\n4\n");
        assert_eq!(r.position(&place(2, 2, 3)).context, "1\n2\n3\n4\n");
    }

    #[test]
    fn the_end_of_the_input_is_a_line_of_its_own() {
        let r = response("1\n2");
        let got = r.position(&place(3, 3, 3));
        assert_eq!(got, Position { line: 3, column: 1, length: 0, content: "", context: "1\n2" });
    }

    #[test]
    fn a_missing_line_break_has_length_one() {
        let r = response("k =");
        let got = r.position(&place(1, 3, 3));
        assert_eq!((got.column, got.length), (4, 1));
    }
}
