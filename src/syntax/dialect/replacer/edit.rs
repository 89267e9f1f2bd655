//! One edit: what is searched for and its replacement, or a whole file.

use std::borrow::Cow;

use super::{
    mark::{Mark, MarkLine},
    problem::{doubtful, malformed},
};
use crate::{
    syntax::{
        Dialect, Field,
        dialect::field::{implied, lines, without_last_break, written},
        line::Line,
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span, Spanned},
};

/// How deep edits may stand inside each other's texts.
const DEEPEST: usize = 64;

/// What is to be edited, and where the edit is.
pub(super) struct Target<'r> {
    /// The first marker of it all.
    pub(super) opener: MarkLine<'r>,
    pub(super) note: Option<Spanned<Cow<'r, str>>>,
    pub(super) path: Option<Spanned<Cow<'r, str>>>,
    /// `<<<SEARCH>>>` or `<<<OVERWRITE>>>`.
    pub(super) body: MarkLine<'r>,
}

/// How an edit's text ends.
enum End<'r> {
    Closed {
        divider: Option<Line<'r>>,
        close: Line<'r>,
    },
    /// Not at all; of an edit without a file, the next marker.
    Unclosed {
        next: Option<usize>,
    },
    TooDeep {
        next: usize,
    },
}

/// Reads the edit. Returns where reading goes on.
pub(super) fn read<'r>(reader: &mut Reader<'r>, target: &Target<'r>) -> usize {
    let text = reader.text;
    let end = end_of(reader, target);
    let (last, next, closed) = match &end {
        End::Closed { close, .. } => (close.end(), close.next, true),
        // What follows may be a part of it: a manual of this dialect, say.
        End::Unclosed { next } => (next.unwrap_or(text.len()), next.unwrap_or(text.len()), false),
        End::TooDeep { next } => (*next, *next, false),
    };
    let opener = target.opener.span();
    let start = opener.start;
    if !closed && target.path.is_none() && !reader.forced {
        let problem = doubtful(reader, target.body.span(), "A marker that begins no edit")
            .label("not read as an edit: it has no file and no end")
            .help("if it was meant as one, write `<<<FILE>>>` and the path before it");
        reader.report_outside(problem);
        return target.body.line.next;
    }
    let last = if closed {
        last
    } else {
        start + without_last_break(text.get(start..last).unwrap_or_default()).len()
    };
    let mut problems: Vec<Diagnostic> = path_fault(reader, target).into_iter().collect();
    let fields = match end {
        End::Closed { divider, close } => fields(reader, target, (divider, close), &mut problems),
        End::Unclosed { .. } => {
            let draft = malformed(reader, opener, "Edit not closed: no `<<<END>>>`");
            let draft = draft.label("begins here and has no end; what follows belongs to it");
            problems.push(draft.help(
                "write `<<<END>>>` on a line of its own at its end, and send again what follows it",
            ));
            Vec::new()
        }
        End::TooDeep { .. } => {
            let message = "Edits stand more than 64 deep inside each other";
            let draft = malformed(reader, opener, message).label("begins here");
            problems.push(draft.help("write the file in parts"));
            Vec::new()
        }
    };
    let (span, note) = (Span::new(start, last), target.note.clone());
    let dialect = Dialect::Replacer;
    reader.push(Found { dialect, group: None, opener, span, fields, note, closed, problems });
    next
}

/// Finds the end. A whole edit inside the text, `<<<FILE>>>` to `<<<END>>>`, is a part of it.
fn end_of<'r>(reader: &Reader<'r>, target: &Target<'r>) -> End<'r> {
    // One without a file is rejected anyway, so nothing is looked for beyond the next marker.
    let is_nameless = target.path.is_none();
    let mut inside = Inside::default();
    let mut divider = None;
    let mut from = target.body.line.next;
    while let Some(mark) = MarkLine::next(reader.text, from) {
        from = mark.line.next;
        match mark.mark {
            Mark::End if inside.open == 0 => {
                let close = mark.line;
                return if inside.deepest > DEEPEST {
                    End::TooDeep { next: close.next }
                } else {
                    End::Closed { divider, close }
                };
            }
            Mark::Replace if inside.open == 0 && target.body.mark == Mark::Search => {
                divider = divider.or(Some(mark.line));
            }
            _ if is_nameless && mark.mark != Mark::Replace => {
                return End::Unclosed { next: Some(mark.line.start) };
            }
            Mark::Explanation
            | Mark::File
            | Mark::Search
            | Mark::Replace
            | Mark::Overwrite
            | Mark::End => inside.take(mark.mark),
        }
    }
    if inside.deepest > DEEPEST {
        return End::TooDeep { next: reader.text.len() };
    }
    End::Unclosed { next: None }
}

/// The edits that stand inside the text of another.
#[derive(Default)]
struct Inside {
    open: usize,
    deepest: usize,
}

impl Inside {
    fn take(&mut self, mark: Mark) {
        match mark {
            Mark::File => self.open += 1,
            Mark::End => self.open = self.open.saturating_sub(1),
            Mark::Explanation | Mark::Search | Mark::Replace | Mark::Overwrite => {}
        }
        self.deepest = self.deepest.max(self.open);
    }
}

fn path_fault(reader: &Reader<'_>, target: &Target<'_>) -> Option<Diagnostic> {
    let help = "write `<<<FILE>>>` and the file's path, on lines of their own, before each edit";
    let Some(path) = &target.path else {
        let message = "No `<<<FILE>>>` immediately before the edit";
        let span = target.body.span();
        return Some(malformed(reader, span, message).label("of which file?").help(help));
    };
    path.value.contains('\n').then(|| {
        let message = "More than one line as the file's path";
        malformed(reader, path.span, message).label("not one path").help(help)
    })
}

/// What the edit says, as the catalogue names it.
fn fields<'r>(
    reader: &Reader<'r>,
    target: &Target<'r>,
    (divider, close): (Option<Line<'r>>, Line<'r>),
    problems: &mut Vec<Diagnostic>,
) -> Vec<Field<'r>> {
    let opener = target.body.span();
    let start = target.body.line.next;
    let text = |from: usize, to: usize| reader.text.get(from..to).unwrap_or_default();
    let path = target.path.clone().map(|path| written("path", path));
    let mut fields: Vec<Field<'r>> = path.into_iter().collect();
    if target.body.mark == Mark::Overwrite {
        fields.insert(0, implied("action", "file_write", opener));
        let content = text(start, close.start);
        let value = Spanned::new(Cow::Borrowed(content), Span::new(start, close.start));
        fields.push(lines("content", value, content, opener));
        return fields;
    }
    fields.insert(0, implied("action", "file_replace_text", opener));
    let Some(divider) = divider else {
        let draft = malformed(reader, opener, "No `<<<REPLACE>>>` in the edit");
        let draft = draft.label("nothing parts what is searched for from its replacement");
        problems.push(draft.help("write `<<<REPLACE>>>` on a line of its own between the two"));
        return fields;
    };
    let old = without_last_break(text(start, divider.start));
    if old.is_empty() {
        let draft = malformed(reader, opener, "Empty search text").label("nothing stands below");
        problems.push(draft.help("write the text that stands in the file, exactly"));
    }
    let new = without_last_break(text(divider.next, close.start));
    if new.is_empty() {
        let draft = malformed(reader, divider.span(), "Empty replacement");
        let draft = draft.label("nothing stands below");
        problems.push(draft.help("to delete text, write one line with a space in it"));
    }
    // One blank line with spaces deletes.
    let deletes = !new.contains('\n') && new.chars().all(|c| c == ' ' || c == '\t');
    let mut add = |key, value: &'r str, at: usize| {
        let span = Span::new(at, at + value.len());
        let meant = if key == "new_text" && deletes { "" } else { value };
        fields.push(lines(key, Spanned::new(Cow::Borrowed(meant), span), value, opener));
    };
    add("old_text", old, start);
    add("new_text", new, divider.next);
    fields
}
