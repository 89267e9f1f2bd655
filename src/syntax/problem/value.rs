//! Problems of assignments other than their keys.

use super::{
    draft::{Draft, quote},
    scope::Scope,
};
use crate::{
    syntax::{
        grammar::Fault,
        line::{Line, trim},
    },
    text::{Diagnostic, Label, Place},
};

/// What every `INVALID_VALUE` says.
const BAD_VALUE: &str = "Value must be a quoted string or heredoc";

/// A line that has a `=` and assigns nothing. `number` is its number.
pub(in crate::syntax) fn faulty(
    scope: &Scope<'_>,
    number: usize,
    line: &Line<'_>,
    fault: Fault,
) -> Diagnostic {
    let place = |span| Place { line: number, span };
    match fault {
        Fault::Arrow(at) => Draft::error("INVALID_VALUE", place(at), BAD_VALUE)
            .label("`=>` assigns nothing")
            .help("write `=`, and the value in double quotes: `key = \"value\"`"),
        Fault::Operator { at, in_value } => operator(scope, place(at), in_value),
        Fault::EmptyKey(at) => Draft::error("EMPTY_KEY", place(at), "Assignment without key name")
            .label("no key before it")
            .help("write the key before the `=`, as in `path = \"src/main.rs\"`"),
        Fault::NoValue(at) => Draft::error("INVALID_VALUE", place(at), BAD_VALUE)
            .label("no value")
            .help(format!("write a value: `\"\"` is an empty one; {}", heredoc_form(scope))),
        Fault::UnclosedQuote(at) => {
            Draft::error("UNCLOSED_QUOTE", place(at), "Unclosed quoted string")
                .label("no `\"` closes it on this line")
                .help(format!("end the value with `\"`; {}", heredoc_form(scope)))
        }
        Fault::BadString { quoted, unsound } => bad_string(scope, place(quoted), unsound),
        Fault::BadValue(at) => {
            let text = line.text.get(at.start - line.start..).unwrap_or_default();
            bad_value(scope, place(at), trim(text))
        }
    }
}

fn heredoc_form(scope: &Scope<'_>) -> String {
    let (opening, delimiter) = (scope.opening(), scope.delimiter());
    format!("text of several lines goes into a heredoc, `key = {opening}` … `{delimiter}`")
}

fn operator(scope: &Scope<'_>, place: Place, in_value: bool) -> Diagnostic {
    let message = "Invalid assignment operator ':=' - only '=' is allowed";
    let draft = Draft::error("INVALID_ASSIGNMENT_OPERATOR", place, message);
    if in_value {
        let opening = scope.opening();
        draft
            .label("taken for an operator, even inside a value")
            .help(format!("put a value that holds `:=` into a heredoc: `key = {opening}`"))
    } else {
        draft.label("`:=` assigns nothing").help("write `=`")
    }
}

fn bad_string(scope: &Scope<'_>, place: Place, unsound: Label) -> Diagnostic {
    Draft::error("INVALID_VALUE", place, BAD_VALUE)
        .label("not a valid JSON string")
        .also(unsound.span, unsound.text)
        .help(format!(
            "escape as JSON does: `\\\\` for a backslash, `\\\"` for a quote, `\\n` for a line \
             break, `\\t` for a tab; in a heredoc, `key = {}`, nothing is escaped",
            scope.opening()
        ))
}

fn bad_value(scope: &Scope<'_>, place: Place, value: &str) -> Diagnostic {
    let draft = Draft::error("INVALID_VALUE", place, BAD_VALUE);
    let opening = scope.opening();
    if value.starts_with("<<") {
        let help = format!("open a heredoc with `key = {opening}` and nothing after it");
        return draft.label("not of the form that a heredoc's opening has").help(help);
    }
    let bare = value.trim_matches(['\'', '`', '“', '”']);
    let short = !bare.is_empty() && quote(bare) == bare && !bare.contains(char::is_control);
    if let Some(json) = serde_json::to_string(bare).ok().filter(|_| short) {
        return draft.label("not in double quotes").help(format!("write `{json}`"));
    }
    draft.label("not in double quotes").help(format!("write `\"value\"`; {}", heredoc_form(scope)))
}

/// Text after a quoted value.
pub(in crate::syntax) fn trailing_content(place: Place) -> Diagnostic {
    Draft::error("TRAILING_CONTENT", place, "Unexpected content after quoted value")
        .label("not part of the value")
        .help("remove it, or, if it belongs to the value, write the `\"` before it as `\\\"`")
}

/// A heredoc whose delimiter is not its block's.
pub(in crate::syntax) fn invalid_heredoc_delimiter(scope: &Scope<'_>, place: Place) -> Diagnostic {
    let delimiter = scope.delimiter();
    Draft::error(
        "INVALID_HEREDOC_DELIMITER",
        place,
        format!("Heredoc delimiter must be '{delimiter}'"),
    )
    .label("not this block's delimiter")
    .also(scope.header, format!("the delimiter follows from the ID `{}`", scope.id))
    .help(format!(
        "open the heredoc with `{}` and close it with `{delimiter}` on a line of its own",
        scope.opening()
    ))
}
