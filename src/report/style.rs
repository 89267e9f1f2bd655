//! Colours on a terminal, and none where none are wanted.

use std::fmt;

/// What a piece of text is, and so how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As it stands.
    Plain,
    /// What is secondary.
    Faint,
    /// What is to be seen first.
    Strong,
    /// What went well, lines that were added.
    Good,
    /// What failed, lines that were removed.
    Bad,
    /// What is neither: skipped, dry run, ids of operations.
    Notable,
    /// Places in a patch.
    Place,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Faint => "2",
            Self::Strong => "1",
            Self::Good => "32",
            Self::Bad => "31",
            Self::Notable => "33",
            Self::Place => "36",
        }
    }
}

/// Whether styles are shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Styles {
    /// By ANSI's SGR codes.
    pub(super) colour: bool,
}

impl Styles {
    /// The text in its style. It must be escaped already.
    pub(super) fn paint<T: AsRef<str>>(self, style: Style, text: T) -> Painted<T> {
        Painted { style: if self.colour { style } else { Style::Plain }, text }
    }
}

/// A piece of text in its style.
pub(super) struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: AsRef<str>> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.as_ref();
        if self.style == Style::Plain || text.is_empty() {
            return f.write_str(text);
        }
        write!(f, "\x1b[{}m{text}\x1b[m", self.style.code())
    }
}
