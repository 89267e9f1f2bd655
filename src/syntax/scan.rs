//! Finds where blocks open, and hands each to its dialect.
//!
//! Prose is passed over by one vectorised search for what any opener begins with; nothing is
//! done per line.

use aho_corasick::{AhoCorasick, Input, MatchKind};

use crate::{
    syntax::{
        Dialect, Parsed,
        dialect::{READINGS, Reading},
        reader::Reader,
    },
    text::Response,
};

/// Finds the blocks of every dialect in a response. It never fails and touches nothing: what is
/// wrong is among the [`Parsed::problems`]. Linear in the response's size.
///
/// ```
/// use git_clada::{Response, parse, parse_structure};
///
/// let text = "#!SHAM [@three-char-SHA-256: k7m]\npath = \"a.txt\"\n#!END_SHAM_k7m\n";
/// let response = Response::new("answer.md", text.into())?;
/// let parsed = parse(&response);
/// assert_eq!(parsed.blocks.len(), 1);
/// assert_eq!(parsed.blocks[0].field("path").expect("it has one").value.value, "a.txt");
///
/// // As `git clada parse --format json` prints it.
/// let json = serde_json::to_value(parse_structure(&response, &parsed)).expect("JSON");
/// assert_eq!(json["blocks"][0]["endLine"], 3);
/// # Ok::<(), git_clada::ResponseError>(())
/// ```
#[must_use]
pub fn parse(response: &Response) -> Parsed<'_> {
    read_all(Reader::new(response), READINGS)
}

/// Finds the blocks of one dialect; what another would claim is prose.
#[must_use]
pub fn parse_only(response: &Response, dialect: Dialect) -> Parsed<'_> {
    let readings = READINGS.iter().copied().filter(|each| each.dialect() == dialect);
    let mut reader = Reader::new(response);
    reader.forced = true;
    read_all(reader, &readings.collect::<Vec<_>>())
}

fn read_all<'r>(mut reader: Reader<'r>, readings: &[&'static dyn Reading]) -> Parsed<'r> {
    let Some(openers) = Openers::new(readings) else { return reader.parsed };
    let mut from = 0;
    while let Some((at, end, readings)) = openers.next(reader.text, from) {
        let next = readings.iter().find_map(|reading| reading.read(&mut reader, at));
        from = next.map_or(end, |next| next.max(at + 1));
    }
    reader.parsed
}

/// What is searched for, and who has to be asked where it stands.
struct Openers {
    search: AhoCorasick,
    readings: Vec<Vec<&'static dyn Reading>>,
}

impl Openers {
    fn new(all: &[&'static dyn Reading]) -> Option<Self> {
        let mut patterns: Vec<&str> = Vec::new();
        let mut readings: Vec<Vec<&'static dyn Reading>> = Vec::new();
        for reading in all {
            for opener in reading.openers() {
                let known = patterns.iter().position(|pattern| pattern == opener);
                if let Some(readings) = known.and_then(|at| readings.get_mut(at)) {
                    readings.push(*reading);
                } else {
                    patterns.push(opener);
                    readings.push(vec![*reading]);
                }
            }
        }
        let mut search = AhoCorasick::builder();
        let search = search.match_kind(MatchKind::LeftmostFirst).build(patterns).ok()?;
        Some(Self { search, readings })
    }

    /// The first opener at or after `from`: its first byte, the one after its last, and the
    /// dialects that have it.
    fn next(&self, text: &str, from: usize) -> Option<(usize, usize, &[&'static dyn Reading])> {
        let found = self.search.find(Input::new(text).range(from.min(text.len())..))?;
        let readings = self.readings.get(found.pattern().as_usize())?;
        Some((found.start(), found.end(), readings))
    }
}
