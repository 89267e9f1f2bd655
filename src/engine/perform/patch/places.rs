//! Where a hunk's lines stand in a file. Pure.
//!
//! Only whole lines count. The text decides; what else a hunk says only tells places apart.

use std::ops::Range;

use memchr::{memchr_iter, memmem};

use crate::{
    engine::line_breaks::{has_only_crlf, with_crlf},
    syntax::Hunk,
};

/// The byte order mark, which nobody sees.
pub(super) const MARK: &str = "\u{feff}";

/// How the file's line breaks differ from those of the hunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// The file has `\r\n` where the hunk has `\n`.
    pub(super) crlf: bool,
    /// The file has no line break at its end, of which the hunk says nothing.
    pub(super) no_end: bool,
}

/// A file's text and what is known of its lines.
pub(super) struct File<'t> {
    pub(super) content: &'t str,
    only_crlf: bool,
}

/// The places of a hunk's text.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Their bytes, in order.
    pub(super) found: Vec<Range<usize>>,
    pub(super) taken: Taken,
}

impl<'t> File<'t> {
    pub(super) fn new(content: &'t str) -> Self {
        Self { content, only_crlf: has_only_crlf(content) }
    }

    /// Finds the lines of a hunk as they are before its change, of which there are some.
    ///
    /// Where they are absent as they stand, have no `\r`, and the file's breaks are `\r\n`
    /// throughout, their `\n` are taken for these, as for every edit. Where the file does not end
    /// in a line break, a last line need not say so. The mark that a file may begin with is no part
    /// of its first line unless the hunk has it too.
    pub(super) fn places(&self, hunk: &Hunk<'_>) -> Places {
        let old = hunk.old_text();
        let exact = self.find(&old);
        if !exact.found.is_empty() || !self.only_crlf || old.contains('\r') || !old.contains('\n') {
            return exact;
        }
        let mut places = self.find(&with_crlf(&old));
        places.taken.crlf = true;
        places
    }

    fn find(&self, old: &str) -> Places {
        let found = whole_lines(self.content.as_bytes(), old.as_bytes());
        let mut places = Places { found, taken: Taken::default() };
        if self.content.ends_with('\n') || self.content.is_empty() {
            return places;
        }
        let Some(cut) = old.strip_suffix('\n') else { return places };
        let cut = cut.strip_suffix('\r').unwrap_or(cut);
        let start = self.content.len().saturating_sub(cut.len());
        if self.content.ends_with(cut) && starts_line(self.content.as_bytes(), start) {
            places.taken.no_end = places.found.is_empty();
            places.found.push(start..self.content.len());
        }
        places
    }

    /// Where lines come that are put at the end.
    pub(super) fn end(&self) -> Places {
        let end = self.content.len();
        let no_end = end > 0 && !self.content.ends_with('\n');
        let found = std::iter::once(end..end).collect();
        Places { found, taken: Taken { crlf: self.only_crlf, no_end } }
    }

    /// The numbers, from 1, of the lines that places, in order, begin with.
    pub(super) fn lines_of(&self, places: &[Range<usize>]) -> Vec<usize> {
        let (mut at, mut line) = (0, 1);
        let mut number = |place: &Range<usize>| {
            let passed = self.content.as_bytes().get(at..place.start).unwrap_or_default();
            line += memchr_iter(b'\n', passed).count();
            at = place.start;
            line
        };
        places.iter().map(&mut number).collect()
    }
}

fn starts_line(content: &[u8], at: usize) -> bool {
    at == 0
        || content.get(at - 1) == Some(&b'\n')
        || (at == MARK.len() && content.starts_with(MARK.as_bytes()))
}

/// The places at which a text is made of whole lines, those that overlap too. A text that ends
/// in no line break can only be the content's end.
fn whole_lines(content: &[u8], text: &[u8]) -> Vec<Range<usize>> {
    if text.is_empty() {
        return Vec::new();
    }
    let is_place = |at: usize| {
        let end = at + text.len();
        starts_line(content, at) && (text.ends_with(b"\n") || end == content.len())
    };
    let Some(first) = memmem::find(content, text) else { return Vec::new() };
    let rest = content.get(first + 1..).unwrap_or_default();
    // Nearly every text is there once: then two fast searches are all.
    let starts = match memmem::find(rest, text) {
        None => vec![first],
        Some(_) => overlapping(content, text, first),
    };
    starts.into_iter().filter(|&at| is_place(at)).map(|at| at..at + text.len()).collect()
}

/// Every place of a text at or after `from`, in one pass, by the text's own repetitions (Knuth,
/// Morris and Pratt).
fn overlapping(content: &[u8], text: &[u8], from: usize) -> Vec<usize> {
    let mut borders = vec![0_usize];
    let border = |borders: &[usize], mut matched: usize, byte: u8| {
        while matched > 0 && text.get(matched) != Some(&byte) {
            matched = borders.get(matched - 1).copied().unwrap_or(0);
        }
        matched + usize::from(text.get(matched) == Some(&byte))
    };
    for &byte in text.iter().skip(1) {
        let matched = borders.last().copied().unwrap_or(0);
        let next = border(&borders, matched, byte);
        borders.push(next);
    }
    let mut found = Vec::new();
    let mut matched = 0;
    for (at, &byte) in content.iter().enumerate().skip(from) {
        matched = border(&borders, matched, byte);
        if matched == text.len() {
            found.push(at + 1 - matched);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::hunks;

    /// The first and the last byte of each place, and what was taken for what.
    fn places(content: &str, hunk: &str) -> (Vec<(usize, usize)>, Taken) {
        let places = File::new(content).places(&hunks(hunk)[0]);
        (places.found.iter().map(|place| (place.start, place.end)).collect(), places.taken)
    }

    #[test]
    fn only_whole_lines_are_found() {
        assert_eq!(places("max = 1\nx = 10\nx = 1\n", "-x = 1\n").0, [(15, 21)]);
        assert_eq!(places("  x\n", "-x\n").0, []);
        assert_eq!(places("x\ny\n", "-x\n\\ No newline at end of file\n").0, []);
    }

    #[test]
    fn places_that_overlap_are_all_found() {
        assert_eq!(places("}\n}\n}\n", " }\n-}\n").0, [(0, 4), (2, 6)]);
        let many = "a\n".repeat(1 << 16);
        let half: String = " a\n".repeat(1 << 15);
        assert_eq!(places(&many, &half).0.len(), (1 << 15) + 1);
    }

    #[test]
    fn breaks_of_a_crlf_file_need_not_be_spelled() {
        let crlf = Taken { crlf: true, no_end: false };
        assert_eq!(places("a\r\nb\r\n", " a\n-b\n"), (vec![(0, 6)], crlf));
        assert_eq!(places("a\r\nb\n", " a\n-b\n").0, [], "mixed");
        assert_eq!(places("a\nb\n", " a\r\n-b\r\n").0, [], "they are spelled");
        assert_eq!(places("a\r\nb\r\n", " a\r\n-b\r\n"), (vec![(0, 6)], Taken::default()));
    }

    #[test]
    fn a_file_that_ends_without_a_line_break_need_not_be_told() {
        let no_end = Taken { crlf: false, no_end: true };
        assert_eq!(places("a\nb", " a\n-b\n"), (vec![(0, 3)], no_end));
        assert_eq!(places("a\nxb", "-b\n").0, []);
        assert_eq!(places("b\nb", "-b\n").0, [(0, 2), (2, 3)], "one of two");
        let told = " a\n-b\n\\ No newline at end of file\n";
        assert_eq!(places("a\nb", told), (vec![(0, 3)], Taken::default()));
        assert_eq!(places("a\nb\n", told).0, []);
        let both = Taken { crlf: true, no_end: true };
        assert_eq!(places("a\r\nb", " a\n-b\n"), (vec![(0, 4)], both));
    }

    #[test]
    fn the_mark_that_a_file_begins_with_need_not_be_told() {
        assert_eq!(places("\u{feff}a\nb\n", "-a\n"), (vec![(3, 5)], Taken::default()));
        assert_eq!(places("\u{feff}a\nb\n", "-\u{feff}a\n").0, [(0, 5)]);
        assert_eq!(places("\u{feff}a", " a\n").0, [(3, 4)]);
        assert_eq!(places("xyza\n", "-a\n").0, [], "only the mark");
        assert_eq!(places("a\n\u{feff}a\n", "-a\n").0, [(0, 2)], "only at the beginning");
    }
}
