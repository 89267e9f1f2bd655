//! Heredocs: what a diagnostic says of one that is never closed.

use memchr::memmem::Finder;

use crate::{
    syntax::line::{Line, trim},
    text::Span,
};

/// A place in an unclosed heredoc where its author may have meant to close it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Suspect {
    /// The delimiter.
    pub(in crate::syntax) span: Span,
    /// Why it closes nothing.
    pub(in crate::syntax) place: SuspectPlace,
}

/// Why a delimiter closes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum SuspectPlace {
    /// Content stands before it.
    AfterContent,
    /// White space stands before it.
    Indented,
    /// White space or a quote stands after it.
    Followed,
}

/// The first line from `content` on that looks as if it should have closed the heredoc.
pub(super) fn suspect(text: &str, content: usize, delimiter: &str) -> Option<Suspect> {
    let bytes = text.as_bytes().get(content..)?;
    let mut decided = content;
    for hit in Finder::new(delimiter).find_iter(bytes) {
        let at = content + hit;
        if at < decided {
            continue;
        }
        let before = text.get(decided..at).unwrap_or_default();
        let before = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        let line = Line::at(text, at);
        decided = line.next;
        let after = line.text.get(delimiter.len()..).unwrap_or_default();
        if let Some(place) = suspect_place(before, after) {
            return Some(Suspect { span: Span::new(at, at + delimiter.len()), place });
        }
    }
    None
}

fn suspect_place(before: &str, after: &str) -> Option<SuspectPlace> {
    if before.contains("<<") || !trim(after).trim_matches('\'').is_empty() {
        None
    } else if !after.is_empty() {
        Some(SuspectPlace::Followed)
    } else if trim(before).is_empty() {
        Some(SuspectPlace::Indented)
    } else {
        Some(SuspectPlace::AfterContent)
    }
}
