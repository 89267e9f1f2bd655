//! A line with a `=` in it: which value it gives to which key.

use std::borrow::Cow;

use memchr::{memchr, memmem};

use super::quoted::{Unsound, quoted_part, unquote};
use crate::{
    syntax::line::{Line, trim},
    text::{Label, Span, Spanned},
};

/// What a line assigns. The key is trimmed and not yet looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Assignment<'r> {
    /// `key = "value"`.
    Quoted { key: Spanned<&'r str>, value: Spanned<Cow<'r, str>> },
    /// `key = "value" and more`.
    Trailing { key: Spanned<&'r str>, value: Spanned<Cow<'r, str>>, rest: Span },
    /// `key = <<'DELIMITER'`.
    Heredoc { key: Spanned<&'r str>, delimiter: Spanned<&'r str>, opening: Span },
    /// It assigns nothing.
    Faulty(Fault),
}

/// Why a line assigns nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Fault {
    /// `=>` where `=` should stand.
    Arrow(Span),
    /// `:=` anywhere in the line; whether it stands in the value.
    Operator { at: Span, in_value: bool },
    /// No key before the `=`, which is here.
    EmptyKey(Span),
    /// Nothing after the `=`: the line's end.
    NoValue(Span),
    /// A quote that is not closed.
    UnclosedQuote(Span),
    /// A quoted part that is no JSON string, and where it stops being one.
    BadString { quoted: Span, unsound: Label },
    /// Anything else.
    BadValue(Span),
}

/// Reads a line that has a `=` in it.
pub(super) fn read<'r>(line: &Line<'r>) -> Assignment<'r> {
    let (before, after) = sides(line.text);
    let equals = line.start + before.len();
    if after.starts_with('>') {
        return Assignment::Faulty(Fault::Arrow(Span::new(equals, equals + 2)));
    }
    if let Some(at) = operator(line.text) {
        let start = line.start + at;
        let at = Span::new(start, start + 2);
        return Assignment::Faulty(Fault::Operator { at, in_value: start > equals });
    }
    let (key, value) = (trim(before), trim(after));
    if key.is_empty() {
        return Assignment::Faulty(Fault::EmptyKey(Span::new(equals, equals + 1)));
    }
    if value.is_empty() {
        return Assignment::Faulty(Fault::NoValue(missing_value(line)));
    }
    let key = Spanned::new(key, line.span_of(key));
    if value.starts_with('"') {
        return read_quoted(line, key, value);
    }
    let whole = line.span_of(value);
    match heredoc_delimiter(value) {
        Some(name) => {
            let delimiter = Spanned::new(name, line.span_of(name));
            Assignment::Heredoc { key, delimiter, opening: whole }
        }
        None => Assignment::Faulty(Fault::BadValue(whole)),
    }
}

/// What stands before the first `=` and after it.
fn sides(line: &str) -> (&str, &str) {
    let equals = memchr(b'=', line.as_bytes()).unwrap_or(line.len());
    (line.get(..equals).unwrap_or_default(), line.get(equals + 1..).unwrap_or_default())
}

/// Where the first `:=` stands.
fn operator(line: &str) -> Option<usize> {
    // Most lines have no colon at all, and looking for one byte is cheaper.
    memchr(b':', line.as_bytes())?;
    memmem::find(line.as_bytes(), b":=")
}

/// The one byte after the line, which is its line break, or the end of the input.
fn missing_value(line: &Line<'_>) -> Span {
    Span::new(line.end(), line.end() + usize::from(line.ended))
}

fn heredoc_delimiter(value: &str) -> Option<&str> {
    let name = value.strip_prefix("<<'")?.strip_suffix('\'')?;
    (!name.is_empty() && !name.contains('\'')).then_some(name)
}

fn read_quoted<'r>(line: &Line<'r>, key: Spanned<&'r str>, value: &'r str) -> Assignment<'r> {
    let start = line.span_of(value).start;
    let Some(quoted) = quoted_part(value) else {
        return Assignment::Faulty(Fault::UnclosedQuote(Span::new(start, line.end())));
    };
    let span = line.span_of(quoted);
    let value_of = match unquote(quoted) {
        Ok(text) => Spanned::new(text, span),
        Err(unsound) => return bad_string(span, unsound),
    };
    let rest = trim(value.get(quoted.len()..).unwrap_or_default());
    if rest.is_empty() {
        return Assignment::Quoted { key, value: value_of };
    }
    let rest = Span::new(line.span_of(rest).start, line.end());
    Assignment::Trailing { key, value: value_of, rest }
}

fn bad_string<'r>(quoted: Span, unsound: Unsound) -> Assignment<'r> {
    let at = Span::new(quoted.start + unsound.span.start, quoted.start + unsound.span.end);
    let unsound = Label { span: at, text: unsound.reason.to_owned() };
    Assignment::Faulty(Fault::BadString { quoted, unsound })
}
