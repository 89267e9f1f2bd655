//! Attributes behind a marker: `path="src/a.js" count="3"`.

use crate::{
    syntax::{
        line::{Line, is_space},
        problem::quote,
    },
    text::{Span, Spanned},
};

/// How many attributes are read. No marker has as many.
const MOST: usize = 16;

/// A name and its value, as written. Nothing is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attribute<'r> {
    pub(super) name: Spanned<&'r str>,
    pub(super) value: Spanned<&'r str>,
}

/// Reads the attributes that `rest`, the end of `line`, consists of. Where something else stands
/// among them, returns that.
pub(super) fn attributes<'r>(
    line: &Line<'r>,
    rest: &'r str,
) -> Result<Vec<Attribute<'r>>, Spanned<&'r str>> {
    let mut found: Vec<Attribute<'r>> = Vec::new();
    let mut rest = rest.trim_start_matches(is_space);
    while !rest.is_empty() {
        let fault = || {
            let word = rest.trim_end_matches(is_space);
            Spanned::new(word, line.span_of(word))
        };
        let (attribute, after) = attribute(line, rest).ok_or_else(fault)?;
        let twice = found.iter().any(|known| known.name.value == attribute.name.value);
        let many = found.len() >= MOST;
        if many || twice || !(after.is_empty() || after.starts_with(is_space)) {
            return Err(fault());
        }
        found.push(attribute);
        rest = after.trim_start_matches(is_space);
    }
    Ok(found)
}

/// A value that an attribute cannot have.
pub(super) struct Unfit {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) label: &'static str,
    pub(super) help: &'static str,
}

/// Whether a write appends, by its attribute `append`.
pub(super) fn appends(append: Option<Spanned<&str>>) -> Result<bool, Unfit> {
    match append.map(|append| (append.value, append.span)) {
        None | Some(("false", _)) => Ok(false),
        Some(("true", _)) => Ok(true),
        Some((other, span)) => {
            let message = format!("Invalid value of append: {}", quote(other));
            let (label, help) = ("neither `true` nor `false`", "write `append=\"true\"`");
            Err(Unfit { span, message, label, help })
        }
    }
}

/// What is wrong with the attribute `count`: in how many places a text must stand.
pub(super) fn unfit_count(count: Spanned<&str>) -> Option<Unfit> {
    if count.value.parse::<u32>().is_ok_and(|number| number > 0) {
        return None;
    }
    let message = format!("Invalid count: {}", quote(count.value));
    let (label, help) = ("no number of places", "write `count=\"2\"`");
    Some(Unfit { span: count.span, message, label, help })
}

fn attribute<'r>(line: &Line<'r>, text: &'r str) -> Option<(Attribute<'r>, &'r str)> {
    let length = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))?;
    let (name, after) = text.split_at_checked(length).filter(|(name, _)| !name.is_empty())?;
    let (value, after) = after.strip_prefix("=\"")?.split_once('"')?;
    let name = Spanned::new(name, line.span_of(name));
    let value_span = line.span_of(value);
    let value = Spanned::new(value, Span::new(value_span.start - 1, value_span.end + 1));
    Some((Attribute { name, value }, after))
}
