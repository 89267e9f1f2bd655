//! One task: its attributes and its contents, as the catalogue names them.

use std::borrow::Cow;

use super::{
    parts::{Body, Data},
    problem::{
        deprecated, malformed, section_inside, skipped_element, unknown_attribute, unknown_element,
    },
    tag::{Name, Tag, unescaped},
};
use crate::{
    syntax::{
        Dialect, Field,
        dialect::{
            attributes::{Unfit, appends, unfit_count},
            field::{implied, lines, written},
        },
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span, Spanned},
};

/// The sequence around a task.
#[derive(Clone, Copy, Default)]
pub(super) struct Within {
    pub(super) group: Option<usize>,
    /// Whether the sequence names its version.
    pub(super) versioned: bool,
}

/// Makes a block of an element that is read whole.
pub(super) fn found<'r>(
    reader: &Reader<'r>,
    (tag, name): (&Tag<'r>, Name),
    body: &Body<'r>,
    within: Within,
) -> Found<'r> {
    let mut task = Task { reader, tag, fields: Vec::new(), problems: Vec::new() };
    task.attributes(name);
    task.strangers(body, within.versioned);
    match name {
        Name::Write => task.write(body),
        Name::Edit => task.edit(body),
        Name::Run => task.run(body),
        Name::Move => {
            task.old_way("file_move", ["move", "mv OLD NEW"], body);
            task.attribute("from", "old_path");
            task.attribute("to", "new_path");
        }
        Name::Remove => {
            task.old_way("path_delete", ["remove", "rm -rf PATH"], body);
            task.attribute("path", "path");
        }
        Name::Tasks => {}
    }
    let Task { fields, problems, .. } = task;
    Found {
        dialect: Dialect::Cml,
        group: within.group,
        opener: tag.span,
        span: Span::new(tag.span.start, body.end),
        fields,
        note: None,
        closed: true,
        problems,
    }
}

struct Task<'a, 'r> {
    reader: &'a Reader<'r>,
    tag: &'a Tag<'r>,
    fields: Vec<Field<'r>>,
    problems: Vec<Diagnostic>,
}

impl<'r> Task<'_, 'r> {
    fn attributes(&mut self, name: Name) {
        let tag = self.tag;
        if tag.faulty {
            let help = format!("write `{}`", name.example());
            self.fault(tag.span, "Invalid attributes", "not all are `name=\"value\"`", &help);
            return;
        }
        let (required, optional) = name.attributes();
        for missing in required.iter().filter(|name| tag.attribute(name).is_none()) {
            let help = format!("write `{}`", name.example());
            let message = format!("No attribute `{missing}`");
            self.fault(tag.span, message, "it has to be there", &help);
        }
        for attribute in &tag.attributes {
            let known = attribute.name.value;
            if !required.contains(&known) && !optional.contains(&known) {
                self.problems.push(unknown_attribute(self.reader, attribute.name.span, known));
            }
        }
    }

    /// Elements that mean nothing here, and text beside the CDATA.
    fn strangers(&mut self, body: &Body<'r>, versioned: bool) {
        let problem = if versioned { skipped_element } else { unknown_element };
        self.problems.extend(body.unknown.iter().map(|tag| problem(self.reader, tag)));
        let mut data = std::iter::once(&body.data).chain(body.parts.iter().map(|part| &part.data));
        if let Some(stray) = data.find_map(|data| data.stray) {
            self.fault(
                stray,
                "Text outside of CDATA",
                "all content stands in CDATA",
                "write `<![CDATA[` before it and `]]>` after it",
            );
        }
    }

    fn write(&mut self, body: &Body<'r>) {
        let appends = appends(self.tag.attribute("append"));
        self.action(if matches!(appends, Ok(true)) { "file_append" } else { "file_write" });
        if let Err(unfit) = appends {
            self.unfit(unfit);
        }
        self.attribute("path", "path");
        let Some(mut content) = self.content(&body.data, self.tag.span) else { return };
        if let Some(rest) = content.value.strip_prefix('\u{feff}') {
            content.span.start += '\u{feff}'.len_utf8();
            content.value = Cow::Owned(rest.to_owned());
        }
        self.push("content", content);
    }

    fn edit(&mut self, body: &Body<'r>) {
        let named = |name: &str| body.parts.iter().any(|part| part.name == name);
        let spans = named("search-start") || named("search-end");
        self.action(if spans { "file_replace_span" } else { "file_replace_all_text" });
        self.attribute("path", "path");
        let wanted: &[(&str, &'static str)] = if spans {
            &[("search-start", "start_text"), ("search-end", "end_text"), ("replace", "new_text")]
        } else {
            &[("search", "old_text"), ("replace", "new_text")]
        };
        for part in &body.parts {
            if !wanted.iter().any(|(name, _)| *name == part.name) {
                let help = "write `search`, or else `search-start` and `search-end`";
                self.fault(part.span, "Both ways of searching", "beside the other way", help);
            }
        }
        for (name, key) in wanted {
            self.part(body, name, key);
        }
        self.count();
    }

    fn part(&mut self, body: &Body<'r>, name: &str, key: &'static str) {
        let mut parts = body.parts.iter().filter(|part| part.name == name);
        let Some(part) = parts.next() else {
            let help = format!("write `<{name}><![CDATA[…]]></{name}>` in it");
            self.fault(self.tag.span, format!("No <{name}> in the edit"), "it lacks one", &help);
            return;
        };
        if let Some(second) = parts.next() {
            let help = "write an `edit` for each place";
            self.fault(second.span, format!("More than one <{name}>"), "the second one", help);
        }
        let Some(content) = self.content(&part.data, part.span) else { return };
        if content.value.is_empty() {
            let help = match key {
                "new_text" => {
                    "to delete text, search for something more and write that as the replacement"
                }
                _ => "write the text that stands in the file, exactly",
            };
            self.fault(part.span, format!("Empty <{name}>"), "nothing stands here", help);
        }
        self.push(key, content);
    }

    fn run(&mut self, body: &Body<'r>) {
        self.action("run");
        if let Some(command) = self.content(&body.data, self.tag.span) {
            if command.value.trim().is_empty() {
                self.fault(self.tag.span, "Empty command", "nothing to run", "write the command");
            }
            self.push("command", command);
        }
        self.attribute("dir", "dir");
    }

    /// `move` and `remove`, which hold nothing.
    fn old_way(&mut self, action: &'static str, words: [&str; 2], body: &Body<'r>) {
        self.action(action);
        if body.data.value().is_some() {
            let [name, _] = words;
            let message = format!("Content in <{name}>");
            self.fault(self.tag.span, message, "it holds nothing", "leave the content out");
        }
        self.problems.push(deprecated(self.reader, self.tag.span, words));
    }

    fn count(&mut self) {
        let Some(count) = self.tag.attribute("count") else {
            self.fields.push(implied("count", "1", self.tag.span));
            return;
        };
        if let Some(unfit) = unfit_count(count) {
            self.unfit(unfit);
        }
        self.attribute("count", "count");
    }

    fn action(&mut self, name: &'static str) {
        self.fields.push(implied("action", name, self.tag.span));
    }

    fn attribute(&mut self, name: &str, key: &'static str) {
        if let Some(value) = self.tag.attribute(name) {
            let value = Spanned::new(unescaped(value.value), value.span);
            self.fields.push(written(key, value));
        }
    }

    /// The CDATA, which has to be there.
    fn content(&mut self, data: &Data<'r>, span: Span) -> Option<Spanned<Cow<'r, str>>> {
        let value = data.value();
        if let Some(inside) = data.section_inside() {
            self.problems.push(section_inside(self.reader, inside));
        }
        if value.is_none() && data.stray.is_none() {
            let help = "write `<![CDATA[…]]>`; `<![CDATA[]]>` is an empty content";
            self.fault(span, "No CDATA in the element", "it has no content", help);
        }
        value
    }

    fn push(&mut self, key: &'static str, value: Spanned<Cow<'r, str>>) {
        let source = self.reader.text.get(value.span.range()).unwrap_or_default();
        self.fields.push(lines(key, value, source, self.tag.span));
    }

    fn unfit(&mut self, value: Unfit) {
        self.fault(value.span, value.message, value.label, value.help);
    }

    fn fault(&mut self, span: Span, message: impl Into<String>, label: &str, help: &str) {
        self.problems.push(malformed(self.reader, span, message).label(label).help(help));
    }
}
