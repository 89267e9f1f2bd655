//! Text of a response as a terminal may be shown it: nothing in it moves the cursor, changes a
//! colour, or hides.

use std::borrow::Cow;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Whether the character is shown by its number: controls, and what has no shape of its own
/// (zero-width, bidirectional and other format characters, separators, spaces outside ASCII).
pub(super) fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    let category = character.general_category();
    category == GeneralCategory::Control
        || category == GeneralCategory::SpaceSeparator
        || category == GeneralCategory::Format
        || category == GeneralCategory::LineSeparator
        || category == GeneralCategory::ParagraphSeparator
}

/// A hidden character's number: `<U+001B>`.
pub(super) fn number(character: char) -> String {
    format!("<U+{:04X}>", u32::from(character))
}

/// The text on one line, with the numbers of its hidden characters. Line breaks become spaces.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => shown.push(' '),
            hidden if is_hidden(hidden) => shown.push_str(&number(hidden)),
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// How many columns a printable character takes.
pub(super) fn columns(character: char) -> usize {
    character.width().unwrap_or(0)
}

/// Breaks a printable text into lines of at most `width` columns, at spaces, and not within
/// backquotes where what they quote fits on a line: what one is told to write stays in one piece.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut current = String::new();
    for word in words(text, width) {
        if !current.is_empty() && current.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut current));
        }
        if !current.is_empty() {
            current.push(' ');
        }
        current.push_str(word);
    }
    lines.push(current);
    lines.join("\n")
}

/// The words of a text; a part in backquotes is one word with what touches it, unless it is
/// longer than `width`.
fn words(text: &str, width: usize) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    for (at, character) in text.char_indices() {
        match character {
            '`' => quoted = !quoted,
            ' ' if !quoted => {
                words.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(text.get(start..).unwrap_or_default());
    let fits = |word: &&str| word.width() <= width;
    let split = |word| if fits(&word) { vec![word] } else { word.split(' ').collect() };
    words.into_iter().flat_map(split).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let text = "a\u{1b}[31mb\u{7f}\u{9b}\u{200b}\u{202e}\u{2028}\u{a0}\r\0é🎉\tz\n";
        let shown = printable(text);
        assert_eq!(
            shown,
            "a<U+001B>[31mb<U+007F><U+009B><U+200B><U+202E><U+2028><U+00A0><U+000D><U+0000>é🎉<U+0009>z "
        );
        assert!(shown.chars().all(|character| !is_hidden(character)));
    }

    #[test]
    fn what_is_quoted_stays_in_one_piece_where_it_fits() {
        assert_eq!(wrap("write `a b c d`, then go", 14), "write\n`a b c d`,\nthen go");
        assert_eq!(wrap("write `a b c d e f g`", 8), "write `a\nb c d e\nf g`");
    }
}
