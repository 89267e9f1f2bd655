//! One line of source as it is drawn: printable, and cut around what is pointed at.
//!
//! Looks at no more of the line than fits the terminal, whatever its length.

use crate::text::{
    Span,
    printable::{columns, is_hidden, number},
};

const TAB: usize = 4;
/// At least so many columns are shown before what is pointed at, if they are there.
const LEAD: usize = 24;
/// Characters without a width could go on for ever; this many for each column are looked at.
const CHARACTERS_PER_COLUMN: usize = 4;

/// A drawn line, and where in it the marks stand.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CutLine {
    /// What is drawn.
    pub(super) text: String,
    /// The marks' bytes in `text`, in the order in which they were given.
    pub(super) marks: Vec<Span>,
}

/// What the line is cut around: its bytes in the line, and the columns its label takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Focus {
    pub(super) span: Span,
    pub(super) label: usize,
}

/// The room there is, and how a cut is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) columns: usize,
    pub(super) ellipsis: &'static str,
}

/// Draws `line`. `marks` are bytes of it.
pub(super) fn cut(line: &str, marks: &[Span], focus: Option<Focus>, room: Room) -> CutLine {
    let from = focus.map_or(0, |focus| first_byte(line, focus, room));
    let mut drawn = Drawn::new(marks, from, room);
    let rest = line.get(from..).unwrap_or_default();
    let budget = room.columns - drawn.column;
    let fits = width_within(rest.chars(), budget + 1) <= budget;
    let limit = if fits { room.columns } else { room.columns - room.ellipsis.len().min(1) };
    for (looked_at, (offset, character)) in rest.char_indices().enumerate() {
        let tired = looked_at > room.columns * CHARACTERS_PER_COLUMN;
        if tired || drawn.column + drawn.columns_of(character) > limit {
            return drawn.finish(Some(room.ellipsis));
        }
        drawn.reach(from + offset);
        drawn.push(character);
    }
    drawn.reach(line.len());
    drawn.finish(None)
}

/// Where the drawn part of the line begins, so that the focus and its label find room.
fn first_byte(line: &str, focus: Focus, room: Room) -> usize {
    let (before, from_focus) = line.split_at_checked(focus.span.start).unwrap_or((line, ""));
    let focused = from_focus.get(..focus.span.len()).unwrap_or(from_focus);
    let focused = width_within(focused.chars(), room.columns);
    let needed = focused.max(focused / 2 + focus.label).max(1);
    let lead = room.columns.saturating_sub(needed).max(LEAD.min(room.columns / 2));
    if width_within(before.chars().rev(), lead + 1) <= lead {
        return 0;
    }
    let mut left = lead - room.ellipsis.len().min(1);
    let mut start = before.len();
    for (looked_at, (offset, character)) in before.char_indices().rev().enumerate() {
        let width = wide(character);
        if width > left || looked_at > room.columns * CHARACTERS_PER_COLUMN {
            break;
        }
        left -= width;
        start = offset;
    }
    start
}

/// How many columns the characters take, counted up to `limit`.
fn width_within(characters: impl Iterator<Item = char>, limit: usize) -> usize {
    let mut width = 0;
    for character in characters.take(limit * CHARACTERS_PER_COLUMN + 1) {
        width += wide(character);
        if width >= limit {
            return limit;
        }
    }
    width
}

/// How many columns a character takes as it is drawn, a tab at its widest.
fn wide(character: char) -> usize {
    match character {
        '\t' => TAB,
        hidden if is_hidden(hidden) => number(hidden).len(),
        other => columns(other),
    }
}

/// A line while it is drawn.
struct Drawn<'m> {
    text: String,
    column: usize,
    marks: &'m [Span],
    starts: Vec<Option<usize>>,
    ends: Vec<Option<usize>>,
}

impl<'m> Drawn<'m> {
    fn new(marks: &'m [Span], from: usize, room: Room) -> Self {
        let text = if from > 0 { room.ellipsis } else { "" };
        let inside = |at: usize| (at < from).then_some(0);
        Self {
            text: text.to_owned(),
            column: text.chars().count(),
            marks,
            starts: marks.iter().map(|mark| inside(mark.start)).collect(),
            ends: marks.iter().map(|mark| (mark.end < from).then_some(text.len())).collect(),
        }
    }

    fn columns_of(&self, character: char) -> usize {
        if character == '\t' { TAB - self.column % TAB } else { wide(character) }
    }

    /// Takes down where the marks that begin or end at or before the line's byte `at` stand.
    fn reach(&mut self, at: usize) {
        let here = self.text.len();
        for (mark, (start, end)) in
            self.marks.iter().zip(self.starts.iter_mut().zip(self.ends.iter_mut()))
        {
            if mark.start <= at {
                start.get_or_insert(here);
            }
            if mark.end <= at {
                end.get_or_insert(here);
            }
        }
    }

    fn push(&mut self, character: char) {
        let width = self.columns_of(character);
        self.column += width;
        match character {
            '\t' => self.text.extend(std::iter::repeat_n(' ', width)),
            hidden if is_hidden(hidden) => self.text.push_str(&number(hidden)),
            other => self.text.push(other),
        }
    }

    /// Marks that were not reached stand on the ellipsis.
    fn finish(mut self, ellipsis: Option<&str>) -> CutLine {
        let cut_at = self.text.len();
        self.text.push_str(ellipsis.unwrap_or_default());
        let end = self.text.len();
        let ends = self.starts.iter().zip(&self.ends);
        let marks = ends
            .map(|(start, stop)| Span::new(start.unwrap_or(cut_at), stop.unwrap_or(end)))
            .collect();
        CutLine { text: self.text, marks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { columns: 40, ellipsis: "…" };

    fn drawn(line: &str, span: Span, room: Room) -> (String, String) {
        let cut = cut(line, &[span], Some(Focus { span, label: 8 }), room);
        let marked = cut.text.get(cut.marks[0].range()).expect("on boundaries").to_owned();
        (cut.text, marked)
    }

    #[test]
    fn a_short_line_is_drawn_whole_with_hidden_characters_by_number() {
        let (text, marked) = drawn("\tk\u{200b}ey = 1", Span::new(1, 7), ROOM);
        assert_eq!(text, "    k<U+200B>ey = 1");
        assert_eq!(marked, "k<U+200B>ey");
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides_of_the_mark() {
        let line = format!("{}XY{}", "a".repeat(1 << 20), "b".repeat(1 << 20));
        let (text, marked) = drawn(&line, Span::new(1 << 20, (1 << 20) + 2), ROOM);
        assert_eq!(marked, "XY");
        assert!(text.starts_with("…a") && text.ends_with("b…"), "{text}");
        assert_eq!(text.chars().count(), 40);
    }

    #[test]
    fn a_mark_that_is_longer_than_the_room_ends_on_the_ellipsis() {
        let line = format!("key = {}", "v".repeat(100));
        let (text, marked) = drawn(&line, Span::new(6, 106), ROOM);
        assert_eq!(text.chars().count(), 40);
        assert!(marked.starts_with('v') && marked.ends_with('…'), "{marked}");
    }

    #[test]
    fn wide_characters_take_two_columns_and_are_never_split() {
        let line = "漢".repeat(100);
        let (text, marked) = drawn(&line, Span::new(150, 153), ROOM);
        assert_eq!(marked, "漢");
        assert!(text.chars().map(columns).sum::<usize>() <= 40, "{text}");
    }

    #[test]
    fn characters_without_width_do_not_make_it_long() {
        let line = "\u{301}".repeat(1 << 20);
        let (text, _) = drawn(&line, Span::new(0, 2), ROOM);
        assert!(text.chars().count() < 200, "{}", text.chars().count());
    }

    #[test]
    fn an_empty_mark_at_the_end_stays_there() {
        let span = Span::empty(5);
        let cut = cut("key =", &[span], Some(Focus { span, label: 8 }), ROOM);
        assert_eq!(cut, CutLine { text: "key =".into(), marks: vec![Span::empty(5)] });
    }
}
