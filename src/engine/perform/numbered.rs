//! Lines after their numbers, as a read shows them. Pure.

use std::fmt::Write as _;

use super::lines::{self, LineRange};

/// Lines of a content after their numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Numbered {
    /// The lines, joined by `\n`; the numbers right-justified to the width of the last one.
    pub(super) text: String,
    /// How many lines the content has, where it has not all that were asked for.
    pub(super) short: Option<usize>,
}

/// Numbers the lines of a range, or all. `None` where the text would have more than `room` bytes.
///
/// A content without a line has none to show, and is never short of any.
pub(super) fn numbered(
    content: &str,
    range: Option<&LineRange<'_>>,
    delimiter: &str,
    room: usize,
) -> Option<Numbered> {
    let count = lines::count(content);
    let shown = range.map_or(1..=count, |range| range.clamped(count));
    let short = range.filter(|range| count > 0 && !range.is_within(count)).map(|_| count);
    let width = shown.end().to_string().len();
    let mut text = String::new();
    let of_range = lines::split(content).zip(1..).skip(shown.start() - 1);
    for ((line, _), number) in of_range.take(shown.count()) {
        let separator = if text.is_empty() { "" } else { "\n" };
        let added = separator.len() + width + delimiter.len() + line.len();
        if text.len().saturating_add(added) > room {
            return None;
        }
        // A `String` takes whatever is written to it.
        let _ = write!(text, "{separator}{number:>width$}{delimiter}{line}");
    }
    Some(Numbered { text, short })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(content: &str, lines: Option<&str>, delimiter: &str) -> (String, Option<usize>) {
        let range = lines.map(|lines| LineRange::parse(lines).expect("valid"));
        let Numbered { text, short } =
            numbered(content, range.as_ref(), delimiter, 1000).expect("there is room");
        (text, short)
    }

    fn lines(count: usize) -> String {
        (1..=count).fold(String::new(), |text, number| text + &format!("l{number}\n"))
    }

    #[test]
    fn lines_stand_after_their_numbers() {
        assert_eq!(told("one\ntwo\nthree", Some("2"), ": "), ("2: two".into(), None));
        assert_eq!(told("a\nb\nc\nd\n", Some("2-3"), ": "), ("2: b\n3: c".into(), None));
        assert_eq!(told("a\nb\n", None, " | "), ("1 | a\n2 | b".into(), None));
        assert_eq!(told("a\nb\n", Some("2"), ""), ("2b".into(), None));
    }

    #[test]
    fn numbers_have_the_width_of_the_last_one_shown() {
        assert_eq!(told(&lines(12), Some("9-11"), ":").0, " 9:l9\n10:l10\n11:l11");
        assert_eq!(told(&lines(12), Some("8-9"), ":").0, "8:l8\n9:l9");
        assert_eq!(told(&lines(105), Some("99-100"), ":").0, " 99:l99\n100:l100");
        assert_eq!(told(&lines(11), Some("9-100"), ":").0, " 9:l9\n10:l10\n11:l11");
    }

    #[test]
    fn what_there_is_of_a_range_is_shown_and_how_many_there_are() {
        assert_eq!(told("a\nb\nc", Some("2-10"), ": "), ("2: b\n3: c".into(), Some(3)));
        assert_eq!(told("a\nb\n", Some("5"), ": "), (String::new(), Some(2)));
        assert_eq!(told("", Some("5"), ": "), (String::new(), None));
        assert_eq!(told("", None, ": "), (String::new(), None));
    }

    #[test]
    fn line_breaks_are_joined_by_a_line_feed() {
        assert_eq!(told("a\r\nb\n\r\nc\rd", None, ":").0, "1:a\n2:b\n3:\n4:c\rd");
    }

    #[test]
    fn more_than_there_is_room_for_is_not_made() {
        assert_eq!(numbered(&lines(100), None, ": ", 200), None);
        assert_eq!(numbered("a\nb", None, &"x".repeat(500), 800), None);
    }
}
