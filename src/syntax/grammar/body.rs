//! The lines of a block, from its header to its end.

use std::borrow::Cow;

use memchr::memchr;

use super::{
    assignment::{self, Assignment},
    header::{Header, SoundHeader},
    heredoc, key,
    key_index::{KeyIndex, field},
};
use crate::{
    syntax::{
        Block, Field,
        dialect::{ANNOTATION, EndMarker, Forgiven, HeredocEnd, Spelling},
        line::{Line, trim},
        problem::{self, Scope},
        reader::Reader,
    },
    text::{Diagnostic, Place, Span, Spanned},
};

/// Reads the block that `header` opens. Returns where reading goes on outside of it.
pub(super) fn read_block<'r>(
    reader: &mut Reader<'r>,
    spelling: &'static dyn Spelling,
    header: &SoundHeader<'r>,
) -> usize {
    let mut body = Body::open(reader, spelling, header);
    let mut at = header.line.next;
    while at < body.reader.text.len() {
        let line = Line::at(body.reader.text, at);
        match body.read(&line) {
            Step::To(next) => at = next,
            Step::Closed { last, next, end_line } => {
                body.close(last, end_line);
                return next;
            }
            Step::InputEnded => return body.close_at_end(),
        }
    }
    body.report_unclosed();
    body.close_at_end()
}

/// What a line of a block is, by its trimmed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    EndMarker,
    Header,
    Assignment,
    Empty,
    Unknown,
}

/// Where reading goes on.
enum Step {
    /// In the block.
    To(usize),
    /// Outside of it: its last byte, the next one to read, and its end marker's line.
    Closed { last: usize, next: usize, end_line: Option<usize> },
    /// Nowhere: the input ended in a heredoc.
    InputEnded,
}

/// A block that is open.
struct Body<'p, 'r> {
    reader: &'p mut Reader<'r>,
    spelling: &'static dyn Spelling,
    header: SoundHeader<'r>,
    start_line: usize,
    fields: KeyIndex<'r>,
    has_errors: bool,
    /// The last line that is classified an end marker and is none.
    stray_end: Option<Span>,
}

impl<'p, 'r> Body<'p, 'r> {
    fn open(
        reader: &'p mut Reader<'r>,
        spelling: &'static dyn Spelling,
        header: &SoundHeader<'r>,
    ) -> Self {
        let start_line = reader.line_of(header.line.start);
        let mut body = Self {
            reader,
            spelling,
            header: *header,
            start_line,
            fields: KeyIndex::default(),
            has_errors: false,
            stray_end: None,
        };
        if header.annotation.value != ANNOTATION {
            let place = Place { line: start_line, span: header.annotation.span };
            body.report(problem::annotation(place, header.annotation.value));
        }
        body
    }

    fn scope(&self) -> Scope<'r> {
        Scope {
            words: self.spelling.words(),
            id: self.header.id.value,
            header: self.header.line.span(),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.has_errors |= self.reader.report_open(diagnostic);
    }

    fn close(self, last: usize, end_line: Option<usize>) {
        let header = self.header.line.span();
        // Groups are for sequences of tasks, which this syntax has not.
        let group = self.reader.new_group();
        let id = self.header.id;
        self.reader.parsed.blocks.push(Block {
            dialect: self.spelling.dialect(),
            group,
            id: Spanned::new(Cow::Borrowed(id.value), id.span),
            fields: self.fields.into_fields(),
            header,
            span: Span::new(header.start, last),
            start_line: self.start_line,
            end_line,
            has_errors: self.has_errors,
            note: None,
        });
    }

    fn read(&mut self, line: &Line<'r>) -> Step {
        match classify(line.text, self.spelling) {
            Class::EndMarker => self.read_end(line),
            Class::Header => self.read_header(line),
            Class::Assignment => self.read_assignment(line),
            Class::Empty => Step::To(line.next),
            Class::Unknown => {
                let place = self.reader.place(line.span());
                let diagnostic = problem::malformed_assignment(&self.scope(), place, line.text);
                self.report(diagnostic);
                Step::To(line.next)
            }
        }
    }

    fn read_end(&mut self, line: &Line<'r>) -> Step {
        let Some(EndMarker { id, quoted }) = self.spelling.end_marker(line.text) else {
            self.stray_end = Some(line.span());
            return Step::To(line.next);
        };
        let place = self.reader.place(line.span());
        if id != self.header.id.value {
            self.report(problem::mismatched_end(&self.scope(), place, id));
        }
        if quoted {
            let span = Span::new(place.span.end - 1, place.span.end);
            self.report(problem::marker_quote(Place { span, ..place }, "end marker"));
        }
        Step::Closed { last: line.end(), next: line.next, end_line: Some(place.line) }
    }

    /// A header closes the block, unless it is malformed; then its line is passed over.
    fn read_header(&mut self, line: &Line<'r>) -> Step {
        let before = self.reader.text.get(..line.start.saturating_sub(1)).unwrap_or_default();
        let last = before.strip_suffix('\r').unwrap_or(before).len();
        let start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let line_before = self.reader.line_of(line.start).saturating_sub(1);
        let place = Place { line: line_before, span: Span::empty(start) };
        let malformed = Header::read(line, self.spelling) == Header::Malformed;
        let diagnostic = if malformed {
            problem::unclosed_by_malformed(&self.scope(), place, line.span())
        } else {
            problem::unclosed_by_header(&self.scope(), place, line.span())
        };
        self.report(diagnostic);
        if malformed {
            return Step::To(line.next);
        }
        Step::Closed { last, next: line.start, end_line: None }
    }

    fn read_assignment(&mut self, line: &Line<'r>) -> Step {
        match assignment::read(line) {
            Assignment::Quoted { key, value } => {
                if let KeyVerdict::Sound { known } = self.check_key(line, key) {
                    self.fields.set(known, field(key, value));
                }
            }
            Assignment::Trailing { key, value, rest } => {
                if key::fault(key.value).is_none() && self.fields.position(key.value).is_none() {
                    self.fields.set(None, field(key, value));
                }
                let place = self.reader.place(rest);
                self.report(problem::trailing_content(place));
            }
            Assignment::Heredoc { key, delimiter, opening } => {
                let known = match self.check_key(line, key) {
                    KeyVerdict::Sound { known } => known,
                    KeyVerdict::Indented => self.fields.position(key.value),
                    KeyVerdict::Unsound => return Step::To(line.next),
                };
                return self.open_heredoc(line, &Opening { key, known, delimiter, whole: opening });
            }
            Assignment::Faulty(fault) => {
                let line_number = self.reader.line_of(line.start);
                let diagnostic = problem::faulty(&self.scope(), line_number, line, fault);
                self.report(diagnostic);
            }
        }
        Step::To(line.next)
    }

    /// Says what is wrong with a key, and what that means for its value.
    fn check_key(&mut self, line: &Line<'r>, key: Spanned<&'r str>) -> KeyVerdict {
        let fault = key::fault(key.value);
        let indented = key.span.start > line.start;
        if indented || fault.is_some() {
            let line_number = self.reader.line_of(line.start);
            let span = Span::new(line.start, key.span.end);
            let place = Place { line: line_number, span };
            let indent = line.text.chars().next().filter(|_| indented);
            self.report(problem::invalid_key(place, key, indent, fault));
            return if fault.is_none() { KeyVerdict::Indented } else { KeyVerdict::Unsound };
        }
        let known = self.fields.position(key.value);
        if let Some(first) = known.and_then(|position| self.fields.get(position)) {
            let first = first.key.span;
            let place = self.reader.place(key.span);
            self.report(problem::duplicate_key(&self.scope(), place, key.value, first));
        }
        KeyVerdict::Sound { known }
    }

    fn open_heredoc(&mut self, line: &Line<'r>, opening: &Opening<'r>) -> Step {
        let delimiter = opening.delimiter;
        let words = self.spelling.words();
        if delimiter.value.strip_prefix(words.delimiter) != Some(self.header.id.value) {
            let place = self.reader.place(delimiter.span);
            self.report(problem::invalid_heredoc_delimiter(&self.scope(), place));
            return Step::To(line.next);
        }
        let text = self.reader.text;
        let end = if line.ended {
            self.spelling.heredoc_end(text, line.next, delimiter.value)
        } else {
            None
        };
        let Some(end) = end else {
            self.report_unclosed_heredoc(line, opening);
            return Step::InputEnded;
        };
        let content = Span::new(line.next, end.content_end);
        self.fields.set(opening.known, heredoc_field(text, opening, content));
        self.forgive(&end);
        Step::To(end.next)
    }

    fn forgive(&mut self, end: &HeredocEnd) {
        let Some(forgiven) = end.forgiven else { return };
        let place = self.reader.place(end.delimiter);
        let diagnostic = match forgiven {
            Forgiven::Quote => {
                let span = Span::new(place.span.end - 1, place.span.end);
                problem::marker_quote(Place { span, ..place }, "heredoc delimiter")
            }
            Forgiven::Inline => problem::inline_delimiter(place),
        };
        self.report(diagnostic);
    }

    fn report_unclosed_heredoc(&mut self, line: &Line<'r>, opening: &Opening<'r>) {
        let suspect = heredoc::suspect(self.reader.text, line.next, opening.delimiter.value);
        let place = self.reader.end_of_input();
        self.report(problem::unclosed_heredoc(&self.scope(), place, opening.whole, suspect));
    }

    fn report_unclosed(&mut self) {
        let place = self.reader.end_of_input();
        self.report(problem::unclosed_at_end(&self.scope(), place, self.stray_end));
    }

    /// Keeps the block without an end line. Returns where the input ends.
    fn close_at_end(self) -> usize {
        let text = self.reader.text;
        let last =
            text.strip_suffix('\n').map_or(text, |all| all.strip_suffix('\r').unwrap_or(all));
        self.close(last.len(), None);
        text.len()
    }
}

/// The opening of a heredoc: `key = <<'DELIMITER'`.
struct Opening<'r> {
    key: Spanned<&'r str>,
    /// The field that the key has already.
    known: Option<usize>,
    delimiter: Spanned<&'r str>,
    /// `<<'DELIMITER'`.
    whole: Span,
}

/// What a key means for its value.
#[derive(Clone, Copy)]
enum KeyVerdict {
    /// It gets the value, and has one already where `known` says.
    Sound { known: Option<usize> },
    /// Invalid, and only for the white space before it: it gets a heredoc's value.
    Indented,
    /// It gets no value.
    Unsound,
}

fn classify(line: &str, spelling: &dyn Spelling) -> Class {
    let trimmed = trim(line);
    let words = spelling.words();
    if trimmed.starts_with(words.end) {
        Class::EndMarker
    } else if trimmed.starts_with(words.header) {
        Class::Header
    } else if memchr(b'=', trimmed.as_bytes()).is_some() {
        Class::Assignment
    } else if trimmed.is_empty() {
        Class::Empty
    } else {
        Class::Unknown
    }
}

fn heredoc_field<'r>(text: &'r str, opening: &Opening<'r>, content: Span) -> Field<'r> {
    let value = text.get(content.range()).unwrap_or_default();
    let point = match value.split('\n').next() {
        _ if value.is_empty() => opening.whole,
        Some(first) => {
            let first = first.strip_suffix('\r').unwrap_or(first);
            Span::new(content.start, content.start + first.len())
        }
        None => content,
    };
    Field { key: opening.key, value: Spanned::new(value.into(), content), point }
}
