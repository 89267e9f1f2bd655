//! One file of a diff, as a change.

use std::borrow::Cow;

use super::{
    body,
    head::{Does, Head, Says, has_hunks},
    name::Names,
};
use crate::{
    syntax::{
        Hunk,
        dialect::patch::{Claim, Doubt, Fault, FileChange, Flaw, Value, added, bare_lines},
        hunks,
        line::{Line, starts_line},
    },
    text::{Span, Spanned},
};

/// Reads the file whose diff begins at `at`, a line's first byte; `None` where none does.
pub(super) fn read(text: &str, at: usize) -> Option<Claim<'_>> {
    if !starts_line(text, at) {
        return None;
    }
    let opener = Line::at(text, at);
    let head = Head::read(text, at)?;
    let body = if has_hunks(text, head.next) { body::read(text, head.next) } else { None };
    let span = Span::new(at, body.as_ref().map_or(head.next, |body| body.span.end));
    let names = match head.names {
        // It only begins with words that a diff begins with.
        None if body.is_none() && !head.says.does_something() => return None,
        names => names.unwrap_or(Names::Bad(opener.span())),
    };
    if body.is_none() && !head.says.does_something() {
        let span = Span::new(at, without_break(text, span));
        return Some(Claim::doubt(Flaw { fault: Fault::Doubt(Doubt::NoHunks), span }, head.next));
    }
    let hunks = body.as_ref().map(|body| body.span);
    let section = Section { text, opener: opener.span(), says: &head.says, hunks };
    let mut change = section.change(names);
    change.flaws.extend(body.and_then(|body| body.flaw));
    change.flaws.extend(section.bare());
    change.span = Span::new(at, without_break(text, span));
    Some(Claim { changes: vec![change], flaws: Vec::new(), next: span.end })
}

/// Where a span ends without the line break at its end.
fn without_break(text: &str, span: Span) -> usize {
    let lines = text.get(span.range()).unwrap_or_default();
    let lines = lines.strip_suffix('\n').map_or(lines, |all| all.strip_suffix('\r').unwrap_or(all));
    span.start + lines.len()
}

/// A file of a diff.
struct Section<'s, 'r> {
    text: &'r str,
    opener: Span,
    says: &'s Says<'r>,
    hunks: Option<Span>,
}

impl<'r> Section<'_, 'r> {
    fn change(&self, names: Names<'r>) -> FileChange<'r> {
        let new = |action| FileChange::new(action, self.opener);
        let (old, new_name) = match names {
            Names::Of(old, new) => (old, new),
            Names::Differ => {
                return new("file_patch").flawed(Fault::NamesDiffer, self.opener);
            }
            Names::Bad(span) => return new("file_patch").flawed(Fault::BadName, span),
        };
        if self.says.binary {
            return new("file_patch").flawed(Fault::NotText("a binary file"), self.opener);
        }
        match (old, new_name, self.says.not_a_file()) {
            (Some(old), None, Some("a symbolic link")) => new("file_delete").with("path", old),
            (_, _, Some(what)) => new("file_patch").flawed(Fault::NotText(what), self.opener),
            (None, Some(path), None) => self.created(path),
            (Some(path), None, None) => self.deleted(path),
            (Some(old), Some(to), None) => self.edited(old, to),
            (None, None, None) => new("file_patch").flawed(Fault::NamesDiffer, self.opener),
        }
    }

    /// A new file; one that can be run is a patch of its own kind.
    fn created(&self, path: Value<'r>) -> FileChange<'r> {
        let none = Ok(Spanned::new(Cow::Borrowed(""), self.opener));
        let content = self.hunks.map_or(none, |hunks| added(self.text, hunks));
        let Ok(content) = content else {
            let create = FileChange::new("file_create", self.opener).with("path", path);
            return create.flawed(Fault::NotAdded, self.opener);
        };
        if self.says.new_mode.map(str::trim_end) != Some("100755") {
            let create = FileChange::new("file_create", self.opener).with("path", path);
            return create.with("content", content);
        }
        let change = FileChange::new("file_patch", self.opener).with("path", path);
        let change = change.implying("create", "true").implying("executable", "true");
        let lines = self.hunks.and_then(|span| Some((span, self.text.get(span.range())?)));
        match lines {
            Some((span, text)) => change.with("hunks", Spanned::new(Cow::Borrowed(text), span)),
            None => change,
        }
    }

    fn deleted(&self, path: Value<'r>) -> FileChange<'r> {
        let Some(hunks) = self.hunks else {
            return FileChange::new("file_delete", self.opener).with("path", path);
        };
        let change = FileChange::new("file_patch", self.opener).with("path", path);
        self.with_hunks(change.implying("delete", "true"), hunks)
    }

    fn edited(&self, old: Value<'r>, new: Value<'r>) -> FileChange<'r> {
        let is_renamed = old.value != new.value;
        // A path after it is what is shown, and both are the same.
        let path = if is_renamed { old } else { new.clone() };
        let mut change = FileChange::new("file_patch", self.opener).with("path", path);
        if is_renamed {
            change = change.with("new_path", new);
        }
        if self.says.does == Does::Copy {
            change = change.implying("copy", "true");
        }
        let mode = (self.says.old_mode, self.says.new_mode.map(str::trim_end));
        change = match mode {
            (Some(_), Some("100755")) => change.implying("executable", "true"),
            (Some(_), Some("100644")) => change.implying("executable", "false"),
            _ => change,
        };
        match self.hunks {
            Some(hunks) => self.with_hunks(change, hunks),
            None => change,
        }
    }

    fn with_hunks(&self, change: FileChange<'r>, span: Span) -> FileChange<'r> {
        let text = self.text.get(span.range()).unwrap_or_default();
        let changes = hunks(text).iter().any(Hunk::changes);
        let does_more = change.values.iter().any(|(name, _)| *name != "path");
        let change = change.with("hunks", Spanned::new(Cow::Borrowed(text), span));
        if changes || does_more { change } else { change.flawed(Fault::NoChange, self.opener) }
    }

    /// The empty lines that were taken for lines that stay.
    fn bare(&self) -> Option<Flaw> {
        let (count, span) = bare_lines(self.text, self.hunks?)?;
        Some(Flaw { fault: Fault::BareLines(count), span })
    }
}

#[cfg(test)]
mod tests;
