//! Makes text that a stranger wrote safe to show on a terminal.
//!
//! Responses, file names and ids may hold control characters that move the cursor, change
//! colours or reorder what is read (bidirectional controls). They are shown as Rust writes them,
//! `\u{1b}`; everything else stays as it is. Never applied to a patch that git reads.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Escapes all control characters but line breaks and tabs.
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    replace(text, |c| is_harmful(c) && c != '\n' && c != '\t')
}

/// Escapes all control characters, line breaks and tabs too: the result is one line.
#[must_use]
pub fn escape_line(text: &str) -> Cow<'_, str> {
    replace(text, is_harmful)
}

/// Escapes the control characters that no text has, and leaves line breaks of all kinds and what
/// is only invisible: for contents that are to be copied exactly.
pub(super) fn escape_contents(text: &str) -> Cow<'_, str> {
    replace(text, |c| c.is_control() && !matches!(c, '\n' | '\t' | '\r'))
}

/// Whether a character does something to a terminal other than to draw itself.
///
/// C0, DEL and C1; what has no width and can hide or reorder text: zero width spaces and marks,
/// bidirectional embeddings, overrides and isolates, line and paragraph separators, invisible
/// operators, the BOM, interlinear annotations and tags. The joiners U+200C and U+200D are not
/// among them: scripts and emoji need them, and they do no harm.
pub(super) fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a text is of printed ASCII characters and line breaks alone: seen fast, a whole file's
/// content at a time.
pub(super) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'))
}

fn replace(text: &str, harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if !harmful(c) => safe.push(c),
            '\n' => safe.push_str("\\n"),
            '\t' => safe.push_str("\\t"),
            '\r' => safe.push_str("\\r"),
            c => {
                let _ = write!(safe, "{}", c.escape_unicode());
            }
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn terminal_sequences_are_shown_and_not_obeyed() {
        assert_eq!(escape("\x1b[2Ja\u{9b}31m\u{7f}"), r"\u{1b}[2Ja\u{9b}31m\u{7f}");
        assert_eq!(escape_line("a\nb\tc\r\n"), r"a\nb\tc\r\n");
        assert_eq!(escape("a\n\tb\r\n"), "a\n\tb\\r\n");
    }

    #[test]
    fn text_that_reorders_or_hides_is_shown() {
        assert_eq!(escape("x\u{202e}gpj.exe"), r"x\u{202e}gpj.exe");
        assert_eq!(
            escape("a\u{2066}b\u{200f}c\u{200b}d\u{feff}"),
            r"a\u{2066}b\u{200f}c\u{200b}d\u{feff}"
        );
    }

    #[test]
    fn contents_keep_their_line_breaks_and_what_is_invisible() {
        let text = "a\r\n\tb\u{feff}\u{202e}";
        assert_eq!(escape_contents(text), text);
        assert_eq!(escape_contents("\x1b[201~\0"), r"\u{1b}[201~\u{0}");
    }

    #[test]
    fn plain_text_is_not_copied_or_changed() {
        for text in ["", "plain", "größe 漢字 👩\u{200d}💻", "שלום"] {
            assert!(matches!(escape(text), Cow::Borrowed(same) if same == text));
            assert!(matches!(escape_line(text), Cow::Borrowed(same) if same == text));
        }
    }

    /// Control characters far more often than by chance.
    fn hostile() -> impl Strategy<Value = String> {
        let one = prop_oneof![
            any::<char>(),
            (0_u32..0xa0).prop_map(|code| char::from_u32(code).unwrap_or(' ')),
            (0x2000_u32..0x2070).prop_map(|code| char::from_u32(code).unwrap_or(' ')),
        ];
        prop::collection::vec(one, 0..60).prop_map(|chars| chars.into_iter().collect())
    }

    fn has_controls(text: &str) -> bool {
        text.chars().any(|c| {
            let code = u32::from(c);
            code < 0x20
                || (0x7f..0xa0).contains(&code)
                || (0x200e..=0x200f).contains(&code)
                || (0x202a..=0x202e).contains(&code)
                || (0x2066..=0x2069).contains(&code)
        })
    }

    proptest! {
        #[test]
        fn nothing_escaped_holds_a_control_character(text in hostile()) {
            prop_assert!(!has_controls(&escape_line(&text)));
            prop_assert!(!has_controls(&escape(&text).replace(['\n', '\t'], "")));
        }

        #[test]
        fn escaping_twice_changes_nothing_more(text in hostile()) {
            let once = escape_line(&text).into_owned();
            prop_assert_eq!(escape_line(&once).into_owned(), once);
        }
    }
}
