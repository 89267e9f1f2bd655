//! Quoted values: where one ends, and what it says. They are JSON strings.

use std::borrow::Cow;

use memchr::memchr2_iter;

use crate::text::Span;

/// Why a quoted part is no JSON string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsound {
    /// In a few words.
    pub(super) reason: &'static str,
    /// The bytes that are at fault, counted from the opening quote.
    pub(super) span: Span,
}

/// The quoted part that `value` begins with, both quotes included; `None` where no quote closes
/// it. `value` begins with a quote.
pub(super) fn quoted_part(value: &str) -> Option<&str> {
    let inside = value.get(1..)?;
    let mut escaped = None;
    for at in memchr2_iter(b'"', b'\\', inside.as_bytes()) {
        if escaped == Some(at) {
            continue;
        }
        if inside.as_bytes().get(at) == Some(&b'"') {
            return value.get(..at + 2);
        }
        escaped = Some(at + 1);
    }
    None
}

/// What a quoted part says. Borrows where nothing is escaped.
pub(super) fn unquote(quoted: &str) -> Result<Cow<'_, str>, Unsound> {
    let inside = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    // Looks at every byte without stopping: that is what compilers vectorise.
    let special = |found: u8, &byte: &u8| found | u8::from(byte < 0x20) | u8::from(byte == b'\\');
    if inside.as_bytes().iter().fold(0, special) == 0 {
        return Ok(Cow::Borrowed(inside));
    }
    serde_json::from_str::<String>(quoted).map(Cow::Owned).map_err(|_| fault(inside))
}

/// Where a text that JSON does not accept between quotes goes wrong first.
fn fault(inside: &str) -> Unsound {
    let mut rest = inside;
    while let Some(character) = rest.chars().next() {
        let at = inside.len() - rest.len() + 1;
        let (length, reason) = match character {
            '\\' => escape(rest),
            '\0'..'\x20' => (1, Some("a control character, which has to be escaped")),
            _ => (character.len_utf8(), None),
        };
        if let Some(reason) = reason {
            return Unsound { reason, span: Span::new(at, at + length) };
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    Unsound { reason: "not what JSON accepts", span: Span::new(0, inside.len() + 2) }
}

/// How long the escape is that `rest` begins with, and what is wrong with it.
fn escape(rest: &str) -> (usize, Option<&'static str>) {
    const HALF: &str = "half of a surrogate pair";
    match rest.chars().nth(1) {
        Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => (2, None),
        Some('u') => match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => (12, None),
            (Some(0xd800..0xe000), _) => (6, Some(HALF)),
            (Some(_), _) => (6, None),
            (None, _) => (2, Some("`\\u` takes four hexadecimal digits")),
        },
        Some(other) => (1 + other.len_utf8(), Some("no escape that JSON knows")),
        None => (1, Some("no escape that JSON knows")),
    }
}

/// The number that an escape of the form `\uXXXX` stands for.
fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    hexadecimal.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_closed_by_the_next_one_that_is_not_escaped() {
        assert_eq!(quoted_part(r#""a" b""#), Some(r#""a""#));
        assert_eq!(quoted_part(r#""a\" b" c"#), Some(r#""a\" b""#));
        assert_eq!(quoted_part(r#""a\\" b""#), Some(r#""a\\""#));
        assert_eq!(quoted_part(r#""a\\\" b"#), None);
        assert_eq!(quoted_part(r#""\é""#), Some(r#""\é""#));
        assert_eq!(quoted_part("\""), None);
        assert_eq!(quoted_part("\"\""), Some("\"\""));
    }

    #[test]
    fn a_text_without_escapes_is_borrowed() {
        assert!(matches!(unquote("\"häé\u{7f}\""), Ok(Cow::Borrowed("häé\u{7f}"))));
        assert!(
            matches!(unquote(r#""a\n\u00e9\ud83c\udf89""#), Ok(Cow::Owned(it)) if it == "a\né🎉")
        );
    }

    #[test]
    fn what_json_does_not_allow_is_shown_to_the_byte() {
        let cases = [
            (r#""a\d""#, r"\d"),
            ("\"a\tb\"", "\t"),
            (r#""x\ud800y""#, r"\ud800"),
            (r#""\ud800\ud800""#, r"\ud800"),
            (r#""\ud83c\udf89\udc00""#, r"\udc00"),
            (r#""\\\u12""#, r"\u"),
            (r#""\u+123""#, r"\u"),
            (r#""it\'s""#, r"\'"),
            ("\"\\é\"", "\\é"),
        ];
        for (text, bad) in cases {
            let unsound = unquote(text).expect_err(text);
            assert_eq!(text.get(unsound.span.range()), Some(bad), "{text}");
        }
    }
}
