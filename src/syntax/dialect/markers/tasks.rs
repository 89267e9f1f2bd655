//! `TASKS`: blocks that run in order, up to the first failure.

use super::{
    block::{Opening, Within, before_break, read as read_block},
    foreign,
    mark::{Mark, MarkLine, Word},
    problem::{doubtful, malformed},
    shape::{End, shape},
};
use crate::{
    syntax::{
        Dialect,
        dialect::{patch::is_fence, stray::is_stray},
        line::{Line, trim},
        problem::quote,
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span},
};

/// The versions that there are.
pub(in crate::syntax::dialect) const VERSIONS: [&str; 3] = ["0.0.1", "1.0", "1.1"];

/// Reads the sequence that `opener` opens. Returns where reading goes on.
pub(super) fn read<'r>(reader: &mut Reader<'r>, opener: &MarkLine<'r>) -> usize {
    let opening = Opening::read(reader, opener, Word::Tasks);
    let mut unclosed = Vec::new();
    let text = reader.text;
    let shape = shape(text, (opener, Word::Tasks), text.len(), &mut unclosed);
    let (end, next) = match &shape.end {
        End::Closed(line) | End::Uneven { close: line, .. } => (line.end(), line.next),
        // What stands in a sequence that has no end is a part of it, but for another sequence.
        End::Unclosed { next, .. } => {
            let next = next.unwrap_or(text.len());
            (before_break(text, opener.line.start, next), next)
        }
        End::TooDeep { next } => (before_break(text, opener.line.start, *next), *next),
    };
    let closed = matches!(shape.end, End::Closed(_) | End::Uneven { .. });
    let mut problems = opening.problems.clone();
    problems.extend(version(reader, &opening));
    problems.extend(fault(reader, &opening, &shape.end));
    if !closed || problems.iter().any(|problem| problem.severity == crate::text::Severity::Error) {
        let span = Span::new(opener.line.start, end);
        let (dialect, opener) = (Dialect::Markers, opener.span());
        let (fields, note, group) = (Vec::new(), None, None);
        reader.push(Found { dialect, group, opener, span, fields, note, closed, problems });
        return next;
    }
    for warning in problems {
        reader.report_outside(warning);
    }
    let group = Some(reader.new_group());
    let versioned = opening.attribute("version").is_some();
    let limit = match &shape.end {
        End::Closed(line) | End::Uneven { close: line, .. } => line.start,
        End::Unclosed { .. } | End::TooDeep { .. } => end,
    };
    read_tasks(reader, opener.line.next, Within { limit, group, versioned });
    reader.unclosed.clear();
    next
}

fn read_tasks(reader: &mut Reader<'_>, from: usize, within: Within) {
    let (mut from, mut between) = (from, from);
    let mut said = false;
    while let Some(mark) = MarkLine::next(reader.text, from, within.limit) {
        let start = mark.line.start;
        from = mark.line.next;
        let next = match mark.mark {
            Mark::SearchEnd | Mark::Divider | Mark::Close(None) => continue,
            Mark::Open(Some(_) | None) | Mark::Close(Some(_)) => {
                said = said || tell_text(reader, between, start);
                take(reader, &mark, within)
            }
        };
        (from, between) = (next, next);
    }
    if !said {
        tell_text(reader, between, within.limit);
    }
}

/// Warns of text between two tasks. Returns whether there is any.
fn tell_text(reader: &mut Reader<'_>, start: usize, end: usize) -> bool {
    let Some(span) = text_between(reader, start, end) else { return false };
    let problem = doubtful(reader, span, "Text between the tasks");
    let problem = problem.label("belongs to no task, and nothing is done with it");
    reader.report_outside(problem.help("put it outside of the block, or leave it out"));
    true
}

/// Takes in what a marker between the tasks opens or closes. Returns where reading goes on.
fn take<'r>(reader: &mut Reader<'r>, mark: &MarkLine<'r>, within: Within) -> usize {
    match mark.mark {
        Mark::Open(Some(word)) => read_block(reader, (mark, word), within),
        Mark::Open(None) => foreign::read(reader, mark, within),
        Mark::SearchEnd | Mark::Divider | Mark::Close(_) => {
            is_stray(reader, Dialect::Markers, mark.span());
            mark.line.next
        }
    }
}

/// The first line between two tasks that is neither empty nor a fence.
fn text_between(reader: &Reader<'_>, start: usize, end: usize) -> Option<Span> {
    let mut at = start;
    while at < end {
        let line = Line::at(reader.text, at);
        if !trim(line.text).is_empty() && !is_fence(line.text) {
            return Some(line.span());
        }
        at = line.next;
    }
    None
}

fn version(reader: &Reader<'_>, opening: &Opening<'_>) -> Option<Diagnostic> {
    let version = opening.attribute("version")?;
    if VERSIONS.contains(&version.value) {
        return None;
    }
    let message = format!("Unknown version: {}", quote(version.value));
    let draft = malformed(reader, version.span, message).label("no version that there is");
    Some(draft.help(format!("write one of {}, or leave it out", VERSIONS.join(", "))))
}

fn fault(reader: &Reader<'_>, opening: &Opening<'_>, end: &End<'_>) -> Option<Diagnostic> {
    let span = opening.line.span();
    match end {
        End::Closed(_) | End::Uneven { .. } => None,
        End::TooDeep { .. } => {
            let message = "Markers stand more than 64 deep inside each other";
            let draft = malformed(reader, span, message).label("in this block");
            Some(draft.help("write the file in parts, or with fewer examples in examples"))
        }
        End::Unclosed { .. } => {
            let message = "Block not closed: no `>>>>>>> TASKS`";
            let draft = malformed(reader, span, message);
            let draft = draft.label("opened here and never closed; none of its tasks is run");
            Some(draft.help("write `>>>>>>> TASKS` on a line of its own after the last task"))
        }
    }
}
