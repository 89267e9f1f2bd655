//! Lines by their numbers: what `lines` says, and where they stand in a content. Pure.
//!
//! They are counted as `sed` does: `\n` ends a line, a `\r` before it belongs to the break, and a
//! final break starts no further line. A BOM is no part of the first line of an edit.

use std::fmt;

const BOM: char = '\u{feff}';

/// `4` or `23-43`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineRange<'a> {
    /// As it was written, for messages.
    written: &'a str,
    first: usize,
    last: usize,
}

impl<'a> LineRange<'a> {
    /// Reads what `lines` says. The message of an error has no action's name yet.
    pub(super) fn parse(written: &'a str) -> Result<Self, String> {
        let invalid = || format!("Invalid line specification '{written}'");
        let (first, last) = written.split_once('-').unwrap_or((written, written));
        let first = number(first).ok_or_else(invalid)?;
        let last = number(last).ok_or_else(invalid)?;
        if first > last {
            return Err(format!("Invalid line range '{written}' (start must be <= end)"));
        }
        Ok(Self { written, first, last })
    }

    /// How many lines there are in the range.
    pub(super) fn count(&self) -> usize {
        self.last - self.first + 1
    }

    /// Whether all of its lines are in a content of that many.
    pub(super) fn is_within(&self, lines: usize) -> bool {
        self.last <= lines
    }

    /// The numbers of those of its lines that a content of that many has.
    pub(super) fn clamped(&self, lines: usize) -> std::ops::RangeInclusive<usize> {
        self.first..=self.last.min(lines)
    }
}

impl fmt::Display for LineRange<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.written)
    }
}

/// A line's number: digits, not zero. One that nothing can hold is as good as the largest.
fn number(digits: &str) -> Option<usize> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse().unwrap_or(usize::MAX - 1);
    (number > 0).then_some(number)
}

/// How many lines a content has.
pub(super) fn count(content: &str) -> usize {
    let breaks = memchr::memchr_iter(b'\n', content.as_bytes()).count();
    let open = !content.is_empty() && !content.ends_with('\n');
    breaks + usize::from(open)
}

/// The lines of a text, each with its line break: `\n`, `\r\n`, or none at the end.
pub(super) fn split(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_inclusive('\n').map(|line| {
        let body =
            line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        line.split_at(body.len())
    })
}

/// A content cut before and after some of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut<'t> {
    /// What stands before them.
    pub(super) before: &'t str,
    /// The lines, the break of the last one too.
    pub(super) lines: &'t str,
    /// What stands after them.
    pub(super) after: &'t str,
}

/// Cuts the lines of a range out, a BOM left before them; `None` where the content has not all of
/// them.
pub(super) fn cut<'t>(content: &'t str, range: &LineRange<'_>) -> Option<Cut<'t>> {
    if !range.is_within(count(content)) {
        return None;
    }
    let start = match range.first - 1 {
        0 if content.starts_with(BOM) => BOM.len_utf8(),
        before => end_of(content, before),
    };
    let (before, rest) = content.split_at_checked(start)?;
    let (lines, after) = rest.split_at_checked(end_of(rest, range.count()))?;
    Some(Cut { before, lines, after })
}

/// Where the first `lines` lines of a text end, their breaks included.
fn end_of(text: &str, lines: usize) -> usize {
    let Some(last) = lines.checked_sub(1) else { return 0 };
    memchr::memchr_iter(b'\n', text.as_bytes()).nth(last).map_or(text.len(), |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(written: &str) -> LineRange<'_> {
        LineRange::parse(written).expect("valid")
    }

    #[test]
    fn a_line_and_a_range_are_read() {
        let numbers = |written| (range(written).first, range(written).last);
        assert_eq!(numbers("4"), (4, 4));
        assert_eq!(numbers("23-43"), (23, 43));
        assert_eq!(numbers("7-7"), (7, 7));
        assert_eq!(numbers("007"), (7, 7));
        assert_eq!(numbers("2-99999999999999999999999").0, 2);
        assert_eq!(range("1-99999999999999999999999").count(), usize::MAX - 1, "no overflow");
    }

    #[test]
    fn everything_else_is_no_line_specification() {
        for written in [
            "", "abc", "-5", "-1-5", "1-2-3", "0", "0-3", "1-0", "1-", "-", "4.5", "+4", "1 - 2",
            " 4", "4,5", "1..3", "٣", "0x1", "$",
        ] {
            let said = LineRange::parse(written);
            assert_eq!(said, Err(format!("Invalid line specification '{written}'")));
        }
        let said = LineRange::parse("5-3");
        assert_eq!(said, Err("Invalid line range '5-3' (start must be <= end)".to_owned()));
    }

    #[test]
    fn lines_are_counted_as_sed_does() {
        for (content, lines) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("\n", 1),
            ("a\nb", 2),
            ("a\r\nb\r\n", 2),
            ("a\rb\r", 1),
            ("\n\n", 2),
            ("\u{feff}", 1),
        ] {
            assert_eq!(count(content), lines, "{content:?}");
            assert_eq!(split(content).count(), lines, "{content:?}");
        }
    }

    #[test]
    fn a_line_break_is_no_part_of_its_line() {
        let lines: Vec<_> = split("a\r\nb\n\nc\rd\r").collect();
        assert_eq!(lines, [("a", "\r\n"), ("b", "\n"), ("", "\n"), ("c\rd\r", "")]);
    }

    #[test]
    fn a_content_is_cut_around_its_lines() {
        let parts = |content, lines| {
            let Cut { before, lines, after } = cut(content, &range(lines))?;
            Some((before, lines, after))
        };
        assert_eq!(parts("a\nb\nc\n", "2"), Some(("a\n", "b\n", "c\n")));
        assert_eq!(parts("a\r\nb\r\nc", "2-3"), Some(("a\r\n", "b\r\nc", "")));
        assert_eq!(parts("a\nb", "1-2"), Some(("", "a\nb", "")));
        assert_eq!(parts("\u{feff}a\nb", "1"), Some(("\u{feff}", "a\n", "b")));
        assert_eq!(parts("\u{feff}a\nb", "2"), Some(("\u{feff}a\n", "b", "")));
        assert_eq!(parts("a\n\n", "2"), Some(("a\n", "\n", "")));
        for (content, lines) in [("", "1"), ("a\n", "2"), ("a\nb", "2-3"), ("a", "9")] {
            assert_eq!(parts(content, lines), None, "{content:?} {lines}");
        }
    }

    #[test]
    fn a_range_is_cut_to_the_lines_that_there_are() {
        assert_eq!(range("2-10").clamped(3), 2..=3);
        assert!(range("5").clamped(3).is_empty());
        assert!(range("2-3").is_within(3) && !range("2-4").is_within(3));
    }
}
