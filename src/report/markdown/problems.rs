//! What was rejected, block by block: all that is wrong with it, and the block as written.

use std::{collections::HashMap, fmt::Write as _};

use super::{
    body::{Body, Rest},
    document::Entry,
    fence::span,
    markdown_report::name,
};
use crate::report::{ErrorType, ParseErrorEntry, budget::shortened, escape::escape_line};

/// How many errors of one block are told.
const MOST_ERRORS: usize = 8;
/// How many bytes a message or a help may have.
const LONGEST: usize = 600;

/// An entry for each block, with its errors; and for each error outside any block.
pub(super) fn rejected(errors: &[ParseErrorEntry]) -> Vec<Entry<'_>> {
    let mut blocks: Vec<Vec<&ParseErrorEntry>> = Vec::new();
    let mut known = HashMap::new();
    for error in errors {
        let index = match error.block_start_line {
            Some(line) => *known.entry((line, error.block_id.as_deref())).or_insert(blocks.len()),
            None => blocks.len(),
        };
        match blocks.get_mut(index) {
            Some(block) => block.push(error),
            None => blocks.push(vec![error]),
        }
    }
    blocks.iter().filter_map(|errors| block(errors)).collect()
}

fn block<'t>(errors: &[&'t ParseErrorEntry]) -> Option<Entry<'t>> {
    let first = *errors.first()?;
    let mut head = heading(first);
    for error in errors.iter().take(MOST_ERRORS) {
        problem(&mut head, error);
    }
    if let Some(more @ 1..) = errors.len().checked_sub(MOST_ERRORS) {
        let _ = writeln!(head, "- … {more} more in this block");
    }
    let written = first.sham_content.as_str();
    let bodies = if written.trim().is_empty() {
        Vec::new()
    } else if first.block_start_line.is_some() {
        let policy = errors.iter().all(|error| error.error_type == ErrorType::Policy);
        let label = if policy { "Refused block" } else { "Block to mend and resend" };
        vec![Body::contents(label, written, Rest::None)]
    } else {
        vec![Body::contents("The line", written, Rest::None)]
    };
    let name = first.block_id.as_deref().map(|id| span(&shortened(id, LONGEST)));
    Some(Entry::new(head, bodies).named(name.unwrap_or_default()))
}

/// An entry for each place of ignored files that undo does not bring back.
pub(super) fn not_kept(paths: &[String]) -> Vec<Entry<'_>> {
    let entry = |path: &String| {
        let path = span(&shortened(path, LONGEST));
        let head = format!("- {path}: what commands replaced there, git ignores\n");
        Entry::new(head, Vec::new()).named(path)
    };
    paths.iter().map(entry).collect()
}

/// An entry for each warning.
pub(super) fn warned(warnings: &[ParseErrorEntry]) -> Vec<Entry<'_>> {
    let entry = |warning: &ParseErrorEntry| {
        let mut head = String::from("- ");
        let id = warning.block_id.as_deref().map(|id| span(&shortened(id, LONGEST)));
        if let Some(id) = id {
            let _ = write!(head, "{id} ");
        }
        told(&mut head, warning);
        Entry::new(head, Vec::new())
    };
    warnings.iter().map(entry).collect()
}

fn heading(error: &ParseErrorEntry) -> String {
    let id = error.block_id.as_deref().map(|id| span(&shortened(id, LONGEST)));
    let action = error.action.as_deref().map(|action| {
        let word = error.dialect.and_then(|dialect| dialect.word(action)).unwrap_or(action);
        name(&shortened(word, LONGEST)).into_owned()
    });
    let title: Vec<String> = id.into_iter().chain(action).collect();
    let title = if title.is_empty() { "Outside any block".to_owned() } else { title.join(" ") };
    format!("\n### {title}\n")
}

fn problem(head: &mut String, error: &ParseErrorEntry) {
    head.push_str("- ");
    told(head, error);
}

fn told(head: &mut String, problem: &ParseErrorEntry) {
    let error = &problem.error;
    let message = shortened(&problem.message, LONGEST);
    let _ = write!(head, "line {}, column {}: ", error.line, error.column);
    if !message.starts_with(&error.code) {
        let _ = write!(head, "{}: ", escape_line(&error.code));
    }
    head.push_str(&escape_line(&message));
    if let Some(help) = &problem.help {
        let _ = write!(head, "\n  Help: {}", escape_line(&shortened(help, LONGEST)));
    }
    head.push('\n');
}
