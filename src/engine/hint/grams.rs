//! Where a text's looks are found again: short runs of folded characters are counted in a window
//! that moves over the content once.

use std::{collections::VecDeque, ops::Range};

use super::fold::fold;

/// How many places are looked at closer.
const MOST: usize = 6;
/// How many of its runs a place must have, in percent.
const LEAST: usize = 20;
/// How many runs are told apart, as a power of two.
const BITS: u32 = 16;

/// A part of a content that has many of a text's runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// How many, and how many of the text's that is in percent.
    pub(super) score: usize,
    pub(super) percent: usize,
    /// From the first of them to the last.
    pub(super) bytes: Range<usize>,
}

/// What a search found, and how much was looked at.
pub(super) struct Found {
    /// The best first; of the same score, in the content's order. They do not overlap.
    pub(super) windows: Vec<Window>,
    /// In bytes; a run that is there counts for several.
    pub(super) work: usize,
}

/// Finds the parts of a content that look most like a text.
pub(super) fn search(content: &str, text: &str) -> Found {
    let wanted = Wanted::new(text);
    let mut slide = Slide::new(&wanted);
    if wanted.total > 0 {
        each_run(content, wanted.length, |run| slide.take(&run));
        slide.end_of_peak();
    }
    let Slide { mut windows, hits, .. } = slide;
    windows.sort_by(|one, other| {
        other.score.cmp(&one.score).then(one.bytes.start.cmp(&other.bytes.start))
    });
    Found { windows, work: content.len() + text.len() + 4 * hits }
}

/// A run of folded characters.
struct Run {
    /// What it is.
    slot: usize,
    /// How many folded characters stand before its end.
    at: usize,
    /// The bytes of its last character.
    last: Range<usize>,
}

/// The runs that are looked for.
struct Wanted {
    /// How many characters a run has.
    length: usize,
    /// How often each is there.
    counts: Vec<u16>,
    /// A bit for each that is there at all: small enough to stay near.
    bits: Vec<u64>,
    /// How many there are.
    total: usize,
    /// How many folded characters the text has.
    characters: usize,
}

impl Wanted {
    fn new(text: &str) -> Self {
        let mut characters = 0;
        text.chars().for_each(|character| fold(character, |_| characters += 1));
        let length = match characters {
            0..8 => 2,
            8..32 => 3,
            _ => 5,
        };
        let mut wanted = Self {
            length,
            counts: vec![0; 1 << BITS],
            bits: vec![0; 1 << (BITS - 6)],
            total: 0,
            characters,
        };
        each_run(text, length, |run| {
            if let Some(count) = wanted.counts.get_mut(run.slot) {
                *count = count.saturating_add(1);
            }
            if let Some(bits) = wanted.bits.get_mut(run.slot >> 6) {
                *bits |= 1 << (run.slot & 63);
            }
            wanted.total += 1;
        });
        wanted
    }

    fn has(&self, slot: usize) -> bool {
        self.bits.get(slot >> 6).is_some_and(|bits| bits & (1 << (slot & 63)) != 0)
    }
}

/// What an ASCII byte is folded to; 0 where nothing is left, 0xff for what is no ASCII.
const FOLDED: [u8; 256] = folded_bytes();

const fn folded_bytes() -> [u8; 256] {
    let mut table = [0xff; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        #[expect(clippy::indexing_slicing, reason = "a byte is below 256; constants have no `get`")]
        {
            table[byte as usize] = match byte {
                b'\'' | b'`' => b'"',
                _ if byte.is_ascii_graphic() => byte.to_ascii_lowercase(),
                _ => 0,
            };
        }
        byte += 1;
    }
    table
}

/// Calls `each` for each run of `length` folded characters.
fn each_run(text: &str, length: usize, mut each: impl FnMut(Run)) {
    let mask = (1_u64 << (12 * length)) - 1;
    let mut run = 0_u64;
    let mut at = 0;
    let mut push = |folded: u64, last: Range<usize>| {
        run = (run << 12 | folded & 0xfff) & mask;
        at += 1;
        if at >= length {
            let mixed = run.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS);
            each(Run { slot: usize::try_from(mixed).unwrap_or(0), at, last });
        }
    };
    let mut byte_at = 0;
    while let Some(&byte) = text.as_bytes().get(byte_at) {
        let folded = FOLDED.get(usize::from(byte)).copied().unwrap_or(0xff);
        if folded != 0xff {
            if folded != 0 {
                push(u64::from(folded), byte_at..byte_at + 1);
            }
            byte_at += 1;
            continue;
        }
        let Some(character) = text.get(byte_at..).and_then(|rest| rest.chars().next()) else {
            return;
        };
        let last = byte_at..byte_at + character.len_utf8();
        byte_at = last.end;
        fold(character, |kept| push(u64::from(kept), last.clone()));
    }
}

/// The window as it moves.
struct Slide<'w> {
    wanted: &'w Wanted,
    /// The runs inside that are looked for: slot, place, first byte.
    inside: VecDeque<(usize, usize, usize)>,
    /// How often each run is inside.
    counts: Vec<u16>,
    /// How many of the runs that are looked for are inside.
    score: usize,
    /// The best window since the last one that was kept.
    peak: Option<Window>,
    windows: Vec<Window>,
    hits: usize,
}

impl<'w> Slide<'w> {
    fn new(wanted: &'w Wanted) -> Self {
        Self {
            wanted,
            inside: VecDeque::new(),
            counts: vec![0; 1 << BITS],
            score: 0,
            peak: None,
            windows: Vec::new(),
            hits: 0,
        }
    }

    fn take(&mut self, run: &Run) {
        if !self.wanted.has(run.slot) {
            return;
        }
        self.hits += 1;
        let reach = self.wanted.characters + self.wanted.characters / 8;
        while let Some(&(slot, at, _)) = self.inside.front()
            && at + reach < run.at
        {
            self.inside.pop_front();
            self.count(slot, Direction::Out);
        }
        self.inside.push_back((run.slot, run.at, run.last.start));
        self.count(run.slot, Direction::In);
        let first = self.inside.front().map_or(run.last.start, |&(_, _, first)| first);
        if self.peak.as_ref().is_some_and(|peak| peak.bytes.end <= first) {
            self.end_of_peak();
        }
        if self.peak.as_ref().is_none_or(|peak| peak.score < self.score) {
            let percent = 100 * self.score / self.wanted.total.max(1);
            self.peak = Some(Window { score: self.score, percent, bytes: first..run.last.end });
        }
    }

    /// What is there more often than it is looked for does not count.
    fn count(&mut self, slot: usize, direction: Direction) {
        let wanted = self.wanted.counts.get(slot).copied().unwrap_or(0);
        let Some(count) = self.counts.get_mut(slot) else { return };
        match direction {
            Direction::In => {
                self.score += usize::from(*count < wanted);
                *count = count.saturating_add(1);
            }
            Direction::Out => {
                *count = count.saturating_sub(1);
                self.score = self.score.saturating_sub(usize::from(*count < wanted));
            }
        }
    }

    /// Keeps the peak if it is among the best so far.
    fn end_of_peak(&mut self) {
        let Some(peak) = self.peak.take() else { return };
        if peak.percent < LEAST {
            return;
        }
        if self.windows.len() == MOST {
            // Of several worst ones the last goes.
            let worst = self.windows.iter().enumerate().rev().min_by_key(|(_, one)| one.score);
            let Some(at) = worst.filter(|(_, one)| one.score < peak.score).map(|(at, _)| at) else {
                return;
            };
            self.windows.remove(at);
        }
        self.windows.push(peak);
    }
}

/// Whether a run comes into the window or leaves it.
#[derive(Clone, Copy)]
enum Direction {
    In,
    Out,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::hint::fold::fold_ascii;

    fn found<'t>(content: &'t str, text: &str) -> Vec<&'t str> {
        let windows = search(content, text).windows;
        windows.into_iter().map(|window| content.get(window.bytes).expect("inside")).collect()
    }

    #[test]
    fn bytes_are_folded_as_characters_are() {
        for byte in 0..=0x7f_u8 {
            let folded = fold_ascii(char::from(byte)).map_or(0, |kept| kept as u32);
            assert_eq!(u32::from(FOLDED[usize::from(byte)]), folded, "{byte}");
        }
    }

    #[test]
    fn the_part_that_looks_alike_is_found() {
        let content =
            "fn a() {}\n\nfn total(&self) -> u32 {\n    self.lines.sum()\n}\n\nfn b() {}\n";
        let text = "fn total( &self )->u32 {\n\tself.Lines.sum()\n}";
        let best = found(content, text);
        assert!(best[0].contains("tal(&self) -> u32 {\n    self.lines.sum()\n}"), "{best:?}");
    }

    #[test]
    fn the_best_part_comes_first_and_parts_do_not_overlap() {
        let content = "let width = 1;\nlet other = 2;\nlet width_of_all = 3;\n".repeat(3);
        let windows = search(&content, "let width_of_it = 3;").windows;
        assert!(windows[0].score >= windows[1].score);
        let mut ranges: Vec<_> = windows.iter().map(|window| window.bytes.clone()).collect();
        ranges.sort_by_key(|range| range.start);
        assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start), "{ranges:?}");
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(found("fn main() {}\n", "SELECT name FROM users"), Vec::<&str>::new());
        assert_eq!(found("", "x"), Vec::<&str>::new());
        assert_eq!(found("abc", "   "), Vec::<&str>::new());
    }
}
