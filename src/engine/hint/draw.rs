//! A region as a few lines of text: where it is, what differs, and a short diff.
//!
//! Rows begin with a space and have a bar before what is verbatim: `  12 +|text`. `-` is the text
//! that was looked for, `+` the file's; a row with neither is the same in both.

use std::{fmt::Write as _, ops::Range};

use super::{
    kind::{Kind, counted},
    lines::{Ending, Line, named},
    pair::{Change, Pair},
    region::{Region, Row},
    visible::{Signs, visible},
};

/// How a region is drawn.
pub(super) struct Drawing<'n> {
    /// What the text is called.
    pub(super) name: &'n str,
    /// How many rows there may be.
    pub(super) rows: usize,
    /// How many bytes there may be.
    pub(super) bytes: usize,
}

/// Draws a region. `signs` gets those that were used.
pub(super) fn draw(region: &Region<'_>, drawing: &Drawing<'_>, signs: &mut Signs) -> String {
    let (first, last) = region.lines;
    let column = region.column.map(|column| format!(" from column {column}")).unwrap_or_default();
    let mut out = format!("{}{column}, {}% alike", named(first, last), region.alike);
    if !region.differences.is_empty() {
        out.push_str("; ");
        out.push_str(&region.differences.told(drawing.name));
    }
    out.push('\n');
    let width = last.to_string().len();
    let mut rows = Rows { width, signs, drawn: Vec::new(), same: None, alike: 0 };
    for (at, row) in region.rows.iter().enumerate() {
        rows.row(row, near_change(&region.rows, at));
    }
    rows.end_of_alike();
    put(&mut out, rows.drawn, drawing);
    out
}

/// As many rows as there is room for, and how many there are more.
fn put(out: &mut String, drawn: Vec<String>, drawing: &Drawing<'_>) {
    let total = drawn.len();
    for (at, row) in drawn.into_iter().enumerate() {
        let is_full = at >= drawing.rows && total > drawing.rows + 1;
        if is_full || out.len() + row.len() > drawing.bytes {
            let _ = writeln!(out, "  … {} more", counted(total - at, "row"));
            return;
        }
        out.push_str(&row);
        out.push('\n');
    }
}

fn is_changed(row: &Row<'_>) -> bool {
    !matches!(row, Row::Pair { pair, .. } if pair.is_equal())
}

/// Whether a row or one next to it differs.
fn near_change(rows: &[Row<'_>], at: usize) -> bool {
    let near = rows.get(at.saturating_sub(1)..(at + 2).min(rows.len())).unwrap_or_default();
    near.iter().any(is_changed)
}

struct Rows<'s> {
    /// The digits of the largest number.
    width: usize,
    signs: &'s mut Signs,
    drawn: Vec<String>,
    /// How the line before differed, where that needs no repeating.
    same: Option<Vec<Kind>>,
    /// How many lines differ as the one that was drawn last.
    alike: usize,
}

impl Rows<'_> {
    fn row(&mut self, row: &Row<'_>, near_change: bool) {
        match row {
            Row::Pair { file, number, pair, .. } if pair.is_equal() => {
                // A line that is the same does not end a run of those that differ alike.
                if near_change && self.alike == 0 {
                    self.draw(Some(*number), ' ', file, &[]);
                }
            }
            Row::Pair { text, file, number, pair } => self.pair([text, file], *number, pair),
            Row::Lacking { file, number } => {
                self.end_of_alike();
                self.draw(Some(*number), '+', file, &[]);
            }
            Row::Extra { text } => {
                self.end_of_alike();
                self.draw(None, '-', text, &[]);
            }
            Row::Elided { text, first, count } => {
                self.end_of_alike();
                self.draw(None, '-', text, &[]);
                if *count > 0 {
                    let lines = named(*first, first + count - 1);
                    self.drawn.push(format!("  {:w$} +  ({lines})", "", w = self.width));
                }
            }
        }
    }

    fn pair(&mut self, [text, file]: [&Line<'_>; 2], number: usize, pair: &Pair) {
        let kinds = pair.changes.iter().map(|change| change.kind).chain(pair.ending);
        let kinds: Vec<Kind> = kinds.collect();
        let uniform = kinds.iter().all(|kind| kind.is_uniform());
        if uniform && self.same.as_ref() == Some(&kinds) {
            self.alike += 1;
            return;
        }
        self.end_of_alike();
        self.same = uniform.then_some(kinds);
        let marks = |side: fn(&Change) -> &Range<usize>| -> Vec<(Range<usize>, Kind)> {
            let mark = |change: &Change| (side(change).clone(), change.kind);
            let ending = pair.ending.map(|kind| (usize::MAX..usize::MAX, kind));
            pair.changes.iter().map(mark).chain(ending).collect()
        };
        self.draw(None, '-', text, &marks(|change| &change.text));
        self.draw(Some(number), '+', file, &marks(|change| &change.file));
    }

    fn end_of_alike(&mut self) {
        if self.alike > 0 {
            let lines = counted(self.alike, "more line");
            let verb = if self.alike == 1 { "differs" } else { "differ" };
            self.drawn.push(format!(
                "  {:w$}    … {lines} {verb} in the same way",
                "",
                w = self.width
            ));
        }
        (self.same, self.alike) = (None, 0);
    }

    fn draw(
        &mut self,
        number: Option<usize>,
        sign: char,
        line: &Line<'_>,
        marked: &[(Range<usize>, Kind)],
    ) {
        let shown = visible(line.text, marked, self.signs);
        let ending = match (line.ending, marked.last()) {
            (Ending::CrLf, Some((_, Kind::LineBreak))) => "<CR>",
            (Ending::None, Some((_, Kind::FinalBreak))) => "<end of file>",
            _ => "",
        };
        let before = if line.cut_start && !shown.starts_with('…') { "…" } else { "" };
        let after = if line.cut_end && !shown.ends_with('…') { "…" } else { "" };
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        let row = format!("  {number:>w$} {sign}|{before}{shown}{ending}{after}", w = self.width);
        self.drawn.push(row);
    }
}
