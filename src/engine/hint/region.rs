//! A part of a file that is close to a text: its lines, and how each differs.

use std::ops::Range;

use super::{
    align::{Step, align},
    elision::is_elision,
    fit::{Open, fit},
    fold::folded,
    grams::Window,
    kind::{Differences, Kind},
    lines::{Counter, Ending, Line, breaks, end_of_line, floor, split, start_of_line},
    pair::{Pair, compare},
};

/// No more of a text is compared.
const MOST_LINES: usize = 400;
const MOST_BYTES: usize = 32 * 1024;
/// No more of a line is compared, in bytes.
const LONG_LINE: usize = 2048;
/// How many lines of the file an elision may stand for.
const ELIDED: usize = 200;

/// By how much more a window must be alike than lines that stand for lines, in percent, to be
/// taken as lines that are broken elsewhere.
const MUCH_MORE: usize = 15;

/// The text that is looked for, line by line.
pub(super) struct Sought<'t> {
    pub(super) lines: Vec<Line<'t>>,
    /// As much of it as is compared.
    pub(super) head: &'t str,
    /// Whether there is more.
    pub(super) is_cut: bool,
    /// How many lines around a place are looked at.
    slack: usize,
    /// Whether a `\n` is as good as the file's `\r\n`.
    any_break: bool,
}

impl<'t> Sought<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let mut end = floor(text, MOST_BYTES);
        let start_of = |line: usize| split(text).take(line).map(str::len).sum::<usize>();
        end = end.min(start_of(MOST_LINES));
        let head = text.get(..end).unwrap_or_default();
        let mut is_cut = end < text.len();
        let lines: Vec<Line<'t>> = split(head)
            .map(|line| {
                let cut = Line::new(line).cut(0..usize::MAX, LONG_LINE);
                is_cut |= cut.cut_end;
                cut
            })
            .collect();
        let elided = lines.iter().any(|line| is_elision(line.text));
        let slack = if elided { ELIDED } else { 4 + lines.len() / 8 };
        Self { lines, head, is_cut, slack, any_break: false }
    }

    /// For a file whose breaks are `\r\n` throughout, which a `\n` is taken for.
    pub(super) fn with_any_break(self) -> Self {
        Self { any_break: true, ..self }
    }
}

/// A row of a region.
#[derive(Debug)]
pub(super) enum Row<'t> {
    /// A line of the text, and the line of the file with its number that it stands for.
    Pair { text: Line<'t>, file: Line<'t>, number: usize, pair: Pair },
    /// A line of the file that the text lacks.
    Lacking { file: Line<'t>, number: usize },
    /// A line of the text that the file lacks.
    Extra { text: Line<'t> },
    /// A line of the text that stands for lines of the file.
    Elided { text: Line<'t>, first: usize, count: usize },
}

/// A part of a file that is close to a text.
#[derive(Debug)]
pub(super) struct Region<'t> {
    pub(super) rows: Vec<Row<'t>>,
    /// The numbers of its first and its last line.
    pub(super) lines: (usize, usize),
    /// The column, from 1, where it begins, if it begins inside a very long line.
    pub(super) column: Option<usize>,
    /// In percent; 100 only where nothing differs.
    pub(super) alike: usize,
    pub(super) differences: Differences,
    /// Whether all characters that show are the same.
    pub(super) same_looks: bool,
}

/// The lines of the file around a window.
struct Around<'t> {
    lines: Vec<Line<'t>>,
    first: usize,
    column: Option<usize>,
    /// The places of the first and the last line that the window is in.
    inside: (usize, usize),
}

/// The regions around windows, which may be in any order; `None` where nothing fits.
pub(super) fn regions<'t>(
    content: &'t str,
    sought: &Sought<'t>,
    windows: &[Window],
) -> Vec<Region<'t>> {
    let mut extents: Vec<(Range<usize>, &Window)> =
        windows.iter().map(|window| (extent(content, sought, &window.bytes), window)).collect();
    extents.sort_by_key(|(extent, _)| extent.start);
    let mut counter = Counter::new(content);
    let around = extents.into_iter().map(|(extent, window)| {
        let first = counter.line_of(extent.start);
        (around(content, extent, &window.bytes, first), window)
    });
    let region = |(around, window): (Around<'t>, &Window)| {
        let aligned = Region::new(sought, &around);
        let same_looks = aligned.as_ref().is_some_and(|region| region.same_looks);
        if same_looks {
            return aligned;
        }
        let alike = aligned.as_ref().map_or(0, |region| region.alike);
        let broken = || {
            Region::broken(sought, &around, window).filter(|_| alike + MUCH_MORE <= window.percent)
        };
        Region::wrapped(sought, &around).or_else(broken).or(aligned)
    };
    around.filter_map(region).collect()
}

/// Whole lines around some bytes, so many that the text has room.
fn extent(content: &str, sought: &Sought<'_>, bytes: &Range<usize>) -> Range<usize> {
    let mut start = start_of_line(content, bytes.start);
    let mut end = end_of_line(content, bytes.end.saturating_sub(1).max(start));
    let inside = split(content.get(start..end).unwrap_or_default()).count();
    for _ in 0..sought.slack + sought.lines.len().saturating_sub(inside) {
        start = start.checked_sub(1).map_or(0, |before| start_of_line(content, before));
        if end < content.len() {
            end = end_of_line(content, end);
        }
    }
    start..end
}

fn around<'t>(
    content: &'t str,
    extent: Range<usize>,
    window: &Range<usize>,
    first: usize,
) -> Around<'t> {
    let mut at = extent.start;
    let mut column = None;
    let lines = split(content.get(extent.clone()).unwrap_or_default()).map(|whole| {
        let start = at;
        at += whole.len();
        let inside = window.start >= start && window.start < at;
        let from = if inside { (window.start - start).saturating_sub(64) } else { 0 };
        let line = Line::new(whole).cut(from..usize::MAX, LONG_LINE);
        if line.cut_start {
            let before = whole.get(..floor(whole, from)).unwrap_or_default();
            column = Some(before.chars().count() + 1);
        }
        line
    });
    let lines = lines.collect();
    let before = breaks(content.get(extent.start..window.start).unwrap_or_default());
    let length = breaks(content.get(window.clone()).unwrap_or_default());
    Around { lines, first, column, inside: (before, before + length) }
}

impl<'t> Region<'t> {
    fn new(sought: &Sought<'t>, around: &Around<'t>) -> Option<Self> {
        let steps = align(&sought.lines, &around.lines);
        let mut measure = Measure::default();
        let mut rows = Vec::with_capacity(steps.len());
        let mut lines: Option<(usize, usize)> = None;
        for step in steps {
            let row = row(sought, around, step)?;
            if let Row::Pair { number, .. } = &row {
                lines = Some((lines.map_or(*number, |(first, _)| first), *number));
            }
            measure.take(&row);
            rows.push(row);
        }
        Some(Self {
            lines: lines?,
            column: around.column,
            alike: measure.alike(),
            differences: measure.differences,
            same_looks: measure.text == measure.file,
            rows,
        })
    }

    /// The lines that say the same and are broken elsewhere.
    fn wrapped(sought: &Sought<'t>, around: &Around<'t>) -> Option<Self> {
        let wanted = folded(sought.head);
        if sought.is_cut || wanted.is_empty() {
            return None;
        }
        let mut all = String::new();
        // Behind each line, how much there is so far.
        let ends: Vec<usize> = around
            .lines
            .iter()
            .map(|line| {
                all.push_str(&folded(line.text));
                all.len()
            })
            .collect();
        let start = all.find(&wanted)?;
        let first = ends.partition_point(|&end| end <= start);
        let last = ends.partition_point(|&end| end < start + wanted.len());
        if first == last && sought.lines.len() == 1 {
            return None;
        }
        let rows = stacked(sought, around, (first, last));
        let length = |row: &Row<'_>| match row {
            Row::Extra { text: line } | Row::Lacking { file: line, .. } => {
                line.text.chars().count() + 1
            }
            Row::Pair { .. } | Row::Elided { .. } => 0,
        };
        let total: usize = rows.iter().map(length).sum();
        let mut differences = Differences::default();
        differences.add(Kind::Wrapping, "", "");
        Some(Self {
            lines: (around.first + first, around.first + last),
            column: around.column,
            alike: (100 * 2 * wanted.chars().count()).checked_div(total).unwrap_or(0).min(99),
            differences,
            same_looks: true,
            rows,
        })
    }

    /// The lines that have most of what the text has, though none stands for another.
    fn broken(sought: &Sought<'t>, around: &Around<'t>, window: &Window) -> Option<Self> {
        let (first, last) = around.inside;
        if first == last && sought.lines.len() == 1 {
            return None;
        }
        let mut differences = Differences::default();
        differences.add(Kind::Wrapping, "", "");
        differences.add(Kind::Wording, "", "");
        Some(Self {
            lines: (around.first + first, around.first + last),
            column: around.column,
            alike: window.percent.min(99),
            differences,
            same_looks: false,
            rows: stacked(sought, around, (first, last)),
        })
    }
}

/// All lines of the text, and then those of the file, of which the first and the last are given.
fn stacked<'t>(
    sought: &Sought<'t>,
    around: &Around<'t>,
    (first, last): (usize, usize),
) -> Vec<Row<'t>> {
    let text = sought.lines.iter().map(|&text| Row::Extra { text });
    let file = around.lines.iter().enumerate().take(last + 1).skip(first);
    let file = file.map(|(at, &file)| Row::Lacking { file, number: around.first + at });
    text.chain(file).collect()
}

fn row<'t>(sought: &Sought<'t>, around: &Around<'t>, step: Step) -> Option<Row<'t>> {
    Some(match step {
        Step::Pair(old, new) => {
            let text = *sought.lines.get(old)?;
            let file = *around.lines.get(new)?;
            let is_last = old + 1 == sought.lines.len();
            let open = Open { start: old == 0, end: is_last && text.ending == Ending::None };
            let mut pair = compare(text, file, fit(text.text, file.text, open));
            if sought.any_break && pair.ending == Some(Kind::LineBreak) {
                pair.ending = None;
            }
            Row::Pair { text, file, number: around.first + new, pair }
        }
        Step::Lacking(new) => {
            Row::Lacking { file: *around.lines.get(new)?, number: around.first + new }
        }
        Step::Extra(old) => Row::Extra { text: *sought.lines.get(old)? },
        Step::Elided(old, new) => Row::Elided {
            text: *sought.lines.get(old)?,
            first: around.first + new.start,
            count: new.len(),
        },
    })
}

/// What all rows come to.
#[derive(Default)]
struct Measure {
    common: usize,
    total: usize,
    differences: Differences,
    /// The looks of what was compared.
    text: String,
    file: String,
}

impl Measure {
    fn take(&mut self, row: &Row<'_>) {
        match row {
            Row::Pair { text, file, pair, .. } => {
                self.common += 2 * pair.common + 2 * usize::from(pair.ending.is_none());
                self.total += pair.in_text + pair.in_file + 2;
                let fit = file.text.get(pair.fit.clone()).unwrap_or_default();
                if !pair.is_equal() {
                    self.name(text.text, file, pair);
                }
                self.text.push_str(&folded(text.text));
                self.file.push_str(&folded(fit));
            }
            Row::Lacking { file, .. } => {
                self.total += file.text.chars().count() + 1;
                let blank = file.text.trim().is_empty();
                self.file.push_str(&folded(file.text));
                let kind = if blank { Kind::BlankLines } else { Kind::LinesLacking };
                self.differences.add(kind, "", " ");
            }
            Row::Extra { text } => {
                self.total += text.text.chars().count() + 1;
                let blank = text.text.trim().is_empty();
                self.text.push_str(&folded(text.text));
                let kind = if blank { Kind::BlankLines } else { Kind::LinesExtra };
                self.differences.add(kind, " ", "");
            }
            Row::Elided { text, .. } => {
                self.total += text.text.chars().count() + 1;
                self.text.push_str(&folded(text.text));
                self.differences.add(Kind::Elided, text.text.trim(), "");
            }
        }
    }

    fn name(&mut self, text: &str, file: &Line<'_>, pair: &Pair) {
        for change in &pair.changes {
            let old = text.get(change.text.clone()).unwrap_or_default();
            let new = file.text.get(change.file.clone()).unwrap_or_default();
            // Indentation is told whole, not as what is left of it.
            self.differences.add(change.kind, old, new);
        }
        let breaks = |ending| if ending == Ending::CrLf { "CRLF" } else { "LF" };
        if let Some(kind) = pair.ending {
            let (one, other) = match file.ending {
                Ending::CrLf => (Ending::Lf, Ending::CrLf),
                Ending::Lf | Ending::None => (Ending::CrLf, Ending::Lf),
            };
            self.differences.add(kind, breaks(one), breaks(other));
        }
    }

    /// Rounded down, so that only what is equal is 100 % alike.
    fn alike(&self) -> usize {
        let alike = (100 * self.common).checked_div(self.total).unwrap_or(0);
        if self.differences.is_empty() { alike } else { alike.min(99) }
    }
}
