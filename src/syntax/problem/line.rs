//! Problems of lines that are nothing a block may hold.

use super::{draft::Draft, scope::Scope};
use crate::{
    syntax::{
        dialect::{SPELLINGS, Words},
        line::trim,
    },
    text::{Diagnostic, Place},
};

/// A line in a block that is neither a marker, nor an assignment, nor empty.
pub(in crate::syntax) fn malformed_assignment(
    scope: &Scope<'_>,
    place: Place,
    line: &str,
) -> Diagnostic {
    let message = format!(
        "Invalid line format in block '{}': not a valid key-value assignment or empty line",
        scope.id
    );
    let (label, help) = words_for(scope, trim(line));
    Draft::error("MALFORMED_ASSIGNMENT", place, message).label(label).help(help)
}

fn words_for(scope: &Scope<'_>, line: &str) -> (String, String) {
    let (marker, opening) = (scope.end_marker(), scope.opening());
    let starts = |prefix: &str| line.starts_with(prefix);
    if line.contains(&scope.delimiter()) {
        let help = format!(
            "remove the line, or mend what stands before it: a heredoc is open from a line \
             `key = {opening}` to the first line that is exactly its delimiter"
        );
        ("a delimiter, but no heredoc is open".to_owned(), help)
    } else if let Some((words, marker_kind)) = other_marker(scope, line) {
        let (own, other) = (scope.words.name, words.name);
        let help = format!("close block `{}` with `{marker}`: only that ends it", scope.id);
        (format!("a {other} {marker_kind} inside a {own} block"), help)
    } else if starts("```") || starts("~~~") {
        let help = format!("write `{marker}` before the fence that ends the code block");
        ("a code fence inside the block".to_owned(), help)
    } else if starts("#") || starts("//") || starts("--") || starts("/*") || starts(";") {
        let help = "remove the line, or put it outside the block: a block has no comments";
        ("blocks have no comments".to_owned(), help.to_owned())
    } else {
        let help = format!(
            "write `key = \"value\"`; text of several lines goes into a heredoc, `key = {opening}`"
        );
        ("neither `key = \"value\"` nor empty".to_owned(), help)
    }
}

/// Another spelling, and which of its markers the line is.
fn other_marker(scope: &Scope<'_>, line: &str) -> Option<(&'static Words, &'static str)> {
    let others = SPELLINGS.iter().map(|spelling| spelling.words());
    let mut others = others.filter(|words| words.name != scope.words.name);
    others.find_map(|words| {
        let kinds = [(words.header, "header"), (words.end, "end marker")];
        let (_, kind) = kinds.into_iter().find(|(start, _)| line.starts_with(start))?;
        Some((words, kind))
    })
}
