//! Lines of a file as a hint shows them: exact, but that what cannot be seen is shown where it
//! matters, that nothing in them commands a terminal, and that long ones are cut.

use std::{fmt::Write as _, ops::Range};

use unicode_normalization::char::is_combining_mark;

use super::{
    fold::{is_dash, is_invisible, is_quote},
    kind::Kind,
    lines::floor,
};

/// How many characters of a line are shown, about.
const WIDTH: usize = 90;
/// How many characters before the first difference are kept of a long line.
const BEFORE: usize = 30;

/// The signs that stand for what cannot be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    pub(super) tab: bool,
    pub(super) space: bool,
}

impl Signs {
    /// What the signs mean; empty where there are none.
    pub(super) fn legend(self) -> &'static str {
        match (self.tab, self.space) {
            (true, true) => "→ is a tab, · a space",
            (true, false) => "→ is a tab",
            (false, true) => "· is a space",
            (false, false) => "",
        }
    }
}

/// A line as it is shown; `marked` are the parts in which it differs. The signs that were used
/// are added to `signs`.
pub(super) fn visible(text: &str, marked: &[(Range<usize>, Kind)], signs: &mut Signs) -> String {
    let mut shown = String::with_capacity(text.len().min(4 * WIDTH));
    let kept = kept(text, marked.first().map(|(range, _)| range.start));
    if kept.start > 0 {
        shown.push('…');
    }
    let mut marks = marked.iter().peekable();
    for (at, character) in text.get(kept.clone()).unwrap_or_default().char_indices() {
        let at = at + kept.start;
        while marks.next_if(|(range, _)| range.end <= at).is_some() {}
        let kind = marks.peek().filter(|(range, _)| range.contains(&at)).map(|(_, kind)| *kind);
        push(&mut shown, character, kind, signs);
    }
    if kept.end < text.len() {
        shown.push('…');
    }
    shown
}

/// A line as a whole, to be copied: only what cannot be copied from a screen is shown by number.
pub(super) fn verbatim(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut signs = Signs::default();
    text.chars().for_each(|character| push(&mut shown, character, None, &mut signs));
    shown
}

/// The part of a line that is shown: all of it, or what stands around the first difference.
fn kept(text: &str, first: Option<usize>) -> Range<usize> {
    let length = |range: &str| range.chars().count();
    if text.len() <= WIDTH || length(text) <= WIDTH {
        return 0..text.len();
    }
    let first = floor(text, first.unwrap_or(0));
    let before = text.get(..first).unwrap_or_default();
    let skipped = length(before);
    let start = if skipped <= BEFORE {
        0
    } else {
        before.char_indices().nth(skipped - BEFORE).map_or(0, |(at, _)| at)
    };
    let rest = text.get(start..).unwrap_or_default();
    start..rest.char_indices().nth(WIDTH).map_or(text.len(), |(at, _)| start + at)
}

fn push(shown: &mut String, character: char, kind: Option<Kind>, signs: &mut Signs) {
    // Emoji and scripts need these, so they are no surprise where nothing differs.
    let joins = matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let unseen = |character: char| match kind {
        None if joins => false,
        _ => is_invisible(character) || character != ' ' && character.is_whitespace(),
    };
    match (character, kind) {
        ('\t', Some(Kind::Indentation | Kind::Spacing | Kind::TrailingSpace)) => {
            signs.tab = true;
            shown.push('→');
        }
        (' ', Some(Kind::TrailingSpace)) => {
            signs.space = true;
            shown.push('·');
        }
        ('\t', _) => shown.push('\t'),
        (_, _) if character.is_control() || unseen(character) => number(shown, character),
        (_, Some(Kind::LookAlike)) if is_foreign(character) => number(shown, character),
        (_, Some(Kind::Composition)) if is_combining_mark(character) => number(shown, character),
        _ => shown.push(character),
    }
}

/// Whether it may be taken for an ASCII character that it is not.
fn is_foreign(character: char) -> bool {
    !character.is_ascii() && !is_quote(character) && !is_dash(character)
}

/// `<U+00A0>`, as diagnostics show what cannot be seen.
fn number(shown: &mut String, character: char) {
    let _ = write!(shown, "<U+{:04X}>", u32::from(character));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str, marked: &[(Range<usize>, Kind)]) -> (String, &'static str) {
        let mut signs = Signs::default();
        (visible(text, marked, &mut signs), signs.legend())
    }

    #[test]
    fn white_space_has_a_sign_where_it_differs_only() {
        let (line, legend) =
            shown("\tx\ty  ", &[(0..1, Kind::Indentation), (4..6, Kind::TrailingSpace)]);
        assert_eq!((line.as_str(), legend), ("→x\ty··", "→ is a tab, · a space"));
        assert_eq!(shown("\tx  ", &[]), ("\tx  ".to_owned(), ""));
    }

    #[test]
    fn what_looks_like_something_else_is_shown_by_its_number() {
        assert_eq!(shown("a\u{a0}b\u{200b}", &[]).0, "a<U+00A0>b<U+200B>");
        assert_eq!(shown("p\u{430}th", &[(0..5, Kind::LookAlike)]).0, "p<U+0430>th");
        assert_eq!(shown("p\u{430}th", &[]).0, "p\u{430}th");
        let emoji = "\u{1f469}\u{200d}\u{1f4bb}";
        assert_eq!(shown(emoji, &[]).0, emoji);
        let marked = shown(emoji, &[(0..11, Kind::Invisible)]).0;
        assert_eq!(marked, "\u{1f469}<U+200D>\u{1f4bb}");
        assert_eq!(shown("e\u{301}", &[(0..3, Kind::Composition)]).0, "e<U+0301>");
    }

    #[test]
    fn a_long_line_is_cut_around_its_first_difference() {
        let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let (line, _) = shown(&text, &[(500..501, Kind::Wording)]);
        assert_eq!(line, format!("…{}X{}…", "a".repeat(BEFORE), "b".repeat(WIDTH - BEFORE - 1)));
        assert_eq!(shown(&"é".repeat(WIDTH), &[]).0, "é".repeat(WIDTH));
        assert_eq!(shown(&"é".repeat(WIDTH + 1), &[]).0, format!("{}…", "é".repeat(WIDTH)));
    }

    proptest! {
        #[test]
        fn nothing_shown_commands_a_terminal(text in "[\\x00-\\x1f\u{7f}-\u{a0}\u{200b}-\u{202e}a-z]{0,200}") {
            let (line, _) = shown(&text, &[]);
            let harmless = |c: char| matches!(c, '\t' | '\u{200c}' | '\u{200d}');
            let safe = line.chars().all(|c| harmless(c) || !c.is_control() && !is_invisible(c));
            prop_assert!(safe, "{}", line);
        }
    }
}
