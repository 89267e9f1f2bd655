//! What the text of an element consists of, read with quick-xml from the byte where it opens.

use std::borrow::Cow;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::tag::Tag;
use crate::{
    syntax::{
        dialect::attributes::Attribute,
        line::{is_space, trim},
    },
    text::{Span, Spanned},
};

/// How deep elements may stand inside each other.
const DEEPEST: usize = 64;
/// The longest tag whose attributes are read, in bytes.
const LONGEST_TAG: usize = 16 * 1024;
const CDATA: (&str, &str) = ("<![CDATA[", "]]>");

/// A part of an element.
#[derive(Clone, Debug)]
pub(super) enum Node<'r> {
    Open(Tag<'r>),
    /// An end tag of the element that is open.
    Close(Span),
    /// What a CDATA section holds.
    Data(Spanned<&'r str>),
    /// Text that stands outside of CDATA.
    Text(Span),
}

/// Why an element cannot be read to its end.
#[derive(Clone, Debug)]
pub(super) struct Broken {
    /// What is wrong.
    pub(super) message: String,
    pub(super) span: Span,
    /// Where reading goes on outside of it.
    pub(super) next: usize,
}

/// Reads nodes one after the other.
pub(super) struct Nodes<'r> {
    reader: Reader<&'r [u8]>,
    text: &'r str,
    base: usize,
}

impl<'r> Nodes<'r> {
    /// Begins at the byte `at`.
    pub(super) fn new(text: &'r str, at: usize) -> Self {
        let mut reader = Reader::from_str(text.get(at..).unwrap_or_default());
        reader.config_mut().check_end_names = true;
        Self { reader, text, base: at }
    }

    /// The byte after the last node.
    pub(super) fn position(&self) -> usize {
        let read = usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX);
        self.base.saturating_add(read).min(self.text.len())
    }

    /// The next node but white space and comments.
    pub(super) fn next(&mut self) -> Result<Node<'r>, Broken> {
        loop {
            let start = self.position();
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => return Err(self.broken(start, &error)),
            };
            let span = Span::new(start, self.position());
            let node = match event {
                Event::Start(tag) => Node::Open(self.tag(&tag, span, false)),
                Event::Empty(tag) => Node::Open(self.tag(&tag, span, true)),
                Event::End(_) => Node::Close(span),
                Event::CData(_) => Node::Data(self.data(span)),
                Event::Text(_) | Event::GeneralRef(_) => match self.visible(span) {
                    Some(visible) => Node::Text(visible),
                    None => continue,
                },
                Event::Comment(_) => continue,
                Event::PI(_) | Event::Decl(_) | Event::DocType(_) => {
                    let message = "Neither an element nor CDATA".to_owned();
                    return Err(Broken { message, span, next: span.end });
                }
                Event::Eof => {
                    let message = "Element not closed before the response ends".to_owned();
                    return Err(Broken { message, span, next: self.text.len() });
                }
            };
            return Ok(node);
        }
    }

    /// Passes over an element that `tag` opens. Returns the byte after it.
    pub(super) fn skip(&mut self, tag: &Tag<'_>) -> Result<usize, Broken> {
        let mut depth = usize::from(!tag.empty);
        while depth > 0 {
            match self.next()? {
                Node::Open(inner) => depth += usize::from(!inner.empty),
                Node::Close(_) => depth -= 1,
                Node::Data(_) | Node::Text(_) => {}
            }
            if depth > DEEPEST {
                let message = "Elements stand more than 64 deep inside each other".to_owned();
                return Err(Broken { message, span: tag.span, next: self.text.len() });
            }
        }
        Ok(self.position())
    }

    fn broken(&self, start: usize, error: &quick_xml::Error) -> Broken {
        // What is not closed holds all that follows.
        let next = if matches!(error, quick_xml::Error::Syntax(_)) {
            self.text.len()
        } else {
            self.position().max(start + 1).min(self.text.len())
        };
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        let span = Span::new(start, start + line.len());
        Broken { message: format!("Not well-formed: {error}"), span, next }
    }

    fn tag(&self, tag: &BytesStart<'r>, span: Span, empty: bool) -> Tag<'r> {
        let source = self.text.get(span.range()).unwrap_or_default();
        let name = source.get(1..=tag.name().as_ref().len()).unwrap_or_default();
        let inside = source.get(name.len() + 1..).unwrap_or_default();
        let mut found = Tag { name, span, attributes: Vec::new(), faulty: false, empty };
        // quick-xml says whether they are sound; where they are is seen in the text. It compares each
        // with each, so a tag may not be too long.
        found.faulty =
            source.len() > LONGEST_TAG || tag.attributes().any(|attribute| attribute.is_err());
        if !found.faulty {
            found.attributes = attributes(inside, span.start + 1 + name.len());
        }
        found
    }

    fn data(&self, span: Span) -> Spanned<&'r str> {
        let source = self.text.get(span.range()).unwrap_or_default();
        let inner = source.strip_prefix(CDATA.0).unwrap_or(source);
        let inner = inner.strip_suffix(CDATA.1).unwrap_or(inner);
        let start = span.start + CDATA.0.len();
        Spanned::new(inner, Span::new(start, start + inner.len()))
    }

    fn visible(&self, span: Span) -> Option<Span> {
        let source = self.text.get(span.range()).unwrap_or_default();
        let start = source.len() - source.trim_start_matches(is_space).len();
        let visible = trim(source);
        let start = span.start + start;
        (!visible.is_empty()).then_some(Span::new(start, start + visible.len()))
    }
}

/// The attributes of a sound tag, as they are written. `inside` begins at `at`.
fn attributes(inside: &str, at: usize) -> Vec<Attribute<'_>> {
    let mut found = Vec::new();
    let mut rest = inside;
    while let Some((name, after)) = rest.split_once('=') {
        let name = trim(name);
        let after = after.trim_start_matches(is_space);
        let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some((value, next)) = after.get(1..).and_then(|inner| inner.split_once(quote)) else {
            break;
        };
        let span_of = |part: &str| {
            let start = at + (part.as_ptr() as usize).saturating_sub(inside.as_ptr() as usize);
            Span::new(start, start + part.len())
        };
        let quoted = span_of(value);
        found.push(Attribute {
            name: Spanned::new(name, span_of(name)),
            value: Spanned::new(value, Span::new(quoted.start - 1, quoted.end + 1)),
        });
        rest = next;
    }
    found
}

/// Content as it is meant: `]]&gt;` stands for what would end the section.
pub(super) fn meant(content: &str) -> Cow<'_, str> {
    if content.contains("]]&gt;") {
        Cow::Owned(content.replace("]]&gt;", "]]>"))
    } else {
        Cow::Borrowed(content)
    }
}
