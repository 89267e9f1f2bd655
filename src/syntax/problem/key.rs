//! Problems of keys.

use super::{
    draft::{Draft, quote},
    scope::Scope,
};
use crate::{
    syntax::grammar::KeyFault,
    text::{Diagnostic, Place, Span, Spanned},
};

/// A key that is not allowed. `indent` is the white space character before it, which is named
/// first.
pub(in crate::syntax) fn invalid_key(
    place: Place,
    key: Spanned<&str>,
    indent: Option<char>,
    fault: Option<KeyFault>,
) -> Diagnostic {
    if let Some(indent) = indent {
        let message = format!("Key contains invalid character '{indent}' at position 1");
        let help = format!("start the line with the key: `{} = …`", quote(key.value));
        let white = Span::new(place.span.start, key.span.start);
        return Draft::error("INVALID_KEY", place, message)
            .label("a key stands at the start of its line")
            .also(white, "white space")
            .help(help);
    }
    match fault {
        Some(KeyFault::Character { character, position, offset }) => {
            let message =
                format!("Key contains invalid character '{character}' at position {position}");
            let start = key.span.start + offset;
            let bad = Span::new(start, start + character.len_utf8());
            bad_character(place, message, bad, key.value)
        }
        Some(KeyFault::Length) | None => {
            Draft::error("INVALID_KEY", place, "Key exceeds 256 character limit")
                .label("longer than 256 characters")
                .help("write a shorter key; long text belongs in the value")
        }
    }
}

fn bad_character(place: Place, message: String, bad: Span, key: &str) -> Diagnostic {
    let draft = Draft::error("INVALID_KEY", place, message)
        .label("not a valid key")
        .also(bad, "not allowed here");
    let rule = "a key has letters, digits and `_`, and a digit does not come first";
    match mended(key) {
        Some(better) => draft.help(format!("write `{better}`: {rule}")),
        None => draft.help(rule),
    }
}

/// The key with `_` for what is not allowed, where that is a sound key that is easily read.
fn mended(key: &str) -> Option<String> {
    let typed = |c: char| c.is_ascii_graphic() || c == ' ' || c == '\t';
    let plain = key.len() <= 40 && key.starts_with(|c: char| c.is_ascii_alphabetic());
    if !plain || !key.chars().all(typed) {
        return None;
    }
    let better: String =
        key.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    (!better.contains("__")).then(|| better.trim_end_matches('_').to_owned())
}

/// A key that the block has a value for.
pub(in crate::syntax) fn duplicate_key(
    scope: &Scope<'_>,
    place: Place,
    key: &str,
    first: Span,
) -> Diagnostic {
    let message = format!("Duplicate key '{key}' in block '{}'", scope.id);
    Draft::error("DUPLICATE_KEY", place, message)
        .label("comes again here")
        .also(first, "first stands here")
        .help(format!("keep one `{}` and remove the other", quote(key)))
}
