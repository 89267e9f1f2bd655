//! Texts in quotes, as the tables have them: JSON's escapes, and `\xff` for a byte.

use std::{iter::Peekable, str::Chars};

/// Reads a text in quotes from the start of `text`, and returns its bytes and what follows it.
pub(super) fn quoted(text: &str) -> Option<(Vec<u8>, &str)> {
    let mut chars = text.strip_prefix('"')?.chars().peekable();
    let mut bytes = Vec::new();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => escape(&mut chars, &mut bytes)?,
            plain => bytes.extend(plain.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    let rest: usize = chars.map(char::len_utf8).sum();
    Some((bytes, text.get(text.len() - rest..)?))
}

/// Reads lines of texts in quotes, each with how often it comes: `"x" * 100`.
pub(super) fn lines(text: &str) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    for line in text.lines() {
        let (bytes, rest) = quoted(line)?;
        let times = match rest.trim() {
            "" => 1,
            rest => rest.strip_prefix('*')?.trim().parse().ok()?,
        };
        all.extend(bytes.repeat(times));
    }
    Some(all)
}

fn escape(chars: &mut Peekable<Chars<'_>>, bytes: &mut Vec<u8>) -> Option<()> {
    let plain = match chars.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'x' => {
            bytes.push(u8::try_from(hex(chars, 2)?).ok()?);
            return Some(());
        }
        'u' => char::from_u32(hex(chars, 4)?)?,
        same @ ('"' | '\\' | '/') => same,
        _ => return None,
    };
    bytes.extend(plain.encode_utf8(&mut [0; 4]).bytes());
    Some(())
}

fn hex(chars: &mut Peekable<Chars<'_>>, digits: usize) -> Option<u32> {
    let text: String = chars.take(digits).collect();
    if text.len() == digits { u32::from_str_radix(&text, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_repetitions_are_read() {
        let (bytes, rest) = quoted(r#""a b\n\xff\u00e4\"" 755"#).expect("a text");
        assert_eq!((bytes.as_slice(), rest), (b"a b\n\xff\xc3\xa4\"".as_slice(), " 755"));
        assert_eq!(lines("\"ab\" * 3\n\"\\r\\n\"").as_deref(), Some(b"ababab\r\n".as_slice()));
        for wrong in ["a", "\"a", r#""\x4""#, r#""\q""#, "\"a\" 3", "\"a\" * x"] {
            assert_eq!(lines(wrong), None, "{wrong}");
        }
    }
}
