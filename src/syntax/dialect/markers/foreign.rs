//! Opening markers with a word that this dialect has not: no task is dropped without a word.

use super::{
    block::{Within, before_break},
    mark::{Mark, MarkLine, is_word},
    problem::{doubtful, malformed, unknown_word},
};
use crate::{
    syntax::{
        Dialect,
        dialect::attributes::attributes,
        problem::{Draft, quote},
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span},
};

/// What a response may mean by words of its own for the removal and the renaming of files.
const FILE_COMMANDS: [&str; 5] = ["DELETE", "REMOVE", "MOVE", "RENAME", "COPY"];

/// Reads an opening marker outside of a sequence. Returns where reading goes on; `None` where it may
/// be a label of git's.
pub(super) fn read_outside<'r>(reader: &mut Reader<'r>, opener: &MarkLine<'r>) -> Option<usize> {
    let limit = reader.text.len();
    if opener.has_attributes() {
        return Some(read(reader, opener, Within { limit, group: None, versioned: false }));
    }
    if !opener.rest.is_empty() || !is_word(&opener.word.to_ascii_uppercase()) {
        return None;
    }
    let problem = doubtful(reader, opener.span(), "An opening marker that opens no block")
        .label("not a word of this dialect as it is written")
        .help(help(opener));
    reader.report_outside(problem);
    Some(opener.line.next)
}

/// Reads a block that opens with a word which is none, and rejects it. Returns where reading goes on.
pub(super) fn read<'r>(reader: &mut Reader<'r>, opener: &MarkLine<'r>, within: Within) -> usize {
    let close = end_of(reader.text, opener, within.limit);
    let is_sound = attributes(&opener.line, opener.rest).is_ok();
    if close.is_none() && !is_sound && within.group.is_none() && !reader.forced {
        let problem = doubtful(reader, opener.span(), "An opening marker that opens no block")
            .label("not read as a block: it is neither whole nor closed")
            .help(help(opener));
        reader.report_outside(problem);
        return opener.line.next;
    }
    let word = quote(opener.word);
    if let (Some(close), true) = (close, within.versioned) {
        let problem = unknown_word(reader, opener.span(), &word);
        reader.report_outside(problem.help(help(opener)));
        return close.line.next;
    }
    let draft = malformed(reader, opener.span(), format!("Unknown marker: {word}"));
    let problem = labelled(draft, close.is_some()).help(help(opener));
    let start = opener.line.start;
    let (end, next) = match close {
        Some(close) => (close.line.end(), close.line.next),
        None => (before_break(reader.text, start, within.limit), within.limit),
    };
    push(reader, (opener, within), (Span::new(start, end), close.is_some()), problem);
    next
}

fn labelled(draft: Draft, closed: bool) -> Draft {
    draft.label(if closed {
        "no block opens with that word"
    } else {
        "no block opens with that word; it is never closed, and what follows belongs to it"
    })
}

fn push<'r>(
    reader: &mut Reader<'r>,
    (opener, within): (&MarkLine<'r>, Within),
    (span, closed): (Span, bool),
    problem: Diagnostic,
) {
    reader.push(Found {
        dialect: Dialect::Markers,
        group: within.group,
        opener: opener.span(),
        span,
        fields: Vec::new(),
        note: None,
        closed,
        problems: vec![problem],
    });
}

/// The closing marker, of whatever word: what opens inside has its own.
fn end_of<'r>(text: &'r str, opener: &MarkLine<'r>, limit: usize) -> Option<MarkLine<'r>> {
    let mut depth = 0usize;
    let mut from = opener.line.next;
    while let Some(mark) = MarkLine::next(text, from, limit) {
        from = mark.line.next;
        match mark.mark {
            Mark::Open(Some(_)) => depth += 1,
            Mark::Close(Some(_)) if depth > 0 => depth -= 1,
            Mark::Close(Some(_)) => return Some(mark),
            Mark::Close(None) if depth == 0 && mark.word == opener.word => return Some(mark),
            Mark::Open(None) | Mark::SearchEnd | Mark::Divider | Mark::Close(None) => {}
        }
    }
    None
}

/// What to write instead.
fn help(opener: &MarkLine<'_>) -> String {
    let upper = opener.word.to_ascii_uppercase();
    if is_word(&upper) {
        format!("write `<<<<<<< {upper}`, in capitals")
    } else if FILE_COMMANDS.contains(&upper.as_str()) {
        "write a `<<<<<<< RUN` block with `rm PATH`, `mv OLD NEW` or `cp OLD NEW`".to_owned()
    } else {
        "write one of `WRITE`, `SEARCH`, `SEARCH-START`, `RUN` and `TASKS`".to_owned()
    }
}
