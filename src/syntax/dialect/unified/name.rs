//! File names in the lines of a diff: prefixes, quotes, dates.

use std::borrow::Cow;

use chrono::DateTime;

use crate::{
    syntax::{dialect::patch::Value, line::Line},
    text::{Span, Spanned},
};

/// What the two names of one file begin with, before and after.
const PREFIXES: [(&str, &str); 10] = [
    ("a/", "b/"),
    ("i/", "w/"),
    ("c/", "i/"),
    ("c/", "w/"),
    ("o/", "w/"),
    ("1/", "2/"),
    ("old/", "new/"),
    ("orig/", "new/"),
    ("original/", "modified/"),
    ("before/", "after/"),
];
/// What is put behind the name of a file that is kept as it was.
const SUFFIXES: [&str; 4] = [".orig", ".old", ".bak", "~"];

/// A file name in a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name<'r> {
    /// `/dev/null`: there is no file.
    Nothing,
    /// As it is written, prefix and all.
    File(Value<'r>),
    /// In quotes that cannot be read.
    Bad(Span),
}

/// One file's names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Names<'r> {
    /// Before and after; none where there is no file.
    Of(Option<Value<'r>>, Option<Value<'r>>),
    /// They are of two files, and nothing says that it is renamed.
    Differ,
    Bad(Span),
}

impl<'r> Name<'r> {
    /// The name behind `--- `, `+++ `, `rename from ` and the like; a tab ends it.
    pub(super) fn in_line(line: &Line<'r>, keyword: &str) -> Self {
        let rest = line.text.strip_prefix(keyword).unwrap_or_default();
        let name = rest.split('\t').next().unwrap_or_default().trim_end();
        let span = line.span_of(name);
        if name == "/dev/null" {
            return Self::Nothing;
        }
        if !name.starts_with('"') {
            let is_name = !name.is_empty();
            let value = Spanned::new(Cow::Borrowed(name), span);
            return if is_name { Self::File(value) } else { Self::Bad(span) };
        }
        match unquoted(name) {
            Some((name, "")) => Self::File(Spanned::new(Cow::Owned(name), span)),
            Some(_) | None => Self::Bad(span),
        }
    }
}

/// Whether the date behind a name is the one of a file that is not there.
pub(super) fn is_missing(line: &Line<'_>) -> bool {
    let date = line.text.split('\t').nth(1).unwrap_or_default().trim();
    let read = DateTime::parse_from_str(date, "%Y-%m-%d %H:%M:%S%.f %z");
    read.is_ok_and(|date| date.timestamp() == 0)
}

/// Reads a name as git quotes it; and what stands behind it.
pub(super) fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut bytes = Vec::new();
    loop {
        let at = rest.find(['"', '\\'])?;
        bytes.extend_from_slice(rest.get(..at)?.as_bytes());
        let (special, after) = rest.get(at..)?.split_at_checked(1)?;
        if special == "\"" {
            return Some((String::from_utf8(bytes).ok()?, after));
        }
        let digits = after.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        let (byte, length) = match (digits, after.bytes().next()?) {
            (Some(byte), _) => (byte, 3),
            (None, b'a') => (7, 1),
            (None, b'b') => (8, 1),
            (None, b't') => (b'\t', 1),
            (None, b'n') => (b'\n', 1),
            (None, b'v') => (11, 1),
            (None, b'f') => (12, 1),
            (None, b'r') => (b'\r', 1),
            (None, byte @ (b'"' | b'\\')) => (byte, 1),
            (None, _) => return None,
        };
        bytes.push(byte);
        rest = after.get(length..)?;
    }
}

/// The value without some bytes at its beginning.
fn without(value: Value<'_>, length: usize) -> Value<'_> {
    // The span of a quoted name stays that of the quotes.
    let start = if value.span.len() == value.value.len() { length } else { 0 };
    let span = Span::new(value.span.start + start, value.span.end);
    let cut = match value.value {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(length..).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(length..).unwrap_or_default().to_owned()),
    };
    Spanned::new(cut, span)
}

/// The paths that two names mean.
pub(super) fn names<'r>(old: Name<'r>, new: Name<'r>) -> Names<'r> {
    match (old, new) {
        (Name::Bad(span), _) | (_, Name::Bad(span)) => Names::Bad(span),
        (Name::Nothing, Name::Nothing) => Names::Differ,
        (Name::Nothing, Name::File(new)) => Names::Of(None, Some(alone(new, "b/"))),
        (Name::File(old), Name::Nothing) => Names::Of(Some(alone(old, "a/")), None),
        (Name::File(old), Name::File(new)) => both(old, new),
    }
}

/// The path of a name whose counterpart is `/dev/null`.
fn alone<'r>(name: Value<'r>, prefix: &str) -> Value<'r> {
    if name.value.starts_with(prefix) { without(name, prefix.len()) } else { name }
}

fn both<'r>(old: Value<'r>, new: Value<'r>) -> Names<'r> {
    if old.value == new.value {
        return Names::Of(Some(old), Some(new));
    }
    for (before, after) in PREFIXES {
        let (Some(old_rest), Some(new_rest)) =
            (old.value.strip_prefix(before), new.value.strip_prefix(after))
        else {
            continue;
        };
        // Only git's prefixes are nothing else; with others two names must be one.
        if before == "a/" || old_rest == new_rest {
            return Names::Of(Some(without(old, before.len())), Some(without(new, after.len())));
        }
    }
    let is_kept = SUFFIXES.iter().any(|suffix| old.value.strip_suffix(suffix) == Some(&new.value));
    if is_kept {
        let old = Spanned::new(new.value.clone(), old.span);
        return Names::Of(Some(old), Some(new));
    }
    if old.value.strip_prefix("a/") == Some(&new.value) {
        return Names::Of(Some(without(old, 2)), Some(new));
    }
    if new.value.strip_prefix("b/") == Some(&old.value) {
        return Names::Of(Some(old), Some(without(new, 2)));
    }
    Names::Differ
}

/// The name that `diff --git a/x b/x` has twice.
pub(super) fn twice<'r>(line: &Line<'r>) -> Option<Value<'r>> {
    let rest = line.text.strip_prefix("diff --git ")?;
    if rest.starts_with('"') {
        let (old, after) = unquoted(rest)?;
        let (new, end) = unquoted(after.strip_prefix(' ')?)?;
        let span = line.span_of(rest);
        let value = |name: String| Spanned::new(Cow::Owned(name), span);
        return match names(Name::File(value(old)), Name::File(value(new))) {
            Names::Of(Some(old), Some(new)) if old.value == new.value && end.is_empty() => {
                Some(new)
            }
            Names::Of(..) | Names::Differ | Names::Bad(_) => None,
        };
    }
    let rest = rest.trim_end();
    let (old, new) = rest.split_at_checked(rest.len() / 2)?;
    let new = new.strip_prefix(' ')?;
    let value = |name: &'r str| Spanned::new(Cow::Borrowed(name), line.span_of(name));
    match names(Name::File(value(old)), Name::File(value(new))) {
        Names::Of(Some(old), Some(new)) if old.value == new.value => Some(new),
        Names::Of(..) | Names::Differ | Names::Bad(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(old: &str, new: &str) -> Option<(String, String)> {
        let text = format!("--- {old}\n+++ {new}\n");
        let first = Line::at(&text, 0);
        let second = Line::at(&text, first.next);
        let shown = |name: Option<Value<'_>>| name.map_or("-".to_owned(), |n| n.value.into_owned());
        match names(Name::in_line(&first, "--- "), Name::in_line(&second, "+++ ")) {
            Names::Of(old, new) => Some((shown(old), shown(new))),
            Names::Differ | Names::Bad(_) => None,
        }
    }

    #[track_caller]
    fn are(old: &str, new: &str, [before, after]: [&str; 2]) {
        assert_eq!(paths(old, new), Some((before.to_owned(), after.to_owned())), "{old} {new}");
    }

    #[test]
    fn prefixes_dates_and_quotes_are_no_part_of_a_path() {
        are("a/src/x.rs", "b/src/x.rs", ["src/x.rs"; 2]);
        are("a/x.rs\t2024-01-01 10:00:00 +0000", "b/x.rs\t2024-01-01", ["x.rs"; 2]);
        are(
            "\"a/na\\303\\257ve \\\"x\\\".txt\"",
            "\"b/na\\303\\257ve \\\"x\\\".txt\"",
            ["naïve \"x\".txt"; 2],
        );
        are("src/x.rs", "src/x.rs", ["src/x.rs"; 2]);
        are("a/x", "a/x", ["a/x"; 2]);
        are("/repo/x", "/repo/x", ["/repo/x"; 2]);
        are("old/x", "new/x", ["x"; 2]);
        are("x.py.orig", "x.py", ["x.py"; 2]);
        are("a/x.py", "x.py", ["x.py"; 2]);
        are("a/with space.txt\t", "b/with space.txt\t", ["with space.txt"; 2]);
    }

    #[test]
    fn no_file_is_dev_null() {
        are("/dev/null", "b/x", ["-", "x"]);
        are("a/x", "/dev/null", ["x", "-"]);
        are("/dev/null", "x", ["-", "x"]);
    }

    #[test]
    fn the_first_second_is_the_date_of_no_file() {
        for (date, missing) in [
            ("1970-01-01 00:00:00.000000000 +0000", true),
            ("1969-12-31 16:00:00.000000000 -0800", true),
            ("1970-01-01 00:00:00 +0000", true),
            ("1970-01-01 00:00:00.000000000 +0100", false),
            ("2024-05-01 10:00:00.123456789 +0200", false),
            ("(revision 12)", false),
            ("", false),
        ] {
            let line = format!("--- a/x\t{date}");
            assert_eq!(is_missing(&Line::at(&line, 0)), missing, "{date}");
        }
    }

    #[test]
    fn two_names_with_gits_prefixes_are_a_rename_and_others_are_none() {
        are("a/x", "b/y", ["x", "y"]);
        assert_eq!(paths("src/x", "lib/x"), None);
        assert_eq!(paths("old/x", "new/y"), None);
        assert_eq!(paths("/dev/null", "/dev/null"), None);
        assert_eq!(paths("\"a/x", "b/x"), None);
        assert_eq!(paths("\"a/\\q\"", "b/x"), None);
    }

    #[test]
    fn a_name_that_stands_twice_is_found_without_a_mark_between() {
        let twice = |line: &str| twice(&Line::at(line, 0)).map(|name| name.value.into_owned());
        assert_eq!(twice("diff --git a/x b/y b/x b/y").as_deref(), Some("x b/y"));
        assert_eq!(twice("diff --git x x").as_deref(), Some("x"));
        assert_eq!(twice("diff --git \"a/\\t\" \"b/\\t\"").as_deref(), Some("\t"));
        for line in
            ["diff --git a/x b/y", "diff --git shows more", "diff --git", "diff --git é é é"]
        {
            assert_eq!(twice(line), None, "{line}");
        }
    }
}
