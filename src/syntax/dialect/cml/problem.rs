//! What is said of elements that do not hold together.

use super::tag::{Name, Tag};
use crate::{
    syntax::{
        problem::{Draft, quote},
        reader::Reader,
    },
    text::{Code, Diagnostic, Span},
};

/// An error: the element is rejected.
pub(super) fn malformed(reader: &Reader<'_>, span: Span, message: impl Into<String>) -> Draft {
    let code = Code { field: "cml", name: "malformed_xml" };
    Draft::error_of(code, reader.place_of(span), message)
}

/// Something that may have been meant as an element, and is not read as one.
pub(super) fn doubtful(reader: &Reader<'_>, span: Span, name: Name) -> Diagnostic {
    let code = Code { field: "cml", name: "not_a_block" };
    Draft::warning_of(code, reader.place_of(span), "A tag that is not read as a task")
        .label("named as one, but not written as one")
        .help(format!("if it was meant as one, write `{}`", name.example()))
}

/// An attribute that means nothing here.
pub(super) fn unknown_attribute(reader: &Reader<'_>, span: Span, name: &str) -> Diagnostic {
    let code = Code { field: "cml", name: "unknown_attribute" };
    Draft::warning_of(code, reader.place_of(span), format!("Unknown attribute: {name}"))
        .label("means nothing here")
        .help("leave it out")
}

/// An element that a later version may know.
pub(super) fn skipped_element(reader: &Reader<'_>, tag: &Tag<'_>) -> Diagnostic {
    let code = Code { field: "cml", name: "unknown_element" };
    let message = format!("Unknown element: {}", quote(tag.name));
    Draft::warning_of(code, reader.place_of(tag.span), message)
        .label("passed over")
        .help("leave it out, or write one of `write`, `edit`, `run`")
}

/// The same in a block without a version.
pub(super) fn unknown_element(reader: &Reader<'_>, tag: &Tag<'_>) -> Diagnostic {
    let message = format!("Unknown element: {}", quote(tag.name));
    malformed(reader, tag.span, message)
        .label("no task is called that")
        .help("leave it out, or write one of `write`, `edit`, `run`")
}

/// A section that seems to end only where the next one does.
pub(super) fn section_inside(reader: &Reader<'_>, span: Span) -> Diagnostic {
    let code = Code { field: "cml", name: "nested_cdata" };
    Draft::warning_of(code, reader.place_of(span), "`<![CDATA[` inside of CDATA")
        .label("is content here: the section that began before has no `]]>` up to this")
        .help("end each section with `]]>`; where it is content, write its end as `]]&gt;`")
}

/// `move` and `remove`.
pub(super) fn deprecated(reader: &Reader<'_>, span: Span, [old, new]: [&str; 2]) -> Diagnostic {
    let code = Code { field: "cml", name: "deprecated" };
    Draft::warning_of(code, reader.place_of(span), format!("Deprecated: <{old}>"))
        .label("done all the same")
        .help(format!("write `<run><![CDATA[{new}]]></run>`"))
}
