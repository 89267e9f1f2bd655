//! The dialect as the scanner knows it: which tags open a task.

use memchr::{memchr2, memmem};

use super::{
    element::{Within, found},
    node::{Broken, Node, Nodes},
    parts::body,
    problem::{doubtful, malformed},
    tag::{Name, Tag},
    tasks,
};
use crate::{
    syntax::{
        Dialect,
        dialect::Reading,
        line::{is_space, starts_line},
        reader::{Found, Reader},
    },
    text::Span,
};

/// How many bytes of a sequence are looked at for a task.
const NEAR: usize = 4096;
/// What opens one.
const TASKS: [&str; 8] =
    ["<write ", "<edit ", "<move ", "<remove ", "<run>", "<run ", "<write>", "<edit>"];

/// `<write path="src/a.js"><![CDATA[…]]></write>`.
pub(in crate::syntax::dialect) struct Cml;

impl Reading for Cml {
    fn dialect(&self) -> Dialect {
        Dialect::Cml
    }

    fn openers(&self) -> &'static [&'static str] {
        &["<tasks", "<write", "<edit", "<move", "<remove", "<run"]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        let text = reader.text;
        if !starts_line(text, at) || !is_tag(text, at) {
            return None;
        }
        let mut nodes = Nodes::new(text, at);
        let Ok(Node::Open(tag)) = nodes.next() else { return None };
        let name = tag.element()?;
        if !reader.forced && !is_meant(text, &tag, name) {
            let problem = doubtful(reader, tag.span, name);
            reader.report_outside(problem);
            return Some(tag.span.end);
        }
        if name == Name::Tasks {
            return Some(tasks::read(reader, &mut nodes, &tag));
        }
        Some(match body(&mut nodes, &tag) {
            Ok(body) => {
                let task = found(reader, (&tag, name), &body, Within::default());
                reader.push(task);
                body.end
            }
            Err(fault) => broken(reader, &tag, fault),
        })
    }
}

/// Whether a whole tag stands at `at`, without `<` in it. So no tag is read further than to the
/// next one.
fn is_tag(text: &str, at: usize) -> bool {
    let inside = text.as_bytes().get(at + 1..).unwrap_or_default();
    memchr2(b'<', b'>', inside).is_some_and(|end| inside.get(end) == Some(&b'>'))
}

/// Whether the tag is a task's, and not one of another XML. Looks no further than to what comes
/// next.
fn is_meant(text: &str, tag: &Tag<'_>, name: Name) -> bool {
    let has = |names: &[&str]| names.iter().all(|name| tag.attribute(name).is_some());
    let inside = text.get(tag.span.end..).filter(|_| !tag.empty).unwrap_or_default();
    let inside = inside.trim_start_matches(is_space);
    let holds = |starts: &[&str]| starts.iter().any(|start| inside.starts_with(start));
    match name {
        _ if tag.faulty => holds(&["<![CDATA[", "<search"]),
        Name::Tasks => has(&["version"]) || holds(&["<!--"]) || has_task(inside, holds(&["<"])),
        Name::Write => has(&["path"]) || holds(&["<![CDATA["]),
        Name::Edit => has(&["path"]) || holds(&["<search"]),
        Name::Remove => has(&["path"]),
        Name::Move => has(&["from", "to"]),
        Name::Run => has(&["dir"]) || holds(&["<![CDATA["]),
    }
}

/// Whether a task stands near the beginning of what `<tasks>` holds. Where that begins with text, the
/// end must be near too: prose may go on to name a task.
fn has_task(inside: &str, begins_with_tag: bool) -> bool {
    let near = inside.as_bytes().get(..NEAR.min(inside.len())).unwrap_or_default();
    let end = memmem::find(near, b"</tasks>");
    let near = near.get(..end.unwrap_or(near.len())).unwrap_or_default();
    (begins_with_tag || end.is_some())
        && TASKS.iter().any(|task| memmem::find(near, task.as_bytes()).is_some())
}

/// Takes down an element that cannot be read to its end. Returns where reading goes on.
pub(super) fn broken(reader: &mut Reader<'_>, tag: &Tag<'_>, fault: Broken) -> usize {
    let span = Span::new(tag.span.start, fault.next.max(tag.span.end));
    let end = span.start
        + reader.text.get(span.range()).unwrap_or_default().trim_end_matches(['\r', '\n']).len();
    let problem = malformed(reader, fault.span, fault.message)
        .label("here it goes wrong")
        .also(tag.span, "in this element")
        .help("close each element, and put each content in CDATA");
    reader.push(Found {
        dialect: Dialect::Cml,
        group: None,
        opener: tag.span,
        span: Span::new(span.start, end.max(tag.span.end)),
        fields: Vec::new(),
        note: None,
        closed: false,
        problems: vec![problem],
    });
    fault.next.max(tag.span.end)
}
