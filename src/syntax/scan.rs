//! Finds where blocks open, and hands each to its dialect.
//!
//! Prose is passed over by one vectorised search for what any opener begins with; nothing is
//! done per line.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};

use crate::{
    syntax::{
        Dialect, Parsed,
        dialect::{READINGS, Reading},
        fences::Fences,
        problem::Draft,
        reader::{Mark, Reader},
    },
    text::{Code, Response, Span},
};

/// The openers of all dialects, and of each alone. A task that is written in another dialect is read
/// again for itself, so they are made once.
static ALL: LazyLock<Option<Openers>> = LazyLock::new(|| Openers::new(READINGS));
static EACH: LazyLock<Vec<Option<Openers>>> =
    LazyLock::new(|| READINGS.iter().map(|reading| Openers::new(&[*reading])).collect());

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
    read_all(Reader::new(response), ALL.as_ref())
}

/// Finds the blocks of one dialect; what another would claim is prose.
#[must_use]
pub fn parse_only(response: &Response, dialect: Dialect) -> Parsed<'_> {
    let index = READINGS.iter().position(|reading| reading.dialect() == dialect);
    let mut reader = Reader::new(response);
    reader.forced = true;
    read_all(reader, index.and_then(|index| EACH.get(index)).and_then(Option::as_ref))
}

fn read_all<'r>(mut reader: Reader<'r>, openers: Option<&Openers>) -> Parsed<'r> {
    let Some(openers) = openers else { return reader.parsed };
    let mut fences = Fences::default();
    let mut from = 0;
    while let Some((at, end, readings)) = openers.next(reader.text, from) {
        let before = reader.mark();
        let found = readings.iter().find_map(|reading| {
            let next = reading.read(&mut reader, at)?;
            Some((reading.dialect(), next.max(at + 1)))
        });
        if let Some((dialect, next)) = found {
            from = next;
            leave_quoted(&mut reader, &mut fences, (before, dialect, at, next));
        } else {
            from = end;
        }
    }
    reader.parsed
}

/// Takes back what was read from `at` to `next` if it is only shown there. SHAM's headers count
/// wherever they stand.
fn leave_quoted(
    reader: &mut Reader<'_>,
    fences: &mut Fences,
    (before, dialect, at, next): (Mark, Dialect, usize, usize),
) {
    let is_exact = matches!(dialect, Dialect::Sham | Dialect::Nesl);
    if reader.forced || is_exact || !reader.has_more(&before) {
        return;
    }
    let earlier = reader.parsed.blocks.get(..before.blocks).unwrap_or_default();
    if !fences.quote(reader.text, earlier, at) {
        return;
    }
    let read = reader.text.get(at..next).unwrap_or_default();
    let span = Span::new(at, at + read.trim_end().len());
    reader.forget(before);
    fences.pass(next);
    let code = Code { field: dialect.name(), name: "not_a_block" };
    let message = "A block in a fence inside another fence, not performed";
    let draft =
        Draft::warning_of(code, reader.place_of(span), message).label("taken for an example");
    reader.report_outside(draft.help("if it is meant, send it outside of the outer fence"));
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
