//! Problems of headers, end markers and heredocs that are not closed.

use super::{
    draft::Draft,
    scope::{Scope, header_line},
};
use crate::{
    syntax::{
        dialect::{ANNOTATION, Words, is_id},
        grammar::{IdFault, Suspect, SuspectPlace},
        line::trim,
    },
    text::{Diagnostic, Place, Span},
};

/// A header line that has not the right form.
pub(in crate::syntax) fn malformed_header(words: &Words, place: Place, line: &str) -> Diagnostic {
    let name = words.name;
    let message = format!("Invalid {name} header format");
    let draft = Draft::error("MALFORMED_HEADER", place, message);
    let trimmed = trim(line);
    let wanted = header_line(words, guess_id(trimmed).unwrap_or("k7m"));
    let inside = trimmed.strip_prefix(words.header).unwrap_or_default();
    if trimmed.len() != line.len() && is_exact(words, trimmed) {
        let help = format!("write `{wanted}` at the start of its line, and nothing after it");
        return draft.label("white space around the header").help(help);
    }
    if guess_id(trimmed).is_none() {
        let help = format!("write `{wanted}`, with three letters or digits of your own as the ID");
        return draft.label("no block ID of the right form").help(help);
    }
    if trimmed.starts_with(&wanted) {
        return draft.label("something stands after the header").help(format!("write `{wanted}`"));
    }
    if inside.starts_with("[@") && inside.ends_with(']') && !inside.contains(ANNOTATION) {
        let help = format!("write `{wanted}`: the word after `@` is always `{ANNOTATION}`");
        return draft.label("another word than the one that is expected").help(help);
    }
    draft.label("not of the form that a header has").help(format!("write `{wanted}`"))
}

fn is_exact(words: &Words, line: &str) -> bool {
    guess_id(line).is_some_and(|id| line == header_line(words, id))
}

/// The last word of a header that could be an ID, if one stands where an ID does.
fn guess_id(line: &str) -> Option<&str> {
    let line = line.rsplit_once(']').map_or(line, |(before, _)| before);
    let (_, last) = line.rsplit_once([':', ' ', '['])?;
    Some(trim(last)).filter(|id| is_id(id))
}

/// A header whose ID no block may have.
pub(in crate::syntax) fn invalid_block_id(
    words: &Words,
    place: Place,
    fault: IdFault,
) -> Diagnostic {
    let (message, label) = match fault {
        IdFault::Length => ("Block ID must be exactly 3 characters", "not three characters"),
        IdFault::Characters => {
            ("Block ID must contain only alphanumeric characters", "not only A-Z, a-z and 0-9")
        }
    };
    let Words { end, delimiter, .. } = words;
    let help = format!(
        "write three letters or digits, such as `{}`; the block then ends with `{end}k7m`, and its \
         heredocs with `{delimiter}k7m`",
        header_line(words, "k7m"),
    );
    Draft::error("INVALID_BLOCK_ID", place, message).label(label).help(help)
}

/// An end marker with another block's ID.
pub(in crate::syntax) fn mismatched_end(scope: &Scope<'_>, place: Place, id: &str) -> Diagnostic {
    let own = scope.id;
    let message = format!("End marker '{id}' doesn't match block ID '{own}'");
    Draft::error("MISMATCHED_END", place, message)
        .label(format!("closes block `{own}` all the same"))
        .also(scope.header, format!("block `{own}` opened here"))
        .help(format!("write `{}`", scope.end_marker()))
}

/// A header inside an open block.
pub(in crate::syntax) fn unclosed_by_header(
    scope: &Scope<'_>,
    place: Place,
    header: Span,
) -> Diagnostic {
    let marker = scope.end_marker();
    unclosed_before(scope, place)
        .also(header, "the next header")
        .help(format!("write `{marker}` on a line of its own before the new header"))
}

/// A malformed header inside an open block, which goes on.
pub(in crate::syntax) fn unclosed_by_malformed(
    scope: &Scope<'_>,
    place: Place,
    header: Span,
) -> Diagnostic {
    let (marker, wanted) = (scope.end_marker(), header_line(scope.words, "ID"));
    unclosed_before(scope, place)
        .also(header, "a header, though not of the right form")
        .help(format!("write `{marker}` before the new header, and the header as `{wanted}`"))
}

fn unclosed_before(scope: &Scope<'_>, place: Place) -> Draft {
    let (id, marker) = (scope.id, scope.end_marker());
    Draft::error("UNCLOSED_BLOCK", place, format!("Block '{id}' not closed before new block"))
        .label(format!("no `{marker}` up to here"))
        .also(scope.header, format!("block `{id}` opened here"))
}

/// The end of the input inside a block. `stray` is a line that was meant to be its end marker.
pub(in crate::syntax) fn unclosed_at_end(
    scope: &Scope<'_>,
    place: Place,
    stray: Option<Span>,
) -> Diagnostic {
    let (id, marker) = (scope.id, scope.end_marker());
    let draft =
        Draft::error("UNCLOSED_BLOCK", place, format!("Block '{id}' not closed before EOF"))
            .label("the response ends here")
            .also(scope.header, format!("block `{id}` opened here"));
    match stray {
        None => draft.help(format!("write `{marker}` on a line of its own where the block ends")),
        Some(span) => draft
            .also(span, "not quite an end marker")
            .help(format!("write `{marker}` at the start of its line, and nothing after it")),
    }
}

/// The end of the input inside a heredoc that was opened at `opening`.
pub(in crate::syntax) fn unclosed_heredoc(
    scope: &Scope<'_>,
    place: Place,
    opening: Span,
    suspect: Option<Suspect>,
) -> Diagnostic {
    let (delimiter, marker) = (scope.delimiter(), scope.end_marker());
    let message = format!("Heredoc '{delimiter}' not closed before EOF");
    let draft = Draft::error("UNCLOSED_HEREDOC", place, message)
        .label("the response ends here")
        .also(opening, "the heredoc opened here");
    let Some(suspect) = suspect else {
        return draft.help(format!(
            "write `{delimiter}` on a line of its own after the content, then `{marker}`"
        ));
    };
    let (label, help) = match suspect.place {
        SuspectPlace::AfterContent => (
            "the delimiter stands at the end of a content line",
            format!("put `{delimiter}` on a line of its own: it closes nothing behind other text"),
        ),
        SuspectPlace::Indented => (
            "white space stands before the delimiter",
            format!("put `{delimiter}` at the start of its line"),
        ),
        SuspectPlace::Followed => (
            "something stands after the delimiter",
            format!("let `{delimiter}` end its line: nothing may follow it, no space and no quote"),
        ),
    };
    draft.also(suspect.span, label).help(help)
}
