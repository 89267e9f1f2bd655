//! What a block says, as the catalogue names it.

use std::borrow::Cow;

use super::{
    block::Opening,
    mark::Word,
    problem::malformed,
    shape::{End, Shape},
};
use crate::{
    syntax::{
        Field,
        dialect::{
            attributes::{Unfit, appends, unfit_count},
            field::{implied, lines, without_last_break, written},
        },
        line::Line,
        reader::Reader,
    },
    text::{Diagnostic, Span, Spanned},
};

/// The fields of a block that holds together. Adds what is wrong with them.
pub(super) fn values<'r>(
    reader: &Reader<'r>,
    opening: &Opening<'r>,
    shape: &Shape<'r>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Field<'r>> {
    let End::Closed(close) = shape.end else { return Vec::new() };
    let mut values = Values { reader, opening, fields: Vec::new(), problems };
    match opening.word {
        Word::Write => values.write(close),
        Word::Search => values.search(shape, close),
        Word::SearchStart => values.search_start(shape, close),
        Word::Run => values.run(close),
        Word::Tasks => {}
    }
    values.fields
}

struct Values<'a, 'r> {
    reader: &'a Reader<'r>,
    opening: &'a Opening<'r>,
    fields: Vec<Field<'r>>,
    problems: &'a mut Vec<Diagnostic>,
}

impl<'r> Values<'_, 'r> {
    fn write(&mut self, close: Line<'r>) {
        let appends = appends(self.opening.attribute("append"));
        self.action(if matches!(appends, Ok(true)) { "file_append" } else { "file_write" });
        if let Err(unfit) = appends {
            self.unfit(unfit);
        }
        self.attribute("path", "path");
        // What is written is whole lines, so it keeps the last break too.
        let (start, end) = (self.opening.line.line.next, close.start);
        let content = self.text(start, end);
        let kept = content.strip_prefix('\u{feff}').unwrap_or(content);
        let span = Span::new(end - kept.len(), end);
        let value = Spanned::new(Cow::Borrowed(kept), span);
        self.fields.push(lines("content", value, kept, self.opener()));
    }

    fn search(&mut self, shape: &Shape<'r>, close: Line<'r>) {
        let Some(divider) = shape.divider else { return };
        self.action("file_replace_all_text");
        self.attribute("path", "path");
        self.part("old_text", (self.opening.line.line.next, divider.start), "search text");
        self.part("new_text", (divider.next, close.start), "replacement");
        self.count();
    }

    fn search_start(&mut self, shape: &Shape<'r>, close: Line<'r>) {
        let (Some(middle), Some(divider)) = (shape.search_end, shape.divider) else { return };
        self.action("file_replace_span");
        self.attribute("path", "path");
        let start = self.opening.line.line.next;
        self.part("start_text", (start, middle.start), "search text");
        self.part("end_text", (middle.next, divider.start), "search text");
        self.part("new_text", (divider.next, close.start), "replacement");
        self.count();
    }

    fn run(&mut self, close: Line<'r>) {
        self.action("run");
        self.part("command", (self.opening.line.line.next, close.start), "command");
        // `dir` is the old name of `path`.
        let name = if self.opening.attribute("path").is_some() { "path" } else { "dir" };
        self.attribute(name, "dir");
    }

    fn count(&mut self) {
        let Some(count) = self.opening.attribute("count") else {
            self.fields.push(implied("count", "1", self.opener()));
            return;
        };
        if let Some(unfit) = unfit_count(count) {
            self.unfit(unfit);
        }
        self.attribute("count", "count");
    }

    fn action(&mut self, name: &'static str) {
        self.fields.push(implied("action", name, self.opener()));
    }

    fn attribute(&mut self, name: &str, key: &'static str) {
        let Some(value) = self.opening.attribute(name) else { return };
        let value = Spanned::new(Cow::Borrowed(value.value), value.span);
        self.fields.push(written(key, value));
    }

    /// Lines without the last one's break; there must be something in them.
    fn part(&mut self, key: &'static str, (start, end): (usize, usize), what: &str) {
        let part = without_last_break(self.text(start, end));
        let span = Span::new(start, start + part.len());
        if part.is_empty() {
            let help = match what {
                "replacement" => {
                    "to delete text, search for a line more and write that line as the replacement"
                }
                "command" => "write the command on the line below the marker",
                _ => "write the text that stands in the file, exactly",
            };
            let at = Span::new(start.saturating_sub(1).min(end), end);
            let at = if at.is_empty() { self.opener() } else { at };
            self.fault(at, format!("Empty {what}"), "nothing stands here", help);
        }
        let value = Spanned::new(Cow::Borrowed(part), span);
        self.fields.push(lines(key, value, part, self.opener()));
    }

    fn unfit(&mut self, value: Unfit) {
        self.fault(value.span, value.message, value.label, value.help);
    }

    fn fault(&mut self, span: Span, message: String, label: &str, help: &str) {
        let draft = malformed(self.reader, span, message).label(label);
        self.problems.push(draft.help(help));
    }

    fn opener(&self) -> Span {
        self.opening.line.span()
    }

    fn text(&self, start: usize, end: usize) -> &'r str {
        self.reader.text.get(start..end).unwrap_or_default()
    }
}
