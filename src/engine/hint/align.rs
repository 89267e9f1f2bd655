//! Which line of a text stands for which line of a file.

use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{
    elision::is_elision,
    fold::{fold, looks},
    lines::{Ending, Line},
};

/// Lines that have less than this in common, of 100, do not stand for each other.
const LEAST: usize = 40;
/// Lines shorter than that say little, in bytes.
const SHORT: usize = 3;
/// More pairs of lines than that are not compared to find the best: they are taken in order, the
/// middle of the text for the middle of the file's part.
const MOST_PAIRS: usize = 4000;

/// What becomes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A line of the text and the line of the file it stands for.
    Pair(usize, usize),
    /// A line of the file that the text lacks.
    Lacking(usize),
    /// A line of the text that the file lacks.
    Extra(usize),
    /// A line of the text that stands for any number of lines of the file.
    Elided(usize, Range<usize>),
}

/// Aligns the lines of a text with those of a part of a file. What the part has before the first
/// pair and after the last one is left out.
pub(super) fn align(text: &[Line<'_>], file: &[Line<'_>]) -> Vec<Step> {
    let mut aligner = Aligner { text, file, steps: Vec::new() };
    let mut gap = (0, 0);
    for (old, new, length) in anchors(text, file) {
        aligner.gap(gap.0..old, gap.1..new);
        aligner.steps.extend((0..length).map(|at| Step::Pair(old + at, new + at)));
        gap = (old + length, new + length);
    }
    aligner.gap(gap.0..text.len(), gap.1..file.len());
    aligner.trimmed()
}

/// Runs of lines that look the same: their places and how many there are. Blank lines and lone
/// brackets are the same everywhere: they do not count unless there is nothing else.
fn anchors(text: &[Line<'_>], file: &[Line<'_>]) -> Vec<(usize, usize, usize)> {
    let runs = |least: usize| -> Vec<(usize, usize, usize)> {
        let key = |(at, line): (usize, &Line<'_>), side: u64| {
            // No line of the other side has this number.
            let own = (u64::MAX - 2 * u64::try_from(at).unwrap_or(0)) ^ side;
            if line.text.trim().len() < least { own } else { looks(line.text) }
        };
        let old: Vec<u64> = text.iter().enumerate().map(|line| key(line, 0)).collect();
        let new: Vec<u64> = file.iter().enumerate().map(|line| key(line, 1)).collect();
        let equal = |op: DiffOp| match op {
            DiffOp::Equal { old_index, new_index, len } => Some((old_index, new_index, len)),
            DiffOp::Delete { .. } | DiffOp::Insert { .. } | DiffOp::Replace { .. } => None,
        };
        let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
        ops.into_iter().filter_map(equal).collect()
    };
    let some = runs(SHORT);
    if some.is_empty() { runs(0) } else { some }
}

struct Aligner<'a, 't> {
    text: &'a [Line<'t>],
    file: &'a [Line<'t>],
    steps: Vec<Step>,
}

impl Aligner<'_, '_> {
    /// Lines between two that look the same, or at either end.
    fn gap(&mut self, old: Range<usize>, new: Range<usize>) {
        let elision = |&at: &usize| self.text.get(at).is_some_and(|line| is_elision(line.text));
        if let Some(at) = old.clone().find(elision) {
            let head = new.start..new.end.min(new.start + (at - old.start));
            let tail_length = (old.end - at - 1).min(new.end - head.end);
            let tail = new.end - tail_length..new.end;
            // At either end of the text nothing need stand for it.
            let inside = at > 0 && at + 1 < self.text.len();
            let elided = if inside { head.end..tail.start } else { head.end..head.end };
            self.between(old.start..at, head);
            self.steps.push(Step::Elided(at, elided));
            self.gap(at + 1..old.end, tail);
            return;
        }
        // At either end of the text, what stands for it is near what it goes with.
        let few = old.len() + 2;
        let mut near = new.clone();
        match (old.start == 0, old.end == self.text.len()) {
            (true, false) => near.start = near.start.max(new.end.saturating_sub(few)),
            (false, true) => near.end = near.end.min(near.start + few),
            (true, true) | (false, false) => {}
        }
        self.steps.extend((new.start..near.start).map(Step::Lacking));
        let after = near.end..new.end;
        self.between(old, near);
        self.steps.extend(after.map(Step::Lacking));
    }

    /// Pairs lines so that those that are most alike stand for each other, in order.
    fn between(&mut self, old: Range<usize>, new: Range<usize>) {
        let alike = self.alikeness(old.clone(), new.clone());
        let width = new.len();
        // The best sum for what follows each pair of places.
        let mut best = vec![0; (old.len() + 1) * (width + 1)];
        let at = |row: usize, column: usize| row * (width + 1) + column;
        let get = |best: &[usize], index: usize| best.get(index).copied().unwrap_or(0);
        for row in (0..old.len()).rev() {
            for column in (0..width).rev() {
                let pair = alike.of(row, column);
                let paired = if pair > 0 { pair + get(&best, at(row + 1, column + 1)) } else { 0 };
                let skipped = get(&best, at(row + 1, column)).max(get(&best, at(row, column + 1)));
                if let Some(cell) = best.get_mut(at(row, column)) {
                    *cell = paired.max(skipped);
                }
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < old.len() || column < width {
            let here = get(&best, at(row, column));
            let pair = if row < old.len() && column < width { alike.of(row, column) } else { 0 };
            if pair > 0 && here == pair + get(&best, at(row + 1, column + 1)) {
                self.steps.push(Step::Pair(old.start + row, new.start + column));
                (row, column) = (row + 1, column + 1);
            } else if row < old.len()
                && (column == width || here == get(&best, at(row + 1, column)))
            {
                self.steps.push(Step::Extra(old.start + row));
                row += 1;
            } else {
                self.steps.push(Step::Lacking(new.start + column));
                column += 1;
            }
        }
    }

    fn alikeness(&self, old: Range<usize>, new: Range<usize>) -> Alikeness {
        let many = old.len().saturating_mul(new.len()) > MOST_PAIRS;
        let in_order = many.then(|| new.len().saturating_sub(old.len()) / 2);
        let last = self.text.len().saturating_sub(1);
        let text = old.filter_map(|at| {
            let line = self.text.get(at)?;
            let open = at == 0 || at == last && line.ending == Ending::None;
            Some((Bigrams::new(line.text), open))
        });
        let file = new.filter_map(|at| Some(Bigrams::new(self.file.get(at)?.text)));
        Alikeness { text: text.collect(), file: file.collect(), in_order }
    }

    /// The steps from the first pair to the last one, and what the text has beyond.
    fn trimmed(self) -> Vec<Step> {
        let is_pair = |step: &Step| matches!(step, Step::Pair(..));
        let first = self.steps.iter().position(is_pair);
        let last = self.steps.iter().rposition(is_pair);
        let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
        let steps = self.steps.into_iter().enumerate();
        let kept = steps
            .filter(|(at, step)| (first..=last).contains(at) || !matches!(step, Step::Lacking(_)));
        kept.map(|(_, step)| step).collect()
    }
}

/// How much lines have in common, pair by pair.
struct Alikeness {
    /// With whether a line may stand for a part of one.
    text: Vec<(Bigrams, bool)>,
    file: Vec<Bigrams>,
    /// How much later the only line of the file is that a line of the text is compared with.
    in_order: Option<usize>,
}

impl Alikeness {
    /// The more the better; 0 where the lines do not stand for each other.
    fn of(&self, row: usize, column: usize) -> usize {
        if self.in_order.is_some_and(|later| row + later != column) {
            return 0;
        }
        let (Some((text, open)), Some(file)) = (self.text.get(row), self.file.get(column)) else {
            return 0;
        };
        let common = text.common(file);
        let of = if *open { 2 * text.0.len() } else { text.0.len() + file.0.len() };
        let alike = (200 * common).checked_div(of).unwrap_or(100);
        // What longer lines have in common counts for more.
        if alike < LEAST { 0 } else { alike * (1 + common) }
    }
}

/// The pairs of neighbours among the folded characters, sorted.
struct Bigrams(Vec<u64>);

impl Bigrams {
    fn new(line: &str) -> Self {
        let mut pairs = Vec::with_capacity(line.len());
        let mut before = 0_u64;
        let mut add = |kept: char| {
            pairs.push(before << 32 | u64::from(kept));
            before = u64::from(kept);
        };
        line.chars().for_each(|character| fold(character, &mut add));
        pairs.sort_unstable();
        Self(pairs)
    }

    fn common(&self, other: &Self) -> usize {
        let mut rest = other.0.iter().peekable();
        let mut common = 0;
        for pair in &self.0 {
            while rest.next_if(|other| *other < pair).is_some() {}
            common += usize::from(rest.next_if(|other| *other == pair).is_some());
        }
        common
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::hint::lines::split;

    fn steps(text: &str, file: &str) -> Vec<Step> {
        let lines = |text| split(text).map(Line::new).collect::<Vec<_>>();
        align(&lines(text), &lines(file))
    }

    use Step::{Elided, Extra, Lacking, Pair};

    #[test]
    fn lines_that_look_the_same_stand_for_each_other() {
        assert_eq!(steps("  a\nb", "x\n\ta\nB\ny\n"), [Pair(0, 1), Pair(1, 2)]);
    }

    #[test]
    fn lines_that_are_alike_stand_for_each_other() {
        let text = "let total = 0;\nfor line of lines {\n  total += line.price;\n}\n";
        let file = "let sum = 0;\nfor line of lines {\n  log(line);\n  sum += line.price;\n}\n";
        let expected = [Pair(0, 0), Pair(1, 1), Lacking(2), Pair(2, 3), Pair(3, 4)];
        assert_eq!(steps(text, file), expected);
    }

    #[test]
    fn lines_that_one_side_lacks_are_told() {
        assert_eq!(
            steps("alpha\ngamma\n", "alpha\nbeta\ngamma\n"),
            [Pair(0, 0), Lacking(1), Pair(1, 2)]
        );
        assert_eq!(
            steps("alpha\nbeta\ngamma\n", "alpha\ngamma\n"),
            [Pair(0, 0), Extra(1), Pair(2, 1)]
        );
        assert_eq!(steps("new\nalpha\n", "old\nalpha\nrest\n"), [Extra(0), Pair(1, 1)]);
    }

    #[test]
    fn an_elision_stands_for_all_lines_between_its_neighbours() {
        let file = "fn a() {\n  one();\n  two();\n  three();\n}\n";
        assert_eq!(
            steps("fn a() {\n  // ...\n}\n", file),
            [Pair(0, 0), Elided(1, 1..4), Pair(2, 4)]
        );
        let text = "fn a() {\n  one(1);\n  // ... existing code ...\n  three(3);\n}\n";
        let expected = [Pair(0, 0), Pair(1, 1), Elided(2, 2..3), Pair(3, 3), Pair(4, 4)];
        assert_eq!(steps(text, file), expected);
        assert_eq!(steps("...\nfn a() {\n", file), [Elided(0, 0..0), Pair(1, 0)]);
    }

    #[test]
    fn texts_without_anything_in_common_are_not_aligned() {
        assert_eq!(steps("abc\n", "xyz\n"), []);
        assert_eq!(steps("", ""), []);
    }
}
