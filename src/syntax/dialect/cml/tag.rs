//! Tags: the elements that there are, and their attributes.

use std::borrow::Cow;

use quick_xml::escape::resolve_xml_entity;

use crate::{
    syntax::dialect::attributes::Attribute,
    text::{Span, Spanned},
};

/// An element that is a task, or holds some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Tasks,
    Write,
    Edit,
    Move,
    Remove,
    Run,
}

impl Name {
    /// The element of that name.
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "tasks" => Some(Self::Tasks),
            "write" => Some(Self::Write),
            "edit" => Some(Self::Edit),
            "move" => Some(Self::Move),
            "remove" => Some(Self::Remove),
            "run" => Some(Self::Run),
            _ => None,
        }
    }

    /// The attributes that mean something; the first ones have to be there.
    pub(super) fn attributes(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Tasks => (&[], &["version"]),
            Self::Write => (&["path"], &["append"]),
            Self::Edit => (&["path"], &["count"]),
            Self::Move => (&["from", "to"], &[]),
            Self::Remove => (&["path"], &[]),
            Self::Run => (&[], &["dir"]),
        }
    }

    /// How it is written.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Tasks => "<tasks>…</tasks>",
            Self::Write => "<write path=\"src/a.js\"><![CDATA[…]]></write>",
            Self::Edit => {
                "<edit path=\"src/a.js\"><search><![CDATA[…]]></search>\
                 <replace><![CDATA[…]]></replace></edit>"
            }
            Self::Move => "<move from=\"a.js\" to=\"b.js\"/>",
            Self::Remove => "<remove path=\"a.js\"/>",
            Self::Run => "<run><![CDATA[npm test]]></run>",
        }
    }
}

/// A tag that opens an element.
#[derive(Clone, Debug)]
pub(super) struct Tag<'r> {
    pub(super) name: &'r str,
    /// From `<` to `>`.
    pub(super) span: Span,
    pub(super) attributes: Vec<Attribute<'r>>,
    /// Whether something among the attributes is none.
    pub(super) faulty: bool,
    /// Whether it closes its element too.
    pub(super) empty: bool,
}

impl<'r> Tag<'r> {
    /// What the tag opens.
    pub(super) fn element(&self) -> Option<Name> {
        Name::of(self.name)
    }

    /// The value of an attribute, as written.
    pub(super) fn attribute(&self, name: &str) -> Option<Spanned<&'r str>> {
        let found = self.attributes.iter().find(|attribute| attribute.name.value == name)?;
        Some(found.value)
    }
}

/// The value of an attribute as it is meant: XML's five entities stand for what could not stand there.
/// Any other `&` stands for itself.
pub(super) fn unescaped(value: &str) -> Cow<'_, str> {
    let mut parts = value.split('&');
    let Some(first) = parts.next().filter(|first| first.len() < value.len()) else {
        return Cow::Borrowed(value);
    };
    let mut meant = first.to_owned();
    for part in parts {
        let entity = part.split_once(';');
        match entity.and_then(|(name, rest)| Some((resolve_xml_entity(name)?, rest))) {
            Some((character, rest)) => meant.extend([character, rest]),
            None => meant.extend(["&", part]),
        }
    }
    Cow::Owned(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_entities_are_unescaped_once_and_nothing_else_is() {
        for (written, meant) in [
            ("a&amp;b.txt", "a&b.txt"),
            ("&lt;&gt;&quot;&apos;", "<>\"'"),
            ("&amp;lt;", "&lt;"),
            ("a&b &copy; &#38; &amp", "a&b &copy; &#38; &amp"),
            ("plain", "plain"),
        ] {
            assert_eq!(unescaped(written), meant);
        }
    }
}
