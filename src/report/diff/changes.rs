//! Which lines differ between two texts, in time that grows with their size and no faster.

use std::ops::Range;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use super::{
    anchors::anchors,
    lines::{self, Middle},
};

/// How many lines of a file pair are compared by Myers' algorithm at the most. It is measured
/// not to take more than half a second for them, whatever they hold; time itself is no bound,
/// because the same change must always be told in the same way.
const CAREFUL_LINES: usize = 100_000;
/// Beyond so many lines in the middle, they are taken to differ altogether.
const MAX_LINES: usize = 2_000_000;

/// Lines of one text that stand in place of lines of the other; numbers count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// What was there.
    pub(super) old: Range<usize>,
    /// What is there now.
    pub(super) new: Range<usize>,
}

/// All changes in rising order. Between two of them stands at least one line that both have.
pub(super) fn changes(old: &[u8], new: &[u8]) -> Vec<Change> {
    let Middle { skipped, old: old_range, new: new_range } = lines::middle(old, new);
    let old = old.get(old_range).unwrap_or_default();
    let new = new.get(new_range).unwrap_or_default();
    let (old_count, new_count) = (lines::count(old), lines::count(new));
    let mut comparison = Comparison { changes: Vec::new(), budget: CAREFUL_LINES };
    if old_count == 0 || new_count == 0 || old_count + new_count > MAX_LINES {
        comparison.push(skipped..skipped + old_count, skipped..skipped + new_count);
        return comparison.changes;
    }
    let (old, new) = lines::number(&lines::split(old), &lines::split(new));
    comparison
        .compare(&Part { lines: &old, start: skipped }, &Part { lines: &new, start: skipped });
    comparison.changes
}

/// A run of lines as numbers, and the line at which it starts.
struct Part<'a> {
    lines: &'a [u32],
    start: usize,
}

impl Part<'_> {
    fn between(&self, from: usize, to: usize) -> Self {
        Part { lines: self.lines.get(from..to).unwrap_or_default(), start: self.start + from }
    }

    fn range(&self) -> Range<usize> {
        self.start..self.start + self.lines.len()
    }
}

struct Comparison {
    changes: Vec<Change>,
    /// How many lines may still be compared carefully.
    budget: usize,
}

impl Comparison {
    fn compare(&mut self, old: &Part<'_>, new: &Part<'_>) {
        if old.lines.len() + new.lines.len() <= self.budget {
            return self.compare_carefully(old, new);
        }
        let kinds = old.lines.iter().chain(new.lines).max().map_or(0, |&last| last as usize + 1);
        let (mut old_at, mut new_at) = (0, 0);
        for (old_anchor, new_anchor) in anchors(old.lines, new.lines, kinds) {
            self.compare_gap(&old.between(old_at, old_anchor), &new.between(new_at, new_anchor));
            (old_at, new_at) = (old_anchor + 1, new_anchor + 1);
        }
        let (old_end, new_end) = (old.lines.len(), new.lines.len());
        self.compare_gap(&old.between(old_at, old_end), &new.between(new_at, new_end));
    }

    /// What stands between two anchors: carefully as long as the budget lasts. Only what is left
    /// without the lines around it that are the same counts.
    fn compare_gap(&mut self, old: &Part<'_>, new: &Part<'_>) {
        let (old, new) = trimmed(old, new);
        let lines = old.lines.len() + new.lines.len();
        let one_sided = old.lines.is_empty() || new.lines.is_empty();
        if one_sided || lines > self.budget {
            return self.push(old.range(), new.range());
        }
        self.budget -= lines;
        self.compare_carefully(&old, &new);
    }

    fn compare_carefully(&mut self, old: &Part<'_>, new: &Part<'_>) {
        for op in capture_diff_slices(Algorithm::Myers, old.lines, new.lines) {
            if op.tag() != DiffTag::Equal {
                let (old_range, new_range) = ranges(&op);
                self.push(shifted(&old_range, old.start), shifted(&new_range, new.start));
            }
        }
    }

    fn push(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        match self.changes.last_mut() {
            Some(last) if last.old.end == old.start && last.new.end == new.start => {
                last.old.end = old.end;
                last.new.end = new.end;
            }
            _ => self.changes.push(Change { old, new }),
        }
    }
}

/// Both without the lines that they begin and end with alike.
fn trimmed<'a>(old: &Part<'a>, new: &Part<'a>) -> (Part<'a>, Part<'a>) {
    let equal = |(a, b): &(&u32, &u32)| a == b;
    let head = old.lines.iter().zip(new.lines).take_while(equal).count();
    let (old_end, new_end) = (old.lines.len(), new.lines.len());
    let (old, new) = (old.between(head, old_end), new.between(head, new_end));
    let tail = old.lines.iter().rev().zip(new.lines.iter().rev()).take_while(equal).count();
    let (old_end, new_end) = (old.lines.len() - tail, new.lines.len() - tail);
    (old.between(0, old_end), new.between(0, new_end))
}

fn ranges(op: &DiffOp) -> (Range<usize>, Range<usize>) {
    (op.old_range(), op.new_range())
}

fn shifted(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::*;

    fn of(old: &str, new: &str) -> Vec<Change> {
        changes(old.as_bytes(), new.as_bytes())
    }

    fn numbered(lines: impl Iterator<Item = usize>) -> String {
        lines.fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        })
    }

    #[test]
    fn changes_are_told_by_line_numbers() {
        assert_eq!(of("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(
            of("a\nb\nc\nd\n", "a\nX\nc\nd\nY"),
            [Change { old: 1..2, new: 1..2 }, Change { old: 4..4, new: 4..5 },]
        );
        assert_eq!(of("", "a\n"), [Change { old: 0..0, new: 0..1 }]);
        assert_eq!(of("a", "a\n"), [Change { old: 0..1, new: 0..1 }]);
    }

    #[test]
    fn files_beyond_the_careful_size_are_held_together_by_lines_that_stand_once() {
        let old = numbered((0..200_000).map(|n: usize| if n.is_multiple_of(2) { 5 } else { n }));
        // Every other line is the same everywhere, so it cannot hold anything together.
        let repeated = |n: usize| if n.is_multiple_of(2) { 5 } else { n };
        let edited = |n: usize| if n == 7 || n == 199_000 { n + 1_000_000 } else { repeated(n) };
        let new = numbered((0..200_000).map(edited));
        assert_eq!(
            of(&old, &new),
            [
                Change { old: 7..8, new: 7..8 },
                Change { old: 199_000..199_001, new: 199_000..199_001 },
            ]
        );
    }

    #[test]
    fn where_nothing_holds_a_large_file_together_it_is_replaced() {
        let old = numbered((0..80_000).map(|n| n % 7));
        let new = numbered((0..80_000).map(|n| (n * n) % 11 % 7));
        let found = of(&old, &new);
        assert!(found.iter().map(|change| change.old.len()).sum::<usize>() > 79_000);
        assert_eq!(found, of(&old, &new), "the same change is told in the same way");
    }

    /// Applies the changes to the old lines.
    fn rebuilt(old: &str, new: &str) -> String {
        let (old_lines, new_lines) = (lines::split(old.as_bytes()), lines::split(new.as_bytes()));
        let mut out: Vec<&[u8]> = Vec::new();
        let mut at = 0;
        for change in of(old, new) {
            out.extend(&old_lines[at..change.old.start]);
            assert_eq!(out.len(), change.new.start);
            out.extend(&new_lines[change.new.clone()]);
            at = change.old.end;
        }
        out.extend(&old_lines[at..]);
        String::from_utf8(out.concat()).expect("text")
    }

    proptest! {
        #[test]
        fn the_changes_lead_from_one_text_to_the_other(
            old in "([abc]?\r?\n){0,20}[ab]?",
            new in "([abc]?\r?\n){0,20}[ab]?",
        ) {
            prop_assert_eq!(rebuilt(&old, &new), new);
        }
    }
}
