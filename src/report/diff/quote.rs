//! Paths as git writes them in patches: in quotes where they hold what would mislead.

use std::borrow::Cow;

use bstr::BStr;

/// What stands in quotes besides control characters, `"` and `\`: git's `core.quotePath`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathQuoting {
    /// All bytes that are not ASCII too, as octal numbers: git's default.
    #[default]
    Full,
    /// Letters of all languages stand as they are; `core.quotePath=false`.
    Letters,
}

/// The path, in quotes and with escapes if it needs them. `prefix` (`a/`, `b/`) goes inside.
#[must_use]
pub fn quote_path<'a>(prefix: &str, path: &'a BStr, quoting: PathQuoting) -> Cow<'a, BStr> {
    let plain = |&byte: &u8| !needs_escape(byte, quoting);
    if path.iter().all(plain) {
        if prefix.is_empty() {
            return Cow::Borrowed(path);
        }
        return Cow::Owned([prefix.as_bytes(), path].concat().into());
    }
    let mut quoted = vec![b'"'];
    quoted.extend_from_slice(prefix.as_bytes());
    for &byte in path.iter() {
        push(&mut quoted, byte, quoting);
    }
    quoted.push(b'"');
    Cow::Owned(quoted.into())
}

fn needs_escape(byte: u8, quoting: PathQuoting) -> bool {
    match byte {
        b'"' | b'\\' | 0x7f => true,
        0x80.. => quoting == PathQuoting::Full,
        _ => byte < 0x20,
    }
}

fn push(quoted: &mut Vec<u8>, byte: u8, quoting: PathQuoting) {
    if !needs_escape(byte, quoting) {
        quoted.push(byte);
        return;
    }
    quoted.push(b'\\');
    match byte {
        b'"' | b'\\' => quoted.push(byte),
        0x07 => quoted.push(b'a'),
        0x08 => quoted.push(b'b'),
        b'\t' => quoted.push(b't'),
        b'\n' => quoted.push(b'n'),
        0x0b => quoted.push(b'v'),
        0x0c => quoted.push(b'f'),
        b'\r' => quoted.push(b'r'),
        _ => quoted.extend([b'0' + (byte >> 6), b'0' + (byte >> 3 & 7), b'0' + (byte & 7)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(path: &str, quoting: PathQuoting) -> String {
        quote_path("a/", path.into(), quoting).to_string()
    }

    #[test]
    fn plain_paths_stand_as_they_are() {
        assert_eq!(quoted("src/a b.rs", PathQuoting::Full), "a/src/a b.rs");
    }

    #[test]
    fn what_would_mislead_is_quoted_as_git_does() {
        assert_eq!(quoted("t\ta\"b\\\x1b", PathQuoting::Full), r#""a/t\ta\"b\\\033""#);
        assert_eq!(quoted("ä", PathQuoting::Full), r#""a/\303\244""#);
        assert_eq!(quoted("ä", PathQuoting::Letters), "a/ä");
        assert_eq!(quoted("ä\n", PathQuoting::Letters), "\"a/ä\\n\"");
    }
}
