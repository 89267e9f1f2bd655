//! The lines that are markers.

use memchr::memmem;

use crate::{
    syntax::line::{Line, is_space, starts_line},
    text::Span,
};

/// What a marker line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Explanation,
    File,
    Search,
    Replace,
    Overwrite,
    End,
}

/// The lines.
const MARKS: [(&str, Mark); 6] = [
    ("<<<EXPLANATION>>>", Mark::Explanation),
    ("<<<FILE>>>", Mark::File),
    ("<<<SEARCH>>>", Mark::Search),
    ("<<<REPLACE>>>", Mark::Replace),
    ("<<<OVERWRITE>>>", Mark::Overwrite),
    ("<<<END>>>", Mark::End),
];

/// A line that is a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkLine<'r> {
    pub(super) line: Line<'r>,
    pub(super) mark: Mark,
}

impl<'r> MarkLine<'r> {
    /// The marker that begins at `at`, if one does.
    pub(super) fn at(text: &'r str, at: usize) -> Option<Self> {
        let begins = starts_line(text, at) && text.get(at..)?.starts_with("<<<");
        let line = begins.then(|| Line::at(text, at))?;
        let written = line.text.trim_end_matches(is_space);
        let (_, mark) = MARKS.iter().find(|(name, _)| *name == written)?;
        Some(Self { line, mark: *mark })
    }

    /// The first marker at or after `from`.
    pub(super) fn next(text: &'r str, from: usize) -> Option<Self> {
        let rest = text.as_bytes().get(from..)?;
        memmem::find_iter(rest, "<<<").find_map(|hit| Self::at(text, from + hit))
    }

    /// The line without white space at its end.
    pub(super) fn span(&self) -> Span {
        let written = self.line.text.trim_end_matches(is_space);
        Span::new(self.line.start, self.line.start + written.len())
    }
}
