//! One block: where it is divided, and where it ends.
//!
//! Lines of the content may themselves be markers, as in a manual of aider's or a file with a
//! conflict of git's. What is balanced in there is content; what remains must allow one reading.

use super::marker::{Marker, span_of};
use crate::{
    syntax::{dialect::patch::Fault, line::Line},
    text::Span,
};

/// A block as it stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block<'r> {
    pub(super) opener: Line<'r>,
    /// The line that ends it.
    pub(super) closer: Line<'r>,
    /// The line that divides it, or why there is none.
    pub(super) divider: Result<Line<'r>, (Fault, Span)>,
}

/// What is open while a block is read.
struct Open<'r> {
    /// Whether it is aider's own; otherwise it is git's.
    is_search: bool,
    start: usize,
    dividers: Vec<(Line<'r>, usize)>,
}

/// Reads the block that the line opens, whose marker has that length. Where it has no end, it adds
/// to `unclosed` all openers that are known to have none, the first one last.
pub(super) fn read<'r>(
    text: &'r str,
    (opener, length): (Line<'r>, usize),
    unclosed: &mut Vec<usize>,
) -> Option<Block<'r>> {
    let mut open = vec![Open { is_search: true, start: opener.start, dividers: Vec::new() }];
    let mut at = opener.next;
    while at < text.len() {
        let line = Line::at(text, at);
        at = line.next;
        match Marker::read(line.text) {
            None => {}
            Some(marker @ (Marker::Search(_) | Marker::Other)) => {
                let is_search = matches!(marker, Marker::Search(_));
                open.push(Open { is_search, start: line.start, dividers: Vec::new() });
            }
            Some(Marker::Divider(signs)) => {
                if let Some(last) = open.last_mut() {
                    last.dividers.push((line, signs));
                }
            }
            Some(Marker::OtherEnd) => drop(open.pop_if(|last| !last.is_search)),
            Some(Marker::Replace) => {
                dissolve(&mut open);
                if open.len() == 1 {
                    let dividers = open.pop().map(|open| open.dividers).unwrap_or_default();
                    let divider = divider(&dividers, (&opener, length));
                    return Some(Block { opener, closer: line, divider });
                }
                open.pop();
            }
        }
    }
    let searches = open.iter().filter(|open| open.is_search).map(|open| open.start);
    unclosed.extend(searches.rev());
    None
}

/// What git would open and nothing has closed is content of what is open around it.
fn dissolve(open: &mut Vec<Open<'_>>) {
    let searches = open.iter().rposition(|open| open.is_search).map_or(0, |last| last + 1);
    let git = open.split_off(searches);
    if let Some(around) = open.last_mut() {
        around.dividers.extend(git.into_iter().flat_map(|open| open.dividers));
    }
}

/// The one divider: the only one, or the only one that is as long as the opening marker.
fn divider<'r>(
    dividers: &[(Line<'r>, usize)],
    (opener, length): (&Line<'_>, usize),
) -> Result<Line<'r>, (Fault, Span)> {
    if let [(line, _)] = dividers {
        return Ok(*line);
    }
    let mut alike = dividers.iter().filter(|(_, signs)| *signs == length);
    match (alike.next(), alike.next(), dividers.first()) {
        (Some((line, _)), None, _) => Ok(*line),
        (_, _, Some((line, _))) => Err((Fault::Dividers, span_of(line))),
        (_, _, None) => Err((Fault::NoDivider, span_of(opener))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is searched, what replaces it, and what follows.
    fn parts(text: &str) -> Option<Result<[&str; 3], Fault>> {
        let block = read(text, Marker::opener(text, 0)?, &mut Vec::new())?;
        let part = |from: usize, to: usize| text.get(from..to).expect("boundaries");
        Some(block.divider.map_err(|(fault, _)| fault).map(|divider| {
            [
                part(block.opener.next, divider.start),
                part(divider.next, block.closer.start),
                part(block.closer.next, text.len()),
            ]
        }))
    }

    #[test]
    fn a_block_is_divided_and_ends() {
        let text = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\nrest";
        assert_eq!(parts(text), Some(Ok(["a\n", "b\n", "rest"])));
        assert_eq!(parts("<<<<< SEARCH\n=====\n>>>>> REPLACE"), Some(Ok(["", "", ""])));
    }

    #[test]
    fn what_is_balanced_is_content() {
        let conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n";
        let text = format!("<<<<<<< SEARCH\n{conflict}=======\nc\n>>>>>>> REPLACE\n");
        assert_eq!(parts(&text), Some(Ok([conflict, "c\n", ""])));
        let inner = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
        let text = format!("<<<<<<< SEARCH\nx\n=======\n{inner}>>>>>>> REPLACE\n");
        assert_eq!(parts(&text), Some(Ok(["x\n", inner, ""])));
    }

    #[test]
    fn a_literal_divider_is_content_where_one_reading_is_left() {
        let text = "<<<<<<< SEARCH\nTitle\n=====\n=======\nName\n=====\n>>>>>>> REPLACE\n";
        assert_eq!(parts(text), Some(Ok(["Title\n=====\n", "Name\n=====\n", ""])));
        let text = "<<<<<<< SEARCH\n<<<<<<< HEAD\n=======\na\n>>>>>>> REPLACE\n";
        assert_eq!(parts(text), Some(Ok(["<<<<<<< HEAD\n", "a\n", ""])));
        let text = "<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n";
        assert_eq!(parts(text), Some(Err(Fault::Dividers)));
        assert_eq!(parts("<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n"), Some(Err(Fault::NoDivider)));
    }

    #[test]
    fn openers_without_an_end_are_told_once() {
        let text =
            "<<<<<<< SEARCH\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n=======\n";
        let mut unclosed = Vec::new();
        let opener = Marker::opener(text, 0).expect("an opener");
        assert_eq!(read(text, opener, &mut unclosed), None);
        assert_eq!(unclosed, [54, 0]);
    }
}
