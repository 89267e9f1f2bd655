//! What a drawn diagnostic points at: its place and its labels, each within one line, none over
//! another.

use crate::text::{Diagnostic, Place, Response, Span, printable::printable};

/// Something pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// The line it is drawn on, from 1.
    pub(super) line: usize,
    /// Its bytes, all of them in that line.
    pub(super) span: Span,
    /// The words beside it; a part of a place that is broken up by other marks has none.
    pub(super) text: Option<String>,
    /// Whether it is the diagnostic's place, or a part of it.
    pub(super) main: bool,
    /// Whether it is within the diagnostic's place, which it then says more about.
    pub(super) inner: bool,
    /// The line and column that reports tell, where they are not those of the bytes.
    pub(super) told: Option<(usize, usize)>,
}

/// The marks of a diagnostic, in the order in which they stand.
pub(super) fn marks(response: &Response, diagnostic: &Diagnostic) -> Vec<Mark> {
    let place = main_mark(response, diagnostic);
    let mut others: Vec<Mark> = Vec::new();
    for label in &diagnostic.more {
        let line = response.line_of(label.span.start);
        let span = within_line(response, line, label.span);
        let text = Some(printable(&label.text).into_owned());
        others.push(Mark { line, span, text, main: false, inner: false, told: None });
    }
    others.sort_by_key(|mark| (mark.span.start, mark.span.end));
    others.dedup_by(|later, earlier| {
        earlier.line == later.line && later.span.start < earlier.span.end
    });
    let mut marks = break_up(place, &mut others);
    marks.append(&mut others);
    // Of two that begin at one byte the place comes first.
    marks.sort_by_key(|mark| (mark.line, mark.span.start, !mark.main));
    marks
}

fn main_mark(response: &Response, diagnostic: &Diagnostic) -> Mark {
    let Place { line, span } = diagnostic.place;
    let position = response.position(&diagnostic.place);
    let told = Some((position.line, position.column));
    let text = Some(printable(&diagnostic.label).into_owned());
    if line <= response.line_count() {
        let span = within_line(response, line, span);
        return Mark { line, span, text, main: true, inner: false, told };
    }
    // Nothing can be shown of the line after the last one: what is missing is missing behind the
    // last line that says something.
    let end = response.text().trim_end().len();
    let line = response.line_of(end);
    Mark { line, span: Span::empty(end), text, main: true, inner: false, told }
}

/// The part of a span that is in the text of a line, on character boundaries.
fn within_line(response: &Response, line: usize, span: Span) -> Span {
    let start = response.line_span(line).start;
    let text = response.line_text(line);
    let clamped = |at: usize| at.saturating_sub(start).min(text.len());
    let boundary = |at: usize| (0..=at).rev().find(|&it| text.is_char_boundary(it)).unwrap_or(0);
    let from = boundary(clamped(span.start));
    let to = boundary(clamped(span.end)).max(from);
    Span::new(start + from, start + to)
}

/// The parts of the place that no other mark covers. miette draws marks side by side, so a mark
/// inside the place would else be drawn behind it.
fn break_up(place: Mark, others: &mut [Mark]) -> Vec<Mark> {
    let (start, end) = (place.span.start, place.span.end);
    let mut parts: Vec<Mark> = Vec::new();
    let mut from = start;
    for other in others.iter_mut().filter(|other| overlaps(&place, other)) {
        other.inner = true;
        if other.span.start > from {
            parts.push(Mark { span: Span::new(from, other.span.start), ..place.clone() });
        }
        from = from.max(other.span.end);
    }
    if from < end || from == start {
        parts.push(Mark { span: Span::new(from, end), ..place.clone() });
    }
    for part in parts.iter_mut().skip(1) {
        part.text = None;
    }
    if parts.is_empty()
        && let Some(cover) = others.iter_mut().find(|other| overlaps(&place, other))
    {
        let texts = [place.text, cover.text.take()].map(Option::unwrap_or_default);
        *cover =
            Mark { text: Some(texts.join("; ")), main: true, told: place.told, ..cover.clone() };
    }
    parts
}

fn overlaps(place: &Mark, other: &Mark) -> bool {
    place.line == other.line
        && other.span.start < place.span.end
        && place.span.start < other.span.end
}
