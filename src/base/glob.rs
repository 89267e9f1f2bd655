//! Globs, made ready for the crate globset where it reads them otherwise than git does. Pure.

use std::borrow::Cow;

/// What braces in a glob mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    /// Alternatives, as in a shell: `*.{ts,js}`.
    Alternatives,
    /// Themselves, as in a `.gitignore`.
    Plain,
}

/// Writes a glob so that a class such as `[!a]` matches no `/`, and its braces mean what they are
/// to mean. `None` where a class does not end.
#[must_use]
pub fn as_git_reads(glob: &str, braces: Braces) -> Option<Cow<'_, str>> {
    if !glob.contains(['{', '}', '[']) {
        return Some(Cow::Borrowed(glob));
    }
    let mut written = String::with_capacity(glob.len() + 2);
    let mut rest = glob;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '[' => class_length(rest)?,
            _ => first.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        match (part, braces) {
            ("{" | "\\{", Braces::Plain) => written.push_str("[{]"),
            ("}" | "\\}", Braces::Plain) => written.push_str("[}]"),
            _ => match part.strip_prefix("[!").or_else(|| part.strip_prefix("[^")) {
                // A `]` that belongs to the class stays the first in it.
                Some(class) => {
                    let (first, others) = class.split_at(usize::from(class.starts_with(']')));
                    let others = one_slash(others);
                    written.extend(["[!", first, "/", others.trim_start_matches('/')]);
                }
                None if first == '[' => written.push_str(&one_slash(part)),
                None => written.push_str(part),
            },
        }
        rest = after;
    }
    Some(Cow::Owned(written))
}

/// A class with at most one `/` at a time, so that `//` outside of classes can be told from it.
fn one_slash(class: &str) -> String {
    let mut last = None;
    class.chars().filter(|&c| last.replace(c) != Some('/') || c != '/').collect()
}

/// How long the class is that a text begins with; `None` where it does not end.
fn class_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let inside = inside.strip_prefix(['!', '^']).unwrap_or(inside);
    // The first character belongs to the class, even a `]`.
    let after_first = inside.strip_prefix(|_: char| true)?;
    let end = after_first.find(']')?;
    Some(text.len() - after_first.len() + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_and_classes_are_written_as_git_reads_them() {
        for (glob, plain, alternatives) in [
            ("*.rs", "*.rs", "*.rs"),
            ("{a,b}", "[{]a,b[}]", "{a,b}"),
            ("\\{a\\}", "[{]a[}]", "\\{a\\}"),
            ("[!a]b[^c]", "[!/a]b[!/c]", "[!/a]b[!/c]"),
            ("[!]a]", "[!]/a]", "[!]/a]"),
            ("[]{]", "[]{]", "[]{]"),
            ("[//[a]", "[/[a]", "[/[a]"),
            ("[!///a//]", "[!/a/]", "[!/a/]"),
            ("\\[{", "\\[[{]", "\\[{"),
            ("é[ä]{", "é[ä][{]", "é[ä]{"),
        ] {
            assert_eq!(as_git_reads(glob, Braces::Plain).as_deref(), Some(plain), "{glob}");
            let written = as_git_reads(glob, Braces::Alternatives);
            assert_eq!(written.as_deref(), Some(alternatives), "{glob}");
        }
        for glob in ["[", "[a", "[]", "[!]", "a[^"] {
            assert_eq!(as_git_reads(glob, Braces::Plain), None, "{glob}");
        }
    }
}
