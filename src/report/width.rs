//! Text fitted into columns of a terminal: measured, cut, wrapped.
//!
//! Takes text that is escaped already; a control character would be measured wrongly.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Cuts a text that is too wide in its middle; more is left of its end, where a path says most.
pub(super) fn cut_middle<'a>(text: &'a str, max: usize, ellipsis: &str) -> Cow<'a, str> {
    let room = max.saturating_sub(width(ellipsis));
    if text.len() <= max || width(text) <= max {
        return Cow::Borrowed(text);
    }
    let head = prefix(text, room / 3);
    let tail = suffix(text, room - width(head));
    Cow::Owned(format!("{head}{ellipsis}{tail}"))
}

/// Cuts a text that is too wide at its end.
#[must_use]
pub fn cut_end<'a>(text: &'a str, max: usize, ellipsis: &str) -> Cow<'a, str> {
    if text.len() <= max || width(text) <= max {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}{ellipsis}", prefix(text, max.saturating_sub(width(ellipsis)))))
}

/// Breaks a line between words so that each part fits; a word that is too wide is broken too.
///
/// There is always at least one part.
pub(super) fn wrap(line: &str, max: usize) -> Vec<String> {
    let max = max.max(1);
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut used = 0;
    for mut word in line.split_inclusive(' ') {
        let mut shown = width(word.trim_end_matches(' '));
        if used > 0 && used + shown > max {
            push_trimmed(&mut parts, &mut part);
            used = 0;
        }
        while used == 0 && shown > max {
            let (head, rest) = split_at_width(word, max);
            parts.push(head.to_owned());
            shown = shown.saturating_sub(width(head));
            word = rest;
        }
        part.push_str(word);
        used += shown + (word.len() - word.trim_end_matches(' ').len());
    }
    if !part.is_empty() || parts.is_empty() {
        push_trimmed(&mut parts, &mut part);
    }
    parts
}

/// Breaks a line where it gets too wide, so that nothing of it is lost: behind a space or another
/// character that is part of no word, if one is near.
///
/// There is always at least one part.
pub(super) fn chop(line: &str, max: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while width(rest) > max {
        let (widest, _) = split_at_width(rest, max);
        let (part, after) = rest.split_at_checked(break_in(widest)).unwrap_or((rest, ""));
        parts.push(part);
        rest = after;
    }
    if !rest.is_empty() || parts.is_empty() {
        parts.push(rest);
    }
    parts
}

/// Where a part ends best: in its second half, or at its end.
fn break_in(part: &str) -> usize {
    let behind = |breaks: fn(char) -> bool| {
        let (at, c) = part.char_indices().rfind(|&(_, c)| breaks(c))?;
        Some(at + c.len_utf8()).filter(|&at| at >= part.len() / 2)
    };
    let space = behind(|c| c == ' ');
    space.or_else(|| behind(|c| !c.is_alphanumeric())).unwrap_or(part.len())
}

fn push_trimmed(parts: &mut Vec<String>, part: &mut String) {
    let trimmed = part.trim_end_matches(' ').len();
    part.truncate(trimmed);
    parts.push(std::mem::take(part));
}

/// Splits after at least one character, so that the caller always gets on.
fn split_at_width(text: &str, max: usize) -> (&str, &str) {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let at = prefix(text, max).len().max(first);
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// The longest beginning that fits.
fn prefix(text: &str, max: usize) -> &str {
    let mut used = 0;
    let fits = |(_, c): &(usize, char)| {
        used += c.width().unwrap_or(0);
        used <= max
    };
    let end = text.char_indices().take_while(fits).last().map_or(0, |(at, c)| at + c.len_utf8());
    text.get(..end).unwrap_or_default()
}

/// The longest end that fits.
fn suffix(text: &str, max: usize) -> &str {
    let mut used = 0;
    let fits = |(_, c): &(usize, char)| {
        used += c.width().unwrap_or(0);
        used <= max
    };
    let start = text.char_indices().rev().take_while(fits).last().map_or(text.len(), |(at, _)| at);
    text.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paths_are_cut_in_the_middle() {
        assert_eq!(cut_middle("src/report/text/outcome.rs", 16, "…"), "src/r…outcome.rs");
        assert_eq!(cut_middle("short", 16, "…"), "short");
        assert_eq!(cut_middle("漢字漢字漢字漢字", 9, "…"), "漢…字漢字");
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("exactly!", 8), ["exactly!"]);
    }

    #[test]
    fn verbatim_lines_are_broken_between_words_where_one_ends_near() {
        assert_eq!(chop("let total = sum(items);", 14), ["let total = ", "sum(items);"]);
        assert_eq!(chop("group:\"boxes\",name", 15), ["group:\"boxes\",", "name"]);
        assert_eq!(chop("x abcdefghijklmno", 8), ["x abcdef", "ghijklmn", "o"]);
        assert_eq!(chop("", 8), [""]);
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_asked_for(text in "[a-z漢é ]{0,60}", max in 4_usize..30) {
            prop_assert!(width(&cut_middle(&text, max, "…")) <= max);
            prop_assert!(width(&cut_end(&text, max, "…")) <= max);
            let parts = wrap(&text, max);
            prop_assert!(parts.iter().all(|part| width(part) <= max), "{:?}", parts);
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&parts.concat()), letters(&text));
            let parts = chop(&text, max);
            prop_assert!(parts.iter().all(|part| width(part) <= max), "{:?}", parts);
            prop_assert_eq!(parts.concat(), text);
        }
    }
}
