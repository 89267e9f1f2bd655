//! The few lines of a response that a drawn diagnostic shows.
//!
//! miette asks for source by offset. It is given offsets into these lines only, so that it never
//! sees the rest of the response, and sees these as a terminal may be shown them.

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::UnicodeWidthStr;

use crate::text::{
    Diagnostic, Place, Response, Span,
    cut::{Focus, Room, cut},
    marks::{Mark, marks},
    printable::printable,
};

/// How many lines are shown before and after one that is pointed at.
const AROUND: usize = 1;
/// Columns that miette puts before a line besides its number, and before a label.
const GUTTER: usize = 4;
const LABEL_ARM: usize = 4;

/// How much room there is, and whether characters outside ASCII may be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// In columns.
    pub(super) width: usize,
    pub(super) unicode: bool,
}

/// Chunks of successive lines, and the labels in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    chunks: Vec<Chunk>,
    labels: Vec<Label>,
}

/// Successive lines.
#[derive(Debug)]
struct Chunk {
    /// Where it begins in miette's eyes.
    offset: usize,
    /// Its first line's number.
    first_line: usize,
    text: String,
}

/// A label in miette's eyes, and where it is in truth.
#[derive(Debug)]
pub(super) struct Label {
    /// What miette draws.
    pub(super) span: LabeledSpan,
    /// Whether it is the primary label or a part of it.
    pub(super) main: bool,
    line: usize,
    column: usize,
}

/// Lines from the first to the second, both included.
type Lines = (usize, usize);

impl Excerpt {
    /// Takes the lines around what the diagnostic is about. The chunk with its place comes first.
    pub(super) fn new(response: &Response, diagnostic: &Diagnostic, extent: Extent) -> Self {
        let marks = marks(response, diagnostic);
        let mut windows = windows(response, &marks);
        let main = marks.iter().find(|mark| mark.main).map_or(1, |mark| mark.line);
        windows.sort_by_key(|&(first, last)| !(first..=last).contains(&main));
        let last_line = windows.iter().map(|&(_, last)| last).max().unwrap_or(1);
        let room = Room {
            columns: extent.width.saturating_sub(GUTTER + last_line.to_string().len()),
            ellipsis: if extent.unicode { "…" } else { "~" },
        };
        let name = printable(response.origin()).into_owned();
        let mut excerpt = Self { name, chunks: Vec::new(), labels: Vec::new() };
        for window in windows {
            excerpt.add(response, window, &marks, room);
        }
        excerpt
    }

    /// The labels in the order in which they stand.
    pub(super) fn labels(&self) -> &[Label] {
        &self.labels
    }

    fn add(&mut self, response: &Response, (first, last): Lines, marks: &[Mark], room: Room) {
        let offset = self.chunks.last().map_or(0, |chunk| chunk.offset + chunk.text.len());
        let mut text = String::new();
        for line in first..=last {
            let here: Vec<&Mark> = marks.iter().filter(|mark| mark.line == line).collect();
            let start = response.line_span(line).start;
            let within = |mark: &&Mark| Span::new(mark.span.start - start, mark.span.end - start);
            let spans: Vec<Span> = here.iter().map(within).collect();
            let focused = here.iter().find(|mark| mark.inner);
            let focused = focused.or_else(|| here.iter().find(|mark| mark.main)).or(here.first());
            let focus = focused.map(|mark| Focus {
                span: within(mark),
                label: mark.text.as_deref().map_or(0, |text| text.width() + LABEL_ARM),
            });
            let drawn = cut(response.line_text(line), &spans, focus, room);
            let base = offset + text.len();
            let labels = here.iter().zip(&drawn.marks);
            self.labels.extend(labels.map(|(mark, span)| label(response, mark, base, *span)));
            text.push_str(&drawn.text);
            text.push('\n');
        }
        self.chunks.push(Chunk { offset, first_line: first, text });
    }

    fn chunk(&self, span: &SourceSpan) -> Option<&Chunk> {
        let end = span.offset() + span.len();
        let mut chunks = self.chunks.iter();
        chunks.find(|it| it.offset <= span.offset() && end <= it.offset + it.text.len())
    }
}

impl SourceCode for Excerpt {
    /// The whole chunk that holds the span. Where no lines around it are asked for, what is asked
    /// for is the place that heads the chunk: the label's true line and column.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let chunk = self.chunk(span).ok_or(MietteError::OutOfBounds)?;
        let labelled = self.labels.iter().find(|label| label.span.inner() == span);
        let (line, column) = match labelled {
            Some(label) if context_lines_before + context_lines_after == 0 => {
                (label.line, label.column)
            }
            Some(_) | None => (chunk.first_line, 1),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            chunk.text.as_bytes(),
            SourceSpan::new(chunk.offset.into(), chunk.text.len()),
            line - 1,
            column - 1,
            chunk.text.matches('\n').count(),
        )))
    }
}

/// The lines to show, without overlaps, in order.
fn windows(response: &Response, marks: &[Mark]) -> Vec<Lines> {
    let count = response.line_count();
    // What stands after the last line break is no line that one would see.
    let shown = if count > 1 && response.line_span(count).is_empty() { count - 1 } else { count };
    let mut windows: Vec<Lines> = Vec::new();
    for mark in marks {
        let first = mark.line.saturating_sub(AROUND).max(1);
        let last = (mark.line + AROUND).min(shown).max(mark.line);
        match windows.last_mut() {
            // One line left out would take as much room as the line.
            Some(window) if first <= window.1 + 2 => window.1 = window.1.max(last),
            Some(_) | None => windows.push((first, last)),
        }
    }
    windows
}

fn label(response: &Response, mark: &Mark, base: usize, drawn: Span) -> Label {
    let span = SourceSpan::new((base + drawn.start).into(), drawn.len());
    let text = mark.text.clone();
    let named = mark.main && text.is_some();
    let (line, column) = mark.told.unwrap_or_else(|| {
        let position = response.position(&Place { line: mark.line, span: mark.span });
        (position.line, position.column)
    });
    let span = if named {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    };
    Label { span, main: mark.main, line, column }
}
