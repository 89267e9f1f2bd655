//! The paths of a parameter that holds one a line.

use std::borrow::Cow;

use crate::{
    action::Text,
    text::{Span, Spanned},
};

/// How many paths a value may have. Each costs far more than the line that it stands on.
pub const MOST_PATHS: usize = 10_000;

/// The paths of a value, each trimmed; empty lines are passed over.
///
/// In a heredoc each path has its own place; the place of one from a quoted value is the value's.
pub fn paths<'t>(value: &'t Text<'_>) -> impl Iterator<Item = Text<'t>> {
    let text: &'t str = &value.value;
    let is_heredoc = matches!(value.value, Cow::Borrowed(_)) && value.span.len() == text.len();
    let mut next = value.span.start;
    text.split('\n').filter_map(move |line| {
        let at = next + (line.len() - line.trim_start().len());
        next += line.len() + 1;
        let path = line.trim();
        let span = if is_heredoc { Span::new(at, at + path.len()) } else { value.span };
        (!path.is_empty()).then_some(Spanned::new(Cow::Borrowed(path), span))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(value: &Text<'_>) -> Vec<(String, usize, usize)> {
        paths(value).map(|p| (p.value.into_owned(), p.span.start, p.span.end)).collect()
    }

    #[test]
    fn each_line_of_a_heredoc_is_a_path_with_a_place_of_its_own() {
        let value = "a.rs\r\n\n  b c.rs \n";
        let value = Spanned::new(Cow::Borrowed(value), Span::new(100, 100 + value.len()));
        assert_eq!(told(&value), [("a.rs".into(), 100, 104), ("b c.rs".into(), 109, 115)]);
    }

    #[test]
    fn paths_of_a_quoted_value_have_its_place() {
        let value = Spanned::new(Cow::Borrowed("a.rs"), Span::new(10, 16));
        assert_eq!(told(&value), [("a.rs".into(), 10, 16)]);
        let value = Spanned::new(Cow::Owned("a\nb".to_owned()), Span::new(10, 16));
        assert_eq!(told(&value), [("a".into(), 10, 16), ("b".into(), 10, 16)]);
        let none = Spanned::new(Cow::Borrowed(" \n\n"), Span::new(0, 3));
        assert_eq!(told(&none), []);
    }
}
