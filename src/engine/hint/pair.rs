//! How one line of a text differs from one line of a file: word by word, each difference named.

use std::ops::Range;

use similar::{Algorithm, capture_diff_slices};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{
    fold::{folded, is_dash, is_invisible, is_quote},
    kind::Kind,
    lines::{Ending, Line},
};

/// More words than that, apart from what both lines begin and end with, are not told apart.
const MOST_WORDS: usize = 400;

/// A part in which two lines differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Its bytes in the text's line.
    pub(super) text: Range<usize>,
    /// Its bytes in the file's line.
    pub(super) file: Range<usize>,
    pub(super) kind: Kind,
}

/// What a line of a text and a line of a file have in common, and what not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pair {
    /// In the lines' order.
    pub(super) changes: Vec<Change>,
    /// How the line breaks differ.
    pub(super) ending: Option<Kind>,
    /// The part of the file's line that was compared.
    pub(super) fit: Range<usize>,
    /// How many characters both have.
    pub(super) common: usize,
    /// How many the text's line has.
    pub(super) in_text: usize,
    /// How many the compared part of the file's line has.
    pub(super) in_file: usize,
}

impl Pair {
    pub(super) fn is_equal(&self) -> bool {
        self.changes.is_empty() && self.ending.is_none()
    }
}

/// Compares a line with the part `fit` of a file's line.
pub(super) fn compare(text: Line<'_>, file: Line<'_>, fit: Range<usize>) -> Pair {
    let old = text.text;
    let new = file.text.get(fit.clone()).unwrap_or_default();
    let mut pair = Pair {
        ending: ending(text, file),
        in_text: old.chars().count(),
        in_file: new.chars().count(),
        fit: fit.clone(),
        ..Pair::default()
    };
    if old == new {
        pair.common = pair.in_text;
        return pair;
    }
    let mut equal = 0;
    for (from, to) in parts(old, new) {
        let (left, right) = (slice(old, &from), slice(new, &to));
        if left == right {
            equal += left.chars().count();
            continue;
        }
        equal += common_ends(left, right);
        let edges = Edges {
            start: from.start == 0 && to.start == 0,
            end: from.end == old.len() && to.end == new.len(),
        };
        let moved = |range: Range<usize>| range.start + fit.start..range.end + fit.start;
        pair.changes.push(Change {
            kind: kind_of(left, right, &edges),
            text: from,
            file: moved(to),
        });
    }
    pair.common = equal;
    pair
}

fn slice<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    text.get(range.clone()).unwrap_or_default()
}

/// How the line breaks differ. A text that ends without one may go on in the file.
fn ending(text: Line<'_>, file: Line<'_>) -> Option<Kind> {
    match (text.ending, file.ending) {
        (Ending::None, _) => None,
        (one, other) if one == other => None,
        (_, Ending::None) => Some(Kind::FinalBreak),
        _ => Some(Kind::LineBreak),
    }
}

/// The lines part by part: what is equal, and what stands in place of what.
fn parts(old: &str, new: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let (left, right) = (words(old), words(new));
    let head = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let rest = left.len().min(right.len()) - head;
    let tail = left.iter().rev().zip(right.iter().rev()).take(rest).take_while(|(a, b)| a == b);
    let tail = tail.count();
    let left_middle = left.get(head..left.len() - tail).unwrap_or_default();
    let right_middle = right.get(head..right.len() - tail).unwrap_or_default();
    let mut cursor = Cursor::default();
    let head = left.get(..head).unwrap_or_default();
    cursor.go(head, head);
    if left_middle.len().max(right_middle.len()) > MOST_WORDS {
        cursor.go(left_middle, right_middle);
    } else {
        for op in capture_diff_slices(Algorithm::Myers, left_middle, right_middle) {
            let from = left_middle.get(op.old_range()).unwrap_or_default();
            let to = right_middle.get(op.new_range()).unwrap_or_default();
            cursor.go(from, to);
        }
    }
    let tail = left.get(left.len() - tail..).unwrap_or_default();
    cursor.go(tail, tail);
    cursor.parts
}

/// Where one is in both lines.
#[derive(Default)]
struct Cursor {
    old: usize,
    new: usize,
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Cursor {
    /// Goes on behind words that stand for each other.
    fn go(&mut self, from: &[&str], to: &[&str]) {
        let length = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
        let (old, new) = (self.old + length(from), self.new + length(to));
        if old + new > self.old + self.new {
            self.parts.push((self.old..old, self.new..new));
        }
        (self.old, self.new) = (old, new);
    }
}

/// Words, runs of white space, and any other character by itself.
fn words(text: &str) -> Vec<&str> {
    #[derive(PartialEq, Clone, Copy)]
    enum Class {
        Word,
        Blank,
        Other,
    }
    let class = |character: char| match character {
        _ if character.is_whitespace() => Class::Blank,
        '_' => Class::Word,
        _ if character.is_alphanumeric() => Class::Word,
        _ if is_combining_mark(character) || is_invisible(character) => Class::Word,
        _ => Class::Other,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, character) in text.char_indices() {
        let this = class(character);
        if before.is_some_and(|before| before != this || this == Class::Other) {
            words.push(text.get(start..at).unwrap_or_default());
            start = at;
        }
        before = Some(this);
    }
    if start < text.len() {
        words.push(text.get(start..).unwrap_or_default());
    }
    words
}

/// How many characters two pieces begin and end with alike.
fn common_ends(left: &str, right: &str) -> usize {
    let head = left.chars().zip(right.chars()).take_while(|(a, b)| a == b).count();
    let most = left.chars().count().min(right.chars().count()) - head;
    let tail = left.chars().rev().zip(right.chars().rev()).take(most).take_while(|(a, b)| a == b);
    head + tail.count()
}

/// Whether a change stands at either end of both lines.
struct Edges {
    start: bool,
    end: bool,
}

fn kind_of(old: &str, new: &str, edges: &Edges) -> Kind {
    let blank = |text: &str| text.chars().all(char::is_whitespace);
    if blank(old) && blank(new) {
        let special = |text: &str| text.chars().any(|c| !matches!(c, ' ' | '\t'));
        return match edges {
            _ if special(old) || special(new) => Kind::SpecialSpace,
            Edges { start: true, .. } => Kind::Indentation,
            Edges { end: true, .. } => Kind::TrailingSpace,
            Edges { .. } => Kind::Spacing,
        };
    }
    if let Some(kind) = one_step(old, new) {
        return kind;
    }
    let has = |test: fn(char) -> bool| old.chars().chain(new.chars()).any(test);
    match folded(old) == folded(new) {
        true if has(|c| c.is_control() && !c.is_whitespace()) => Kind::Invisible,
        true if has(is_quote) => Kind::Quotes,
        true if has(|c| !c.is_ascii()) => Kind::LookAlike,
        true => Kind::Spacing,
        false => Kind::Wording,
    }
}

/// The one thing that makes two pieces equal when it is overlooked.
fn one_step(old: &str, new: &str) -> Option<Kind> {
    let each = |test: fn(char) -> bool| old.chars().chain(new.chars()).all(test);
    let without = |text: &str, test: fn(char) -> bool| -> String {
        text.chars().filter(|&character| !test(character)).collect()
    };
    let equal_without = |test| without(old, test) == without(new, test);
    if equal_without(|c| c == '\\') {
        return Some(Kind::Backslash);
    }
    if old.nfc().eq(new.nfc()) {
        return Some(Kind::Composition);
    }
    if equal_without(is_invisible) {
        return Some(Kind::Invisible);
    }
    if each(is_quote) {
        return Some(Kind::Quotes);
    }
    if each(is_dash) {
        return Some(Kind::Dashes);
    }
    (old.to_lowercase() == new.to_lowercase()).then_some(Kind::Case)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kinds(old: &str, new: &str) -> Vec<Kind> {
        let (old, new) = (Line::new(old), Line::new(new));
        let pair = compare(old, new, 0..new.text.len());
        let ending = pair.ending;
        pair.changes.into_iter().map(|change| change.kind).chain(ending).collect()
    }

    #[test]
    fn each_difference_of_a_line_has_its_name() {
        let cases = [
            ("  x", "    x", Kind::Indentation),
            ("    x", "\tx", Kind::Indentation),
            ("x", "  x", Kind::Indentation),
            ("x", "x  ", Kind::TrailingSpace),
            ("x\t", "x", Kind::TrailingSpace),
            ("a\n", "a\r\n", Kind::LineBreak),
            ("a\n", "a", Kind::FinalBreak),
            ("f(a,b)", "f(a, b)", Kind::Spacing),
            ("a  b", "a b", Kind::Spacing),
            ("let b", "\tletb", Kind::Spacing),
            ("a b", "a\u{a0}b", Kind::SpecialSpace),
            ("ab", "a\u{200b}b", Kind::Invisible),
            ("a[0m", "a\u{1b}[0m", Kind::Invisible),
            ("it's", "it\u{2019}s", Kind::Quotes),
            ("\u{201c}", "\"", Kind::Quotes),
            ("'", "\"", Kind::Quotes),
            ("1-2", "1\u{2013}2", Kind::Dashes),
            ("p\u{430}th", "path", Kind::LookAlike),
            ("caf\u{e9}", "cafe\u{301}", Kind::Composition),
            ("Total", "total", Kind::Case),
            ("\\\"", "\"", Kind::Backslash),
            ("sum", "total", Kind::Wording),
        ];
        for (old, new, kind) in cases {
            assert_eq!(kinds(old, new), [kind], "{old:?} {new:?}");
        }
    }

    #[test]
    fn several_differences_of_a_line_are_told_apart() {
        let found = kinds("    let Total = it\u{2019}s;", "\tlet total = it's;  ");
        let expected = [Kind::Indentation, Kind::Case, Kind::Quotes, Kind::TrailingSpace];
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_that_are_equal_have_no_difference() {
        let line = Line::new("  a b\r\n");
        let pair = compare(line, line, 0..line.text.len());
        assert!(pair.is_equal());
        assert_eq!((pair.common, pair.in_text, pair.in_file), (5, 5, 5));
    }

    proptest! {
        #[test]
        fn changes_lie_within_the_lines_in_order(old in "\\PC{0,40}", new in "\\PC{0,40}") {
            let pair = compare(Line::new(&old), Line::new(&new), 0..new.len());
            prop_assert!(pair.common <= pair.in_text.min(pair.in_file));
            prop_assert_eq!(pair.is_equal(), old == new);
            for pair in pair.changes.windows(2) {
                prop_assert!(pair[0].text.end <= pair[1].text.start);
                prop_assert!(pair[0].file.end <= pair[1].file.start);
            }
            for change in pair.changes {
                prop_assert!(old.get(change.text).is_some() && new.get(change.file).is_some());
            }
        }
    }
}
