//! The hint for a text that is in a file too often, or not as often as was said: where it is, and
//! what would tell one place from the others.

use std::{fmt::Write as _, ops::Range};

use super::{
    context::{MOST_PLACES, context},
    lines::{Counter, split},
    visible::verbatim,
};

/// How many bytes a hint has at the most.
const MOST_BYTES: usize = 1900;
/// How many lines are named.
const MOST_LINES: usize = 20;
/// How many places are told apart.
const MOST_CONTEXTS: usize = 3;
/// A longer text is not repeated, only what is to be added to it.
const LONG_TEXT: usize = 300;

/// A text that is in a file, but not as often as it should be.
#[derive(Clone, Copy, Debug)]
pub struct Repeated<'t> {
    /// The file as it is now.
    pub content: &'t str,
    /// The bytes of each place, in order.
    pub places: &'t [Range<usize>],
    /// The parameter that has the text: `old_text`.
    pub name: &'t str,
}

impl Repeated<'_> {
    /// `old_text is at lines 3, 9 (2 times) and 14`.
    pub(super) fn lines(&self) -> String {
        let mut counter = Counter::new(self.content);
        let mut lines: Vec<(usize, usize)> = Vec::new();
        let mut told = 0;
        for place in self.places {
            let line = counter.line_of(place.start);
            let known = lines.len();
            match lines.last_mut() {
                Some((last, times)) if *last == line => *times += 1,
                _ if known == MOST_LINES => break,
                _ => lines.push((line, 1)),
            }
            told += 1;
        }
        let one = |&(line, times): &(usize, usize)| match times {
            1 => line.to_string(),
            times => format!("{line} ({times} times)"),
        };
        let mut parts: Vec<String> = lines.iter().map(one).collect();
        if told < self.places.len() {
            parts.push(format!("{} more", self.places.len() - told));
        }
        let noun = if parts.len() == 1 { "line" } else { "lines" };
        let last = parts.pop().unwrap_or_default();
        let and = if parts.is_empty() { "" } else { " and " };
        format!("{} is at {noun} {}{and}{last}", self.name, parts.join(", "))
    }

    /// For the first places, the least that tells each from all others.
    pub(super) fn contexts(&self) -> String {
        let mut out = String::new();
        let mut before = None;
        for place in self.places.iter().take(MOST_CONTEXTS) {
            let Some(range) = context(self.content, self.places, place) else { continue };
            // What two places need is of no use to either.
            if before.replace(range.clone()).as_ref() == Some(&range) {
                continue;
            }
            let mut counter = Counter::new(self.content);
            let first = counter.line_of(range.start);
            let line = counter.line_of(place.start);
            let drawn = self.drawn(&range, place, first);
            if out.len() + drawn.len() > MOST_BYTES {
                break;
            }
            let _ = write!(out, "only line {line} has all of this, once:\n{drawn}");
        }
        if out.is_empty() && self.places.len() <= MOST_PLACES {
            out.push_str(
                "the lines around are the same too: nothing short tells one from another\n",
            );
        }
        out
    }

    /// The rows of a context, of which the first has the number `first`.
    fn drawn(&self, range: &Range<usize>, place: &Range<usize>, first: usize) -> String {
        let text = self.content.get(range.clone()).unwrap_or_default();
        let count = split(text).count();
        let width = (first + count).to_string().len();
        let mut at = range.start;
        let mut rows = String::new();
        let mut left_out = false;
        for (index, line) in split(text).enumerate() {
            let bytes = at..at + line.len();
            at = bytes.end;
            let inside = bytes.start >= place.start && bytes.end <= place.end;
            if place.len() > LONG_TEXT && inside {
                if !left_out {
                    let _ = writeln!(rows, "  {:width$}  … {} …", "", self.name);
                }
                left_out = true;
                continue;
            }
            let line = verbatim(line.trim_end_matches(['\r', '\n']));
            let _ = writeln!(rows, "  {:>width$}  |{line}", first + index);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(content: &str, text: &str) -> Vec<Range<usize>> {
        content.match_indices(text).map(|(at, text)| at..at + text.len()).collect()
    }

    #[test]
    fn lines_are_named_with_how_often_they_have_it() {
        let lines = |content: &str, text| {
            let places = places(content, text);
            Repeated { content, places: &places, name: "old_text" }.lines()
        };
        assert_eq!(lines("a\nb\na a\n", "a"), "old_text is at lines 1 and 3 (2 times)");
        assert_eq!(lines("a a a", "a"), "old_text is at line 1 (3 times)");
        let many = lines(&"a\n".repeat(30), "a");
        assert!(many.ends_with("19, 20 and 10 more"), "{many}");
    }

    #[test]
    fn the_lines_that_tell_places_apart_are_shown_as_they_are() {
        let content = "fn a() {\n\tx();\n}\nfn b() {\n\tx();\n}\n";
        let places = places(content, "x();");
        let hint = Repeated { content, places: &places, name: "old_text" }.contexts();
        let expected = "only line 2 has all of this, once:\n  1  |fn a() {\n  2  |\tx();\n\
                        only line 5 has all of this, once:\n  4  |fn b() {\n  5  |\tx();\n";
        assert_eq!(hint, expected);
    }

    #[test]
    fn of_a_long_text_only_what_is_to_be_added_is_shown() {
        let long = "    step(one, two, three);\n".repeat(20);
        let content = format!("fn a() {{\n{long}}}\nfn b() {{\n{long}}}\n");
        let places = places(&content, &long);
        let hint = Repeated { content: &content, places: &places, name: "old_text" }.contexts();
        assert!(
            hint.starts_with(
                "only line 2 has all of this, once:\n   1  |fn a() {\n      … old_text …\n"
            ),
            "{hint}"
        );
        assert!(hint.len() < 300, "{hint}");
    }
}
