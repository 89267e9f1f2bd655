//! The lines that are markers.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input};

use crate::{
    syntax::line::{Line, starts_line, trim},
    text::Span,
};

/// What every opening marker begins with, git's own too.
pub(super) const OPENING: &str = "<<<<<<<";
const CLOSING: &str = ">>>>>>>";
const DIVIDER: &str = "=======";

static RUNS: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::new([OPENING, CLOSING, DIVIDER]).ok());

/// What a marker of this dialect opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Write,
    Search,
    SearchStart,
    Run,
    Tasks,
}

/// A closing word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closer {
    End,
    Replace,
    Tasks,
}

impl Word {
    /// How it is closed.
    pub(super) fn closer(self) -> Closer {
        match self {
            Self::Write | Self::Run => Closer::End,
            Self::Search | Self::SearchStart => Closer::Replace,
            Self::Tasks => Closer::Tasks,
        }
    }
}

impl Closer {
    /// The whole line.
    pub(super) fn line(self) -> &'static str {
        match self {
            Self::End => ">>>>>>> END",
            Self::Replace => ">>>>>>> REPLACE",
            Self::Tasks => ">>>>>>> TASKS",
        }
    }
}

/// What a marker line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Opens something; `None` where it is git's own.
    Open(Option<Word>),
    /// `<<<<<<< SEARCH-END`.
    SearchEnd,
    /// `=======`.
    Divider,
    /// Closes something; `None` where it is git's own.
    Close(Option<Closer>),
}

/// A line that is a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkLine<'r> {
    pub(super) line: Line<'r>,
    pub(super) mark: Mark,
    /// The word after the run of signs, as written.
    pub(super) word: &'r str,
    /// What stands behind the word.
    pub(super) rest: &'r str,
}

impl<'r> MarkLine<'r> {
    /// The marker that begins at `at`, if one does.
    pub(super) fn at(text: &'r str, at: usize) -> Option<Self> {
        if !starts_line(text, at) {
            return None;
        }
        let line = Line::at(text, at);
        let (run, after) = line.text.split_at_checked(OPENING.len())?;
        if run == DIVIDER {
            let mark = Mark::Divider;
            return trim(after).is_empty().then_some(Self { line, mark, word: "", rest: "" });
        }
        let spaced = after.is_empty() || after.starts_with([' ', '\t']);
        if !spaced {
            return None;
        }
        let label = trim(after);
        let (word, rest) = label.split_once([' ', '\t']).unwrap_or((label, ""));
        let mark = match run {
            OPENING => opening(word, rest),
            CLOSING => Mark::Close(closer(word).filter(|_| rest.is_empty())),
            _ => return None,
        };
        Some(Self { line, mark, word, rest })
    }

    /// The first marker at or after `from` that begins before `limit`.
    pub(super) fn next(text: &'r str, from: usize, limit: usize) -> Option<Self> {
        let runs = RUNS.as_ref()?;
        let limit = limit.min(text.len());
        let mut from = from;
        while from < limit {
            let found = runs.find(Input::new(text).range(from..limit))?;
            if let Some(mark) = Self::at(text, found.start()) {
                return Some(mark);
            }
            from = found.end();
        }
        None
    }

    /// Whether attributes stand behind the word. No label of git's has any.
    pub(super) fn has_attributes(&self) -> bool {
        let name = self.rest.trim_start().split_once("=\"").map_or("", |(name, _)| name);
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    }

    /// The line without white space at its end.
    pub(super) fn span(&self) -> Span {
        Span::new(self.line.start, self.line.start + self.line.text.trim_end().len())
    }
}

/// Whether a block opens with that word.
pub(super) fn is_word(word: &str) -> bool {
    matches!(opening(word, ""), Mark::Open(Some(_)))
}

fn opening(word: &str, rest: &str) -> Mark {
    match word {
        "SEARCH-END" if rest.is_empty() => Mark::SearchEnd,
        "WRITE" => Mark::Open(Some(Word::Write)),
        "SEARCH" | "EDIT" => Mark::Open(Some(Word::Search)),
        "SEARCH-START" => Mark::Open(Some(Word::SearchStart)),
        "RUN" => Mark::Open(Some(Word::Run)),
        "TASKS" => Mark::Open(Some(Word::Tasks)),
        _ => Mark::Open(None),
    }
}

fn closer(word: &str) -> Option<Closer> {
    match word {
        "END" => Some(Closer::End),
        "REPLACE" => Some(Closer::Replace),
        "TASKS" => Some(Closer::Tasks),
        _ => None,
    }
}
