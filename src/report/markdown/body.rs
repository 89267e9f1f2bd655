//! A text in a fence, whole or cut in its middle, with a note of what is missing and how to get
//! it. The note stands between two fences, so that it is never taken for a part of the text.

use std::{borrow::Cow, fmt::Write as _};

use super::fence::{fence_len, fenced};
use crate::report::escape::escape_contents;

/// A text that has more than this is cut where there is no room; none is left with less.
const LEAST: usize = 300;
/// The bytes that a note has at the most.
const LONGEST_NOTE: usize = 150;
/// No file has more lines.
const MOST_LINES: usize = 100_000_000;

/// How what is left out of a text can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// It is known already, or cannot be had.
    None,
    /// The text is a file from its first line.
    Lines,
    /// The lines begin with their numbers.
    Numbered,
    /// By what is said here.
    Advice(&'static str),
}

/// A text of an entry.
#[derive(Clone, Debug)]
pub(super) struct Body<'t> {
    /// In front of the fence, without the colon; empty where none is needed.
    pub(super) label: &'static str,
    text: Cow<'t, str>,
    /// What to tell where it is cut.
    pub(super) rest: Rest,
    /// Whether it gets room before the others.
    pub(super) first: bool,
    fence: usize,
}

impl<'t> Body<'t> {
    /// A text that is shown exactly, but for control characters.
    pub(super) fn contents(label: &'static str, text: &'t str, rest: Rest) -> Self {
        Self::new(label, escape_contents(text), rest)
    }

    /// A text that is shown as it is.
    pub(super) fn new(label: &'static str, text: Cow<'t, str>, rest: Rest) -> Self {
        let fence = fence_len(&text);
        Self { label, text, rest, first: false, fence }
    }

    /// The same, with this label if it has none.
    pub(super) fn labelled(self, label: &'static str) -> Self {
        if self.label.is_empty() { Self { label, ..self } } else { self }
    }

    /// The same, with room before the others.
    pub(super) fn first(self) -> Self {
        Self { first: true, ..self }
    }

    /// The text's bytes.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The bytes of the text that are shown in any case.
    pub(super) fn least(&self) -> usize {
        self.len().min(LEAST)
    }

    /// The bytes beside those of the text.
    pub(super) fn frame(&self) -> usize {
        let label = if self.label.is_empty() { 0 } else { self.label.len() + 3 };
        // A line break before the end fence, and those of both fences.
        label + 2 * self.fence + 3
    }

    /// Writes no more than the frame and `share` bytes, of which there are as many as are needed
    /// or at least [`Self::least`].
    pub(super) fn write(&self, out: &mut String, share: usize) {
        if !self.label.is_empty() {
            let _ = writeln!(out, "\n{}:", self.label);
        }
        if self.len() <= share {
            fenced(out, &self.text);
            return;
        }
        let second_frame = 2 * self.fence + 3;
        let kept = share.saturating_sub(second_frame + LONGEST_NOTE);
        let (head, tail) = ends(&self.text, kept);
        if !head.is_empty() {
            fenced(out, head);
        }
        let _ = writeln!(out, "{}", self.note(head, tail));
        if !tail.is_empty() {
            fenced(out, tail);
        }
    }

    fn note(&self, head: &str, tail: &str) -> String {
        let end = self.text.len() - tail.len();
        let missing = self.text.get(head.len()..end).unwrap_or_default();
        let bytes = missing.len();
        let lines = match self.rest {
            Rest::Lines => {
                let first = head.matches('\n').count() + 1;
                Some((first, first + missing.lines().count().saturating_sub(1)))
            }
            Rest::Numbered => numbered(missing, head),
            Rest::None | Rest::Advice(_) => None,
        };
        let broken = !head.is_empty() && !head.ends_with('\n');
        if let Some((first, _)) = lines.filter(|(first, last)| first == last && broken) {
            return format!("… {bytes} bytes of line {first} are left out");
        }
        if let Some((first, last)) = lines {
            return format!(
                "… lines {first}-{last} ({bytes} bytes) are left out; to see them: \
                 `file_read_numbered` with lines = \"{first}-{last}\""
            );
        }
        let count = missing.lines().count();
        let amount = match count {
            1 => format!("{bytes} bytes"),
            _ => format!("{count} lines ({bytes} bytes)"),
        };
        let advice = match self.rest {
            Rest::Advice(advice) => format!("; {advice}"),
            Rest::None | Rest::Lines | Rest::Numbered => String::new(),
        };
        format!("… {amount} are left out{advice}")
    }
}

/// The numbers at the start of the first and the last line that are not whole.
fn numbered(missing: &str, head: &str) -> Option<(usize, usize)> {
    let number = |line: &str| {
        let line = line.trim_start();
        let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
        line.get(..end)?.parse().ok().filter(|&number: &usize| number <= MOST_LINES)
    };
    let first = match head.rsplit_once('\n') {
        Some((_, "")) => missing.lines().next()?,
        Some((_, broken)) => broken,
        None if head.is_empty() => missing.lines().next()?,
        None => head,
    };
    let first = number(first)?;
    let last = if missing.lines().count() > 1 { number(missing.lines().last()?)? } else { first };
    (first <= last).then_some((first, last))
}

/// The beginning and the end of a text, together no more than `kept` bytes: whole lines if that
/// costs less than half of them, else whole characters.
fn ends(text: &str, kept: usize) -> (&str, &str) {
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let head_end = (0..=kept / 2).rev().find(boundary).unwrap_or(0);
    let tail_len = (kept - kept / 2).min(text.len() - head_end);
    let tail_start = (text.len() - tail_len..=text.len()).find(boundary).unwrap_or(text.len());
    let head = text.get(..head_end).unwrap_or_default();
    let tail = text.get(tail_start..).unwrap_or_default();
    let head = match head.rfind('\n') {
        Some(at) if at >= head.len() / 2 => head.get(..=at).unwrap_or(head),
        _ => head,
    };
    let tail = match tail.find('\n') {
        Some(at) if at < tail.len() / 2 => tail.get(at + 1..).unwrap_or(tail),
        _ => tail,
    };
    (head, tail)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str, rest: Rest, share: usize) -> String {
        let mut out = String::new();
        Body::contents("", text, rest).write(&mut out, share);
        out
    }

    fn lines(range: std::ops::RangeInclusive<usize>) -> String {
        range.map(|n| format!("this is line {n}\n")).collect::<Vec<_>>().concat()
    }

    #[test]
    fn a_file_is_cut_between_lines_and_the_note_names_those_that_are_missing() {
        let (head, tail) = (lines(1..=4), lines(97..=100));
        let note = "… lines 5-96 (1467 bytes) are left out; to see them: `file_read_numbered` with \
                    lines = \"5-96\"\n";
        let expected = format!("```\n{head}```\n{note}```\n{tail}```\n");
        assert_eq!(written(&lines(1..=100), Rest::Lines, 300), expected);
    }

    #[test]
    fn numbered_lines_say_themselves_which_are_missing() {
        let text: Vec<_> = (950..1050).map(|n| format!("{n:>4}: text of it\n")).collect();
        let written = written(&text.concat(), Rest::Numbered, 300);
        assert!(written.contains("```\n… lines 954-1045 (1564 bytes) are left out"), "{written}");
    }

    #[test]
    fn one_long_line_is_cut_between_characters() {
        let text = "é".repeat(1000);
        let kept = "é".repeat(40);
        let expected = format!(
            "```\n{kept}\n```\n… 1840 bytes are left out; narrow it down\n```\n{kept}\n```\n"
        );
        assert_eq!(written(&text, Rest::Advice("narrow it down"), 321), expected);
    }

    proptest! {
        #[test]
        fn a_cut_text_keeps_to_its_share(
            text in "([a-zé`\\n]{0,40}|[0-9]{1,5}: x\n){0,60}",
            share in LEAST..2000_usize,
        ) {
            for rest in [Rest::None, Rest::Lines, Rest::Numbered] {
                let body = Body::contents("stdout", &text, rest);
                let mut out = String::new();
                body.write(&mut out, share);
                prop_assert!(out.len() <= body.frame() + share, "{}", out);
            }
        }
    }
}
