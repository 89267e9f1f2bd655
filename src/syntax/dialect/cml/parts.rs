//! What an element holds: CDATA, or parts that do.

use std::borrow::Cow;

use super::{
    node::{Broken, Node, Nodes, meant},
    tag::{Name, Tag},
};
use crate::text::{Span, Spanned};

/// The elements that an `edit` consists of.
const PARTS: [&str; 4] = ["search", "search-start", "search-end", "replace"];

const OPENING: &str = "<![CDATA[";

/// The CDATA sections of an element.
#[derive(Debug, Default)]
pub(super) struct Data<'r> {
    sections: Vec<Spanned<&'r str>>,
    /// Text that stands beside them.
    pub(super) stray: Option<Span>,
}

/// A part of an `edit`.
#[derive(Debug)]
pub(super) struct Part<'r> {
    pub(super) name: &'r str,
    pub(super) span: Span,
    pub(super) data: Data<'r>,
}

/// What an element holds.
#[derive(Debug, Default)]
pub(super) struct Body<'r> {
    pub(super) data: Data<'r>,
    pub(super) parts: Vec<Part<'r>>,
    /// Elements that mean nothing there.
    pub(super) unknown: Vec<Tag<'r>>,
    /// The byte after the element.
    pub(super) end: usize,
}

impl<'r> Data<'r> {
    /// The content as it is meant, and where it stands; `None` where there is no CDATA.
    pub(super) fn value(&self) -> Option<Spanned<Cow<'r, str>>> {
        let (first, last) = (self.sections.first()?, self.sections.last()?);
        let span = Span::new(first.span.start, last.span.end);
        let value = match self.sections.as_slice() {
            [one] => meant(one.value),
            several => {
                Cow::Owned(several.iter().map(|section| meant(section.value)).collect::<String>())
            }
        };
        Some(Spanned::new(value, span))
    }

    /// The first `<![CDATA[` in a section that has more of them than of ends that are written as
    /// content: an end was forgotten.
    pub(super) fn section_inside(&self) -> Option<Span> {
        self.sections.iter().find_map(|section| {
            let text = section.value;
            let at = section.span.start + text.find(OPENING)?;
            let unended = text.matches(OPENING).count() > text.matches("]]&gt;").count();
            unended.then_some(Span::new(at, at + OPENING.len()))
        })
    }

    fn take(&mut self, node: &Node<'r>) {
        match node {
            Node::Data(section) => self.sections.push(*section),
            Node::Text(span) => self.stray = self.stray.or(Some(*span)),
            Node::Open(_) | Node::Close(_) => {}
        }
    }
}

/// Reads the element that `tag` opens up to its end.
pub(super) fn body<'r>(nodes: &mut Nodes<'r>, tag: &Tag<'r>) -> Result<Body<'r>, Broken> {
    let mut body = Body { end: tag.span.end, ..Body::default() };
    if tag.empty {
        return Ok(body);
    }
    let has_parts = tag.element() == Some(Name::Edit);
    loop {
        match nodes.next()? {
            Node::Open(inner) if inner.element().is_some() => return Err(not_closed(tag, &inner)),
            Node::Open(inner) if has_parts && PARTS.contains(&inner.name) => {
                let data = part(nodes, &inner, &mut body.unknown)?;
                body.parts.push(Part { name: inner.name, span: inner.span, data });
            }
            Node::Open(inner) => {
                nodes.skip(&inner)?;
                body.unknown.push(inner);
            }
            Node::Close(span) => {
                body.end = span.end;
                return Ok(body);
            }
            node @ (Node::Data(_) | Node::Text(_)) => body.data.take(&node),
        }
    }
}

fn part<'r>(
    nodes: &mut Nodes<'r>,
    tag: &Tag<'r>,
    unknown: &mut Vec<Tag<'r>>,
) -> Result<Data<'r>, Broken> {
    let mut data = Data::default();
    if tag.empty {
        return Ok(data);
    }
    loop {
        match nodes.next()? {
            Node::Open(inner) if inner.element().is_some() => return Err(not_closed(tag, &inner)),
            Node::Open(inner) => {
                nodes.skip(&inner)?;
                unknown.push(inner);
            }
            Node::Close(_) => return Ok(data),
            node @ (Node::Data(_) | Node::Text(_)) => data.take(&node),
        }
    }
}

/// A task inside an element that holds none: its end tag is missing.
pub(super) fn not_closed(outer: &Tag<'_>, inner: &Tag<'_>) -> Broken {
    let message = format!("<{}> not closed before <{}>", outer.name, inner.name);
    Broken { message, span: inner.span, next: inner.span.start }
}
