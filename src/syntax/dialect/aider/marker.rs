//! The lines that are markers: of 5 to 9 characters, as aider takes them.

use crate::{
    syntax::line::{Line, starts_line},
    text::Span,
};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// `<<<<<<< SEARCH`, and how long.
    Search(usize),
    /// `<<<<<<< HEAD`: git's own, or another dialect's.
    Other,
    /// `=======`, and how long.
    Divider(usize),
    /// `>>>>>>> REPLACE`.
    Replace,
    /// `>>>>>>> main`.
    OtherEnd,
}

impl Marker {
    /// What a line without its line break is; `None` where it is text.
    pub(super) fn read(line: &str) -> Option<Self> {
        let sign = line.chars().next().filter(|sign| matches!(sign, '<' | '=' | '>'))?;
        let rest = line.trim_start_matches(sign);
        let length = line.len() - rest.len();
        if !(5..=9).contains(&length) {
            return None;
        }
        let label = rest.trim_end();
        let word = label.strip_prefix(' ');
        match sign {
            '=' => label.is_empty().then_some(Self::Divider(length)),
            '<' => match word?.trim_start() {
                "SEARCH" | "SEARCH>" => Some(Self::Search(length)),
                _ => (length == 7).then_some(Self::Other),
            },
            _ => match word {
                Some(word) if word.trim_start() == "REPLACE" => Some(Self::Replace),
                _ => (length == 7).then_some(Self::OtherEnd),
            },
        }
    }

    /// The line that begins at `at`, if it begins a block, and how long its marker is.
    pub(super) fn opener(text: &str, at: usize) -> Option<(Line<'_>, usize)> {
        if !starts_line(text, at) {
            return None;
        }
        let line = Line::at(text, at);
        match Self::read(line.text) {
            Some(Self::Search(length)) => Some((line, length)),
            _ => None,
        }
    }

    /// The line that begins at `at`, if it ends a block.
    pub(super) fn closer(text: &str, at: usize) -> Option<Line<'_>> {
        let line = starts_line(text, at).then(|| Line::at(text, at))?;
        (Self::read(line.text) == Some(Self::Replace)).then_some(line)
    }
}

/// The line without white space at its end.
pub(super) fn span_of(line: &Line<'_>) -> Span {
    Span::new(line.start, line.start + line.text.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_have_five_to_nine_signs() {
        for (line, marker) in [
            ("<<<<<<< SEARCH", Some(Marker::Search(7))),
            ("<<<<< SEARCH  ", Some(Marker::Search(5))),
            ("<<<<<<<<< SEARCH>", Some(Marker::Search(9))),
            ("<<<<<<< SEARCH path=\"x\"", Some(Marker::Other)),
            ("<<<<<<< HEAD", Some(Marker::Other)),
            ("=====", Some(Marker::Divider(5))),
            ("======= ", Some(Marker::Divider(7))),
            (">>>>>>> REPLACE", Some(Marker::Replace)),
            (">>>>>>> main", Some(Marker::OtherEnd)),
            ("<<<< SEARCH", None),
            ("<<<<<<<<<< SEARCH", None),
            ("====", None),
            ("======= x", None),
            (" <<<<<<< SEARCH", None),
            ("<<<<<<<SEARCH", None),
            ("text", None),
            ("", None),
        ] {
            assert_eq!(Marker::read(line), marker, "{line}");
        }
    }
}
