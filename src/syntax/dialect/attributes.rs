//! Attributes behind a marker: `path="src/a.js" count="3"`.

use crate::{
    syntax::line::{Line, is_space},
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

fn attribute<'r>(line: &Line<'r>, text: &'r str) -> Option<(Attribute<'r>, &'r str)> {
    let length = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))?;
    let (name, after) = text.split_at_checked(length).filter(|(name, _)| !name.is_empty())?;
    let (value, after) = after.strip_prefix("=\"")?.split_once('"')?;
    let name = Spanned::new(name, line.span_of(name));
    let value_span = line.span_of(value);
    let value = Spanned::new(value, Span::new(value_span.start - 1, value_span.end + 1));
    Some((Attribute { name, value }, after))
}
