//! The hint for a text that is not in a file: what it may have been meant to be, the places
//! that are closest, or that there are none.

use std::{fmt::Write as _, ops::Range};

use memchr::memmem;

use super::{
    draw::{Drawing, draw},
    grams::search,
    lines::{Counter, named},
    readings::{Reading, readings},
    region::{Region, Sought, regions},
    visible::Signs,
};
use crate::engine::line_breaks::{has_only_crlf, with_crlf};

/// How many bytes a hint has at the most, but for a last line.
const MOST_BYTES: usize = 1900;
/// How many places are shown.
const MOST_PLACES: usize = 3;
/// What a place must have in common with the text, in percent: more of it in a single line.
const LEAST_ALIKE: usize = 50;
const LEAST_ALIKE_LINE: usize = 65;
/// How much less than the best one it may have, in percent: the less, the closer that one is.
const MUCH_LESS: usize = 15;
/// How many letters and digits a text must have to be taken for the edit's outcome.
const LEAST_LETTERS: usize = 4;

/// A text that is not in a file.
#[derive(Clone, Copy, Debug)]
pub struct Missed<'t> {
    /// The file as it is now.
    pub content: &'t str,
    /// The text.
    pub text: &'t str,
    /// The parameter that has it: `old_text`.
    pub name: &'t str,
    /// What would have been put in its place, and the parameter that has that.
    pub replacement: Option<(&'t str, &'t str)>,
    /// The file as it was before the response, where it was another.
    pub earlier: Option<&'t str>,
}

/// A hint and how much was looked at for it, in bytes.
pub(super) struct Told {
    pub(super) hint: String,
    pub(super) work: usize,
}

/// Says where the text may have been meant to be.
pub(super) fn told(missed: &Missed<'_>) -> Told {
    let name = missed.name;
    let only_crlf = has_only_crlf(missed.content);
    let file = File { content: missed.content, only_crlf };
    let mut hint = String::new();
    let done = already(missed, &file);
    if let Some((parameter, place)) = &done {
        let lines = file.lines(place);
        let _ = writeln!(
            hint,
            "{parameter} is in the file already, at {lines}: this edit may have been made before"
        );
    }
    if missed.earlier.is_some_and(|earlier| find(earlier, missed.text).is_some()) {
        let _ = writeln!(
            hint,
            "{name} was in the file before this response: an earlier block of it changed that"
        );
    }
    let readings = readings(missed.text);
    let exact = readings.iter().find_map(|read| Some((read, file.find(&read.text)?)));
    if let Some((reading, place)) = exact {
        let lines = file.lines(&place);
        let _ = writeln!(hint, "{name} {}; without that it is at {lines}", reading.why);
        return Told { hint, work: missed.content.len() * (2 + readings.len()) };
    }
    let closest = Closest::of(missed, &file, &readings);
    let work = closest.work;
    // Where the outcome stands, the text is of course not far from it.
    let seen = |region: &Region<'_>| {
        let overlaps = |place: &Range<usize>| {
            let (first, last) = file.numbers(place);
            region.lines.0 <= last && first <= region.lines.1
        };
        done.as_ref().is_some_and(|(_, place)| region.alike < 80 || overlaps(place))
    };
    closest.draw(&mut hint, name, seen);
    if hint.is_empty() {
        hint.push_str(nothing(missed));
    }
    Told { hint, work }
}

fn nothing(missed: &Missed<'_>) -> &'static str {
    if missed.content.is_empty() {
        "the file is empty"
    } else if missed.text.trim().is_empty() {
        "this white space is nowhere in the file"
    } else {
        "nothing in the file is like it: read the file, and copy the text from there"
    }
}

/// A file and what its line breaks are.
struct File<'t> {
    content: &'t str,
    only_crlf: bool,
}

impl File<'_> {
    /// Where a text stands, by the rule of edits for line breaks.
    fn find(&self, text: &str) -> Option<Range<usize>> {
        let exact = find(self.content, text);
        if exact.is_some() || !self.only_crlf || text.contains('\r') {
            return exact;
        }
        find(self.content, &with_crlf(text))
    }

    /// The numbers of the first and the last line of some bytes.
    fn numbers(&self, place: &Range<usize>) -> (usize, usize) {
        let mut counter = Counter::new(self.content);
        let first = counter.line_of(place.start);
        (first, counter.line_of(place.end.saturating_sub(1).max(place.start)))
    }

    fn lines(&self, place: &Range<usize>) -> String {
        let (first, last) = self.numbers(place);
        named(first, last)
    }
}

fn find(content: &str, text: &str) -> Option<Range<usize>> {
    let at = memmem::find(content.as_bytes(), text.as_bytes())?;
    Some(at..at + text.len())
}

/// Where the file has what the edit would have put there, if that says anything.
fn already<'t>(missed: &Missed<'t>, file: &File<'_>) -> Option<(&'t str, Range<usize>)> {
    let (name, text) = missed.replacement?;
    let letters = text.chars().filter(|character| character.is_alphanumeric());
    let says_something = letters.take(LEAST_LETTERS).count() == LEAST_LETTERS;
    if !says_something || find(missed.text, text).is_some() {
        return None;
    }
    Some((name, file.find(text)?))
}

/// The places that are closest to a text or to another reading of it.
struct Closest<'t> {
    regions: Vec<Region<'t>>,
    /// What is wrong with the text, where it was read in another way.
    why: Option<&'t str>,
    /// Whether only the beginning of the text was compared.
    is_cut: bool,
    work: usize,
}

impl<'t> Closest<'t> {
    fn of(missed: &Missed<'t>, file: &File<'t>, readings: &'t [Reading]) -> Self {
        let mut best = Self::to(missed.text, file, None);
        for reading in readings {
            let other = Self::to(&reading.text, file, Some(&reading.why));
            let work = best.work + other.work;
            if other.alike() > best.alike() {
                best = other;
            }
            best.work = work;
        }
        best
    }

    fn to(text: &'t str, file: &File<'t>, why: Option<&'t str>) -> Self {
        let mut sought = Sought::new(text);
        if file.only_crlf && !text.contains('\r') {
            sought = sought.with_any_break();
        }
        let found = search(file.content, sought.head);
        let mut all = regions(file.content, &sought, &found.windows);
        all.sort_by(|one, other| {
            let looks = other.same_looks.cmp(&one.same_looks);
            looks.then(other.alike.cmp(&one.alike)).then(one.lines.cmp(&other.lines))
        });
        let best = all.first().map(|best| (best.alike, best.same_looks));
        let least = if sought.lines.len() > 1 { LEAST_ALIKE } else { LEAST_ALIKE_LINE };
        let mut kept: Vec<Region<'t>> = Vec::new();
        for region in all {
            let close = best.is_some_and(|(alike, same_looks)| {
                let less = MUCH_LESS.min(103_usize.saturating_sub(alike));
                region.alike + less >= alike && (region.same_looks || !same_looks)
            });
            let overlaps = |other: &Region<'_>| {
                other.column == region.column
                    && other.lines.0 <= region.lines.1
                    && region.lines.0 <= other.lines.1
            };
            let enough = region.alike >= least || region.same_looks;
            if close && enough && kept.len() < MOST_PLACES && !kept.iter().any(overlaps) {
                kept.push(region);
            }
        }
        Self { regions: kept, why, is_cut: sought.is_cut, work: found.work }
    }

    fn alike(&self) -> usize {
        self.regions.first().map_or(0, |region| region.alike)
    }

    /// Draws the places but those that are `seen` already.
    fn draw(&self, hint: &mut String, name: &str, seen: impl Fn(&Region<'_>) -> bool) {
        let shown: Vec<&Region<'_>> = self.regions.iter().filter(|region| !seen(region)).collect();
        if shown.is_empty() {
            return;
        }
        if let Some(why) = self.why {
            let _ = writeln!(hint, "{name} {why}; without that:");
        }
        let mut signs = Signs::default();
        let room = MOST_BYTES.saturating_sub(hint.len()) / shown.len();
        for (at, region) in shown.iter().enumerate() {
            let rows = if shown.len() == 1 { 14 } else { 6 };
            let drawing = Drawing { name, rows, bytes: room };
            hint.push_str(if at == 0 { "closest: " } else { "or " });
            hint.push_str(&draw(region, &drawing, &mut signs));
        }
        let legend = signs.legend();
        let semicolon = if legend.is_empty() { "" } else { "; " };
        let _ = writeln!(hint, "- is {name}, + is the file{semicolon}{legend}");
        if self.is_cut {
            let _ = writeln!(hint, "{name} is long: only its beginning was compared");
        }
    }
}
