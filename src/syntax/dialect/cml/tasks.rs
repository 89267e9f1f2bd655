//! `<tasks>`: elements that run in order, up to the first failure.

use super::{
    element::{Within, found},
    node::{Broken, Node, Nodes},
    parts::{body, not_closed},
    problem::{malformed, skipped_element, unknown_attribute, unknown_element},
    reading::broken,
    tag::{Name, Tag},
};
use crate::{
    syntax::{
        Dialect,
        dialect::markers::VERSIONS,
        problem::quote,
        reader::{Found, Reader},
    },
    text::{Diagnostic, Span},
};

/// Reads the sequence that `tag` opens. Returns where reading goes on.
pub(super) fn read<'r>(reader: &mut Reader<'r>, nodes: &mut Nodes<'r>, tag: &Tag<'r>) -> usize {
    let version = tag.attribute("version");
    // The group's number is given once it is known that there is one.
    let within = Within { group: None, versioned: version.is_some() };
    let mut sequence = Sequence { tasks: Vec::new(), warnings: Vec::new(), end: tag.span.end };
    if let Err(fault) = sequence.read(reader, nodes, (tag, within)) {
        return broken(reader, tag, fault);
    }
    let refusal = faulty(reader, tag).or_else(|| unknown_version(reader, tag));
    if let Some(problem) = refusal {
        reader.push(Found {
            dialect: Dialect::Cml,
            group: None,
            opener: tag.span,
            span: Span::new(tag.span.start, sequence.end),
            fields: Vec::new(),
            note: None,
            closed: true,
            problems: vec![problem],
        });
        return sequence.end;
    }
    for attribute in tag.attributes.iter().filter(|it| it.name.value != "version") {
        let warning = unknown_attribute(reader, attribute.name.span, attribute.name.value);
        reader.report_outside(warning);
    }
    for warning in sequence.warnings {
        reader.report_outside(warning);
    }
    let group = Some(reader.new_group());
    for task in sequence.tasks {
        reader.push(Found { group, ..task });
    }
    sequence.end
}

struct Sequence<'r> {
    tasks: Vec<Found<'r>>,
    warnings: Vec<Diagnostic>,
    end: usize,
}

impl<'r> Sequence<'r> {
    fn read(
        &mut self,
        reader: &Reader<'r>,
        nodes: &mut Nodes<'r>,
        (tag, within): (&Tag<'r>, Within),
    ) -> Result<(), Broken> {
        if tag.empty {
            return Ok(());
        }
        loop {
            match nodes.next()? {
                Node::Open(inner) => match inner.element() {
                    Some(Name::Tasks) => return Err(not_closed(tag, &inner)),
                    Some(name) => {
                        let body = body(nodes, &inner)?;
                        self.tasks.push(found(reader, (&inner, name), &body, within));
                    }
                    None => {
                        let end = nodes.skip(&inner)?;
                        self.stranger(reader, &inner, (end, within.versioned));
                    }
                },
                Node::Close(span) => {
                    self.end = span.end;
                    return Ok(());
                }
                Node::Data(data) => self.misplaced(reader, data.span),
                Node::Text(span) => self.misplaced(reader, span),
            }
        }
    }

    /// An element that is no task.
    fn stranger(&mut self, reader: &Reader<'r>, tag: &Tag<'r>, (end, versioned): (usize, bool)) {
        if versioned {
            self.warnings.push(skipped_element(reader, tag));
        } else {
            let problem = unknown_element(reader, tag);
            self.reject(tag.span, Span::new(tag.span.start, end), problem);
        }
    }

    fn misplaced(&mut self, reader: &Reader<'r>, span: Span) {
        let problem = malformed(reader, span, "Text between the tasks")
            .label("belongs to no task")
            .help("put it outside of `<tasks>`, or into a comment");
        self.reject(span, span, problem);
    }

    /// Takes down something in the sequence that is wrong: what follows it is skipped.
    fn reject(&mut self, opener: Span, span: Span, problem: Diagnostic) {
        self.tasks.push(Found {
            dialect: Dialect::Cml,
            group: None,
            opener,
            span,
            fields: Vec::new(),
            note: None,
            closed: true,
            problems: vec![problem],
        });
    }
}

fn faulty(reader: &Reader<'_>, tag: &Tag<'_>) -> Option<Diagnostic> {
    tag.faulty.then(|| {
        malformed(reader, tag.span, "Invalid attributes")
            .label("not all are `name=\"value\"`")
            .help("write `<tasks>` or `<tasks version=\"1.1\">`")
    })
}

fn unknown_version(reader: &Reader<'_>, tag: &Tag<'_>) -> Option<Diagnostic> {
    let version = tag.attribute("version").filter(|it| !VERSIONS.contains(&it.value))?;
    let message = format!("Unknown version: {}", quote(version.value));
    let draft = malformed(reader, version.span, message).label("no version that there is");
    Some(draft.help(format!("write one of {}, or leave it out", VERSIONS.join(", "))))
}
