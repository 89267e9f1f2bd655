//! Blocks under one name, one after the other.

use std::borrow::Cow;

use super::{
    block::{Block, read},
    file_name,
    marker::{Marker, span_of},
};
use crate::{
    syntax::{
        dialect::patch::{Claim, Doubt, Fault, FileChange, Flaw, Value, is_fence},
        line::Line,
    },
    text::{Span, Spanned},
};

/// What is around the blocks.
pub(super) struct Around<'u> {
    /// Where what came before ended: no name stands above.
    pub(super) from: usize,
    /// Whether a block without a name is one all the same.
    pub(super) forced: bool,
    /// Whether the block above is one of aider's: then a whole one without a name is no example.
    pub(super) beside: bool,
    /// Openers that are known to have no end, the first one last.
    pub(super) unclosed: &'u mut Vec<usize>,
}

/// Reads the blocks from the one that begins at `at` on; `None` where none does. Empty lines and
/// fences alone may stand between them: a line of prose could speak of another file.
pub(super) fn blocks<'r>(text: &'r str, at: usize, around: &mut Around<'_>) -> Option<Claim<'r>> {
    let mut opener = Marker::opener(text, at)?;
    let name = file_name::above(text, around.from, at);
    let mut claim = Claim::default();
    loop {
        let block = closed(text, opener, around);
        let is_meant = around.forced || (around.beside && block.is_some());
        let is_named = name.is_some() || is_meant;
        let (end, after) = match &block {
            Some(block) => (span_of(&block.closer).end, block.closer.next),
            // What follows may be a part of it: a manual of aider's, say.
            None if is_named => (text.trim_end().len(), text.len()),
            None => {
                let last = last_line(text, opener.0);
                (span_of(&last).end, last.next)
            }
        };
        claim.next = after;
        let span = Span::new(opener.0.start, end);
        if is_named {
            claim.changes.push(change(text, (&opener.0, block.as_ref(), span), name));
        } else {
            claim.flaws.push(Flaw { fault: Fault::Doubt(Doubt::NoName), span });
        }
        if block.is_none() {
            return Some(claim);
        }
        match next(text, claim.next) {
            Some(next) => opener = next,
            None => return Some(claim),
        }
    }
}

/// The block that is opened, without looking for an end that is known not to be there.
fn closed<'r>(
    text: &'r str,
    opener: (Line<'r>, usize),
    around: &mut Around<'_>,
) -> Option<Block<'r>> {
    let start = opener.0.start;
    while around.unclosed.pop_if(|known| *known < start).is_some() {}
    if around.unclosed.pop_if(|known| *known == start).is_some() {
        return None;
    }
    let block = read(text, opener, around.unclosed);
    around.unclosed.pop_if(|known| *known == start);
    block
}

/// The opener that follows with nothing but empty lines and fences between.
fn next(text: &str, from: usize) -> Option<(Line<'_>, usize)> {
    let mut at = from;
    while at < text.len() {
        let line = Line::at(text, at);
        if !line.text.trim().is_empty() && !is_fence(line.text) {
            return Marker::opener(text, at);
        }
        at = line.next;
    }
    None
}

/// The last line of what may be a block and has neither name nor end: an empty line, a fence or the
/// next block have nothing to do with it.
fn last_line<'r>(text: &'r str, opener: Line<'r>) -> Line<'r> {
    let mut last = opener;
    while last.next < text.len() {
        let line = Line::at(text, last.next);
        let is_other = line.text.trim().is_empty()
            || is_fence(line.text)
            || Marker::opener(text, line.start).is_some();
        if is_other {
            break;
        }
        last = line;
    }
    last
}

/// What a block changes.
fn change<'r>(
    text: &'r str,
    (opener, block, span): (&Line<'r>, Option<&Block<'r>>, Span),
    name: Option<(&'r str, Span)>,
) -> FileChange<'r> {
    let found = match (block, name) {
        (None, _) => Err((Fault::OpenEnded(">>>>>>> REPLACE"), span_of(opener))),
        (Some(_), None) => Err((Fault::NamelessBlock, span_of(opener))),
        (Some(block), Some(name)) => block.divider.map(|divider| (block, divider, name)),
    };
    let change = match found {
        Ok((block, divider, name)) => {
            let old = Span::new(block.opener.next, divider.start);
            let new = Span::new(divider.next, block.closer.start);
            edit(text, opener, (old, new), name)
        }
        Err((fault, at)) => {
            let change = FileChange::new("file_patch", span_of(opener)).flawed(fault, at);
            let path = name.map(|(name, at)| Spanned::new(Cow::Borrowed(name), at));
            match path {
                Some(path) => change.with("path", path),
                None => change,
            }
        }
    };
    FileChange { span, closed: block.is_some(), ..change }
}

/// The lines to search, and those that replace them.
fn edit<'r>(
    text: &'r str,
    opener: &Line<'r>,
    (old, new): (Span, Span),
    (name, at): (&'r str, Span),
) -> FileChange<'r> {
    let part = |span: Span| text.get(span.range()).unwrap_or_default();
    let path = Spanned::new(Cow::Borrowed(name), at);
    if !part(old).trim().is_empty() {
        let change = FileChange::new("file_patch", span_of(opener)).with("path", path);
        return change.with("hunks", hunk(part(old), part(new), Span::new(old.start, new.end)));
    }
    let create = FileChange::new("file_create", span_of(opener)).with("path", path);
    let create = create.with("content", Spanned::new(Cow::Borrowed(part(new)), new));
    if part(new).is_empty() { create.flawed(Fault::NoChange, span_of(opener)) } else { create }
}

/// The same as a hunk: whole lines that go, and lines that come.
fn hunk<'r>(old: &str, new: &str, span: Span) -> Value<'r> {
    let mut hunk = String::with_capacity(old.len() + new.len());
    for (sign, lines) in [('-', old), ('+', new)] {
        for line in lines.split_inclusive('\n') {
            hunk.push(sign);
            hunk.push_str(line);
        }
    }
    Spanned::new(Cow::Owned(hunk), span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(text: &str) -> Claim<'_> {
        let at = text.find("<<<").expect("an opener");
        let mut unclosed = Vec::new();
        let mut around = Around { from: 0, forced: false, beside: false, unclosed: &mut unclosed };
        blocks(text, at, &mut around).expect("a block")
    }

    /// Action, path and third value of each change, and the faults.
    fn told(text: &str) -> (Vec<String>, Vec<Fault>) {
        let claim = claimed(text);
        let change = |change: &FileChange<'_>| {
            let values: Vec<&str> = change.values.iter().map(|(_, value)| &*value.value).collect();
            format!("{} {}", change.action, values.join(" "))
        };
        let inside = claim.changes.iter().flat_map(|change| &change.flaws);
        let faults = inside.chain(&claim.flaws).map(|flaw| flaw.fault).collect();
        (claim.changes.iter().map(change).collect(), faults)
    }

    const BLOCK: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";

    #[test]
    fn blocks_under_one_name_are_changes_of_one_file() {
        let text = format!("x.rs\n```rust\n{BLOCK}\n{BLOCK}```\n\n```rust\n{BLOCK}```\n");
        let change = "file_patch x.rs -a\n+b\n".to_owned();
        assert_eq!(told(&text), (vec![change; 3], vec![]));
    }

    #[test]
    fn prose_between_blocks_ends_what_a_name_holds_for() {
        let text = format!("x.rs\n{BLOCK}And in the other file:\n{BLOCK}");
        let claim = claimed(&text);
        assert_eq!(claim.changes.len(), 1);
        assert!(text.get(claim.next..).expect("a boundary").starts_with("And"));
    }

    #[test]
    fn a_block_without_a_name_is_not_applied() {
        assert_eq!(
            told(&format!("Like this:\n{BLOCK}")),
            (vec![], vec![Fault::Doubt(Doubt::NoName)])
        );
    }

    #[test]
    fn a_whole_block_without_a_name_is_rejected_where_one_with_a_name_stands_above() {
        let faults = |text: &str| {
            let mut unclosed = Vec::new();
            let mut around =
                Around { from: 0, forced: false, beside: true, unclosed: &mut unclosed };
            let claim = blocks(text, text.find("<<<")?, &mut around)?;
            let inside = claim.changes.iter().flat_map(|change| &change.flaws);
            Some(inside.chain(&claim.flaws).map(|flaw| flaw.fault).collect::<Vec<_>>())
        };
        assert_eq!(faults(&format!("And:\n{BLOCK}")), Some(vec![Fault::NamelessBlock]));
        let open = "And:\n<<<<<<< SEARCH\na\n";
        assert_eq!(faults(open), Some(vec![Fault::Doubt(Doubt::NoName)]));
    }

    #[test]
    fn nothing_to_search_is_a_new_file() {
        let new = |old| format!("x.rs\n<<<<<<< SEARCH\n{old}=======\nb\n>>>>>>> REPLACE\n");
        let create = || vec!["file_create x.rs b\n".to_owned()];
        assert_eq!(told(&new("")), (create(), vec![]));
        assert_eq!(told(&new("\n")), (create(), vec![]));
        let nothing = "x.rs\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n";
        assert_eq!(told(nothing).1, [Fault::NoChange]);
    }

    #[test]
    fn a_block_without_an_end_is_rejected_with_all_that_follows() {
        let text = format!("x.rs\n<<<<<<< SEARCH\na\n=======\nb\n```\n\ny.rs\n{BLOCK}");
        let claim = claimed(&text);
        assert_eq!(claim.changes.len(), 1);
        assert_eq!(claim.changes[0].flaws[0].fault, Fault::OpenEnded(">>>>>>> REPLACE"));
        assert_eq!(claim.next, text.len());
    }

    #[test]
    fn what_has_neither_name_nor_end_holds_nothing() {
        let text = format!("<<<<<<< SEARCH\na\n\ny.rs\n{BLOCK}");
        let claim = claimed(&text);
        assert_eq!(claim.flaws[0].fault, Fault::Doubt(Doubt::NoName));
        assert!(text.get(claim.next..).expect("a boundary").starts_with("\ny.rs\n"));
    }
}
