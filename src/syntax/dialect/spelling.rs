//! What SHAM and NESL share: one grammar, spelled with other words.
//!
//! What a spelling does not say of itself is as SHAM has it, exact to the byte.

use memchr::memmem::Finder;

use super::{nesl::Nesl, sham::Sham};
use crate::{
    syntax::{Dialect, line::Line},
    text::Span,
};

/// The word that we teach to write before a block's ID.
pub(in crate::syntax) const ANNOTATION: &str = "three-char-SHA-256";

/// Every spelling whose blocks are looked for.
pub(in crate::syntax) const SPELLINGS: &[&dyn Spelling] = &[&Sham, &Nesl];

/// The fixed words of a spelling.
#[derive(Debug)]
pub(in crate::syntax) struct Words {
    /// What messages call it.
    pub(in crate::syntax) name: &'static str,
    /// What the command line calls it.
    pub(in crate::syntax) taught_as: &'static str,
    /// How a header line begins, the space included.
    pub(in crate::syntax) header: &'static str,
    /// How an end marker begins; the ID follows.
    pub(in crate::syntax) end: &'static str,
    /// How a heredoc's delimiter begins; the ID follows.
    pub(in crate::syntax) delimiter: &'static str,
}

/// An end marker that has the right form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct EndMarker<'r> {
    /// The ID that it names.
    pub(in crate::syntax) id: &'r str,
    /// Whether a `'` after it was forgiven.
    pub(in crate::syntax) quoted: bool,
}

/// What was forgiven where a heredoc ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Forgiven {
    /// A `'` after the delimiter.
    Quote,
    /// Content before the delimiter.
    Inline,
}

/// Where a heredoc ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct HeredocEnd {
    /// The byte after the content's last one.
    pub(in crate::syntax) content_end: usize,
    /// The delimiter, and the `'` after it if there is one.
    pub(in crate::syntax) delimiter: Span,
    /// Where reading goes on.
    pub(in crate::syntax) next: usize,
    /// What it took to see the end.
    pub(in crate::syntax) forgiven: Option<Forgiven>,
}

/// A way to spell the block grammar.
pub(in crate::syntax) trait Spelling: Sync {
    /// The name that blocks carry.
    fn dialect(&self) -> Dialect;

    /// The fixed words.
    fn words(&self) -> &'static Words;

    /// Whether a header may have that word before the ID.
    fn accepts_annotation(&self, word: &str) -> bool {
        word == ANNOTATION
    }

    /// Reads a line, untrimmed, as an end marker.
    fn end_marker<'r>(&self, line: &'r str) -> Option<EndMarker<'r>> {
        let id = line.strip_prefix(self.words().end)?;
        is_id(id).then_some(EndMarker { id, quoted: false })
    }

    /// Finds the end of the heredoc whose content begins at `content`, a line's first byte.
    fn heredoc_end(&self, text: &str, content: usize, delimiter: &str) -> Option<HeredocEnd> {
        let bytes = text.as_bytes().get(content..)?;
        let exact = |&hit: &usize| {
            let after = bytes.get(hit + delimiter.len()..).unwrap_or_default();
            let starts_line = hit == 0 || bytes.get(hit - 1) == Some(&b'\n');
            starts_line
                && (after.is_empty() || after.starts_with(b"\n") || after.starts_with(b"\r\n"))
        };
        let hit = Finder::new(delimiter).find_iter(bytes).find(exact)?;
        Some(end_at_line(text, content, &Line::at(text, content + hit)))
    }
}

/// The end of a heredoc that `line` closes as a whole.
pub(super) fn end_at_line(text: &str, content: usize, line: &Line<'_>) -> HeredocEnd {
    let lines = text.get(content..line.start).unwrap_or_default();
    let lines = lines.strip_suffix('\n').map_or(lines, |all| all.strip_suffix('\r').unwrap_or(all));
    HeredocEnd {
        content_end: content + lines.len(),
        delimiter: line.span(),
        next: line.next,
        forgiven: None,
    }
}

/// Whether the text could be a block's ID.
pub(in crate::syntax) fn is_id(text: &str) -> bool {
    (2..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
