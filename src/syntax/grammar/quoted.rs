//! Quoted values: where one ends, and what it says. They are JSON strings.

use std::borrow::Cow;

use memchr::memchr2_iter;

/// Why a quoted part is no JSON string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unsound {
    /// What the JSON reader says: `invalid escape`.
    pub(super) reason: String,
    /// The byte, counted from the opening quote, up to which it read.
    pub(super) offset: usize,
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
    serde_json::from_str::<String>(quoted).map(Cow::Owned).map_err(|error| {
        let said = error.to_string();
        let reason = said.split(" at line ").next().unwrap_or_default().to_owned();
        Unsound { reason, offset: error.column().saturating_sub(1) }
    })
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
    fn what_json_does_not_allow_is_unsound() {
        for text in [r#""\d""#, "\"\t\"", r#""\ud800""#, r#""\udc00x""#, r#""\u12""#, r#""\'""#] {
            assert!(unquote(text).is_err(), "{text}");
        }
    }
}
