//! Finds where blocks open, and hands each to its grammar.
//!
//! Prose is passed over by a vectorised search for what every opener begins with; nothing is
//! done per line.

use memchr::memmem::Finder;

use crate::{
    syntax::{
        Dialect, Parsed,
        dialect::{SPELLINGS, Spelling, of_dialect},
        grammar::{Header, read_block},
        line::{Line, is_space, trim},
        problem,
        reader::Reader,
    },
    text::Response,
};

/// What every header begins with.
const OPENER: &[u8] = b"#!";

/// Finds the blocks of every dialect in a response.
#[must_use]
pub fn parse(response: &Response) -> Parsed<'_> {
    parse_spelled(response, SPELLINGS)
}

/// Finds the blocks of one dialect; what another would claim is prose.
#[must_use]
pub fn parse_only(response: &Response, dialect: Dialect) -> Parsed<'_> {
    parse_spelled(response, &[of_dialect(dialect)])
}

fn parse_spelled<'r>(response: &'r Response, spellings: &[&'static dyn Spelling]) -> Parsed<'r> {
    let mut reader = Reader::new(response.text());
    let finder = Finder::new(OPENER);
    let mut from = 0;
    while let Some((line, spelling)) = next_header(&finder, reader.text, from, spellings) {
        from = open(&mut reader, line, spelling);
    }
    reader.parsed
}

/// The first header line of any of the spellings at or after `from`.
fn next_header<'r>(
    finder: &Finder<'_>,
    text: &'r str,
    from: usize,
    spellings: &[&'static dyn Spelling],
) -> Option<(Line<'r>, &'static dyn Spelling)> {
    let rest = text.as_bytes().get(from..)?;
    finder.find_iter(rest).find_map(|hit| header_at(text, from + hit, spellings))
}

/// The header line whose first characters other than white space stand at `at`.
fn header_at<'r>(
    text: &'r str,
    at: usize,
    spellings: &[&'static dyn Spelling],
) -> Option<(Line<'r>, &'static dyn Spelling)> {
    let rest = text.get(at..)?;
    let spelling = *spellings.iter().find(|each| rest.starts_with(each.words().header))?;
    let before = text.get(..at)?;
    // Only the white space that touches the marker is walked over, so that many markers in one
    // line cost no more than the line.
    let indent = before.trim_end_matches(|character| character != '\n' && is_space(character));
    if !indent.is_empty() && !indent.ends_with('\n') {
        return None;
    }
    let line = Line::at(text, indent.len());
    trim(line.text).starts_with(spelling.words().header).then_some((line, spelling))
}

/// Reads the block that `line` opens. Returns where reading goes on.
fn open<'r>(reader: &mut Reader<'r>, line: Line<'r>, spelling: &'static dyn Spelling) -> usize {
    let place = reader.place(line.span());
    match Header::read(&line, spelling) {
        Header::Sound(header) => read_block(reader, spelling, &header),
        Header::BadId { id, fault } => {
            let id_place = reader.place(id.span);
            reader.report_outside(problem::invalid_block_id(spelling.words(), id_place, fault));
            line.next
        }
        Header::Malformed => {
            reader.report_outside(problem::malformed_header(spelling.words(), place, line.text));
            line.next
        }
    }
}
