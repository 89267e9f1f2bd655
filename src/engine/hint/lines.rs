//! Lines as `sed` counts them: a final line break ends the last line and starts none.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Nothing: the text ends there.
    None,
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'t> {
    /// Without its line break; of a long line, the part that is looked at.
    pub(super) text: &'t str,
    /// What ends it.
    pub(super) ending: Ending,
    /// Whether `text` lacks the line's beginning.
    pub(super) cut_start: bool,
    /// Whether `text` lacks the line's end.
    pub(super) cut_end: bool,
}

impl<'t> Line<'t> {
    /// A line with its line break, if it has one.
    pub(super) fn new(whole: &'t str) -> Self {
        let (text, ending) = match (whole.strip_suffix("\r\n"), whole.strip_suffix('\n')) {
            (Some(text), _) => (text, Ending::CrLf),
            (None, Some(text)) => (text, Ending::Lf),
            (None, None) => (whole, Ending::None),
        };
        Self { text, ending, cut_start: false, cut_end: false }
    }

    /// The line without what lies outside `range` of its text, where it is longer than `max`.
    pub(super) fn cut(self, range: Range<usize>, max: usize) -> Self {
        if self.text.len() <= max {
            return self;
        }
        let start = floor(self.text, range.start.min(self.text.len()));
        let end = floor(self.text, range.end.min(start + max).max(start));
        let text = self.text.get(start..end).unwrap_or_default();
        let (cut_start, cut_end) = (start > 0, end < self.text.len());
        Self { text, ending: self.ending, cut_start, cut_end }
    }
}

/// The character boundary at or before `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The lines of a text, their line breaks included.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

/// How many line breaks a text has.
pub(super) fn breaks(text: &str) -> usize {
    memchr_iter(b'\n', text.as_bytes()).count()
}

/// Where the line begins that holds the byte `at`.
pub(super) fn start_of_line(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    memrchr(b'\n', before).map_or(0, |line_break| line_break + 1)
}

/// Where the line ends that holds the byte `at`, its line break included.
pub(super) fn end_of_line(text: &str, at: usize) -> usize {
    let after = text.as_bytes().get(at..).unwrap_or_default();
    memchr(b'\n', after).map_or(text.len(), |line_break| at + line_break + 1)
}

/// Counts lines from the beginning, for places that are asked for in order.
pub(super) struct Counter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Counter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The number, from 1, of the line that holds the byte `at`, which is not before the last
    /// one that was asked for.
    pub(super) fn line_of(&mut self, at: usize) -> usize {
        self.line += breaks(self.text.get(self.at..at).unwrap_or_default());
        self.at = self.at.max(at);
        self.line
    }
}

/// `line 3`, `lines 3-5`.
pub(super) fn named(first: usize, last: usize) -> String {
    if first >= last { format!("line {first}") } else { format!("lines {first}-{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_from_what_ends_it() {
        let ends = |text| split(text).map(|line| Line::new(line).ending).collect::<Vec<_>>();
        assert_eq!(ends("a\r\nb\nc"), [Ending::CrLf, Ending::Lf, Ending::None]);
        assert_eq!(ends("a\n"), [Ending::Lf]);
        assert_eq!(Line::new("a\r").text, "a\r");
        assert_eq!(Line::new("\r\n").text, "");
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        let line = Line::new("ééééé\n").cut(3..9, 4);
        assert_eq!((line.text, line.cut_start, line.cut_end), ("éé", true, true));
        assert_eq!(Line::new("ab\n").cut(1..2, 4), Line::new("ab\n"));
    }

    #[test]
    fn lines_are_counted_from_one() {
        let mut counter = Counter::new("a\nb\n\nc");
        assert_eq!([0, 1, 2, 4, 5].map(|at| counter.line_of(at)), [1, 1, 2, 3, 4]);
        assert_eq!((start_of_line("a\nbc\n", 3), end_of_line("a\nbc\nd", 3)), (2, 5));
        assert_eq!((named(3, 3), named(3, 5)), ("line 3".to_owned(), "lines 3-5".to_owned()));
    }
}
