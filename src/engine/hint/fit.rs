//! The part of a file's line that a piece of a line stands for.

use std::ops::Range;

use super::fold::fold;

/// Larger tables are not made: the whole line is taken.
const MOST_CELLS: usize = 1 << 20;

/// Which ends of the piece may stand inside the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) start: bool,
    pub(super) end: bool,
}

/// Finds the part of `line` that is closest to `piece`. White space before or after it belongs
/// to it where the piece has some there too.
pub(super) fn fit(piece: &str, line: &str, open: Open) -> Range<usize> {
    let whole = 0..line.len();
    let found = match open {
        Open { start: false, end: false } => return whole,
        Open { start: true, end: true } => line.find(piece).map(|at| at..at + piece.len()),
        Open { start: true, end: false } => {
            line.ends_with(piece).then(|| line.len() - piece.len()..line.len())
        }
        Open { start: false, end: true } => line.starts_with(piece).then_some(0..piece.len()),
    };
    if let Some(found) = found {
        return found;
    }
    let found = closest(piece, line, open).unwrap_or(whole);
    let blank = |range: Range<usize>| {
        line.get(range).is_some_and(|part| part.chars().all(char::is_whitespace))
    };
    let begins_blank = piece.starts_with(char::is_whitespace) && blank(0..found.start);
    let ends_blank = piece.ends_with(char::is_whitespace) && blank(found.end..line.len());
    let start = if begins_blank { 0 } else { found.start };
    start..if ends_blank { line.len() } else { found.end }
}

/// A character of a line, and what it is folded to.
struct Cell {
    character: char,
    folded: Option<char>,
}

impl Cell {
    fn new(character: char) -> Self {
        let mut folded = None;
        fold(character, |kept| folded = folded.or(Some(kept)));
        Self { character, folded }
    }

    /// What it costs that the line lacks it: much, or the piece would lose its ends.
    fn weight(&self) -> u32 {
        if self.folded.is_none() { 1 } else { 4 }
    }

    fn cost_for(&self, other: &Self) -> u32 {
        if self.character == other.character {
            0
        } else if self.folded == other.folded {
            1
        } else {
            3
        }
    }
}

/// The cheapest way to make the piece of a part of the line; the first of several, and the
/// longest one from there.
fn closest(piece: &str, line: &str, open: Open) -> Option<Range<usize>> {
    let piece: Vec<Cell> = piece.chars().map(Cell::new).collect();
    if (piece.len() + 1).saturating_mul(line.len() + 1) > MOST_CELLS {
        return None;
    }
    // For each prefix of the piece: the cost of the cheapest way that ends here, and its start.
    let mut column: Vec<(u32, usize)> = Vec::with_capacity(piece.len() + 1);
    column.push((0, 0));
    for cell in &piece {
        let cost = column.last().map_or(0, |&(cost, _)| cost);
        column.push((cost + cell.weight(), 0));
    }
    let mut best = (column.last().map_or(0, |&(cost, _)| cost), 0..0);
    for (at, character) in line.char_indices() {
        let end = at + character.len_utf8();
        step(&mut column, &piece, &Cell::new(character), open.start.then_some(end));
        let Some(&(cost, start)) = column.last() else { break };
        if cost < best.0 || cost == best.0 && start == best.1.start {
            best = (cost, start..end);
        }
    }
    if !open.end {
        return column.last().map(|&(_, start)| start..line.len());
    }
    Some(best.1)
}

/// Goes on by one character of the line. `fresh` is where a way may begin behind it for nothing.
fn step(column: &mut [(u32, usize)], piece: &[Cell], here: &Cell, fresh: Option<usize>) {
    let Some((first, rest)) = column.split_first_mut() else { return };
    let mut diagonal = *first;
    *first = fresh.map_or((first.0 + 1, first.1), |at| (0, at));
    let mut above = *first;
    for (cell, wanted) in rest.iter_mut().zip(piece) {
        let ways = [
            (diagonal.0 + wanted.cost_for(here), diagonal.1),
            (cell.0 + 1, cell.1),
            (above.0 + wanted.weight(), above.1),
        ];
        diagonal = *cell;
        // Of equal ways the first: characters are rather changed than left out.
        let cheapest = ways.into_iter().min_by_key(|&(cost, _)| cost);
        *cell = cheapest.unwrap_or(*cell);
        above = *cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part<'l>(piece: &str, line: &'l str, start: bool, end: bool) -> &'l str {
        line.get(fit(piece, line, Open { start, end })).expect("within the line")
    }

    #[test]
    fn a_piece_is_found_inside_a_line() {
        assert_eq!(part("foo(bar)", "  x = foo(Bar);", true, true), "foo(Bar)");
        assert_eq!(part("it's", "say “it’s” so", true, true), "it’s");
        assert_eq!(part("new Error(", "throw new RangeError(x)", true, true), "new RangeError(");
        assert_eq!(part("b c", "a b  c d", true, true), "b  c");
    }

    #[test]
    fn an_end_that_is_not_open_is_the_lines_own() {
        assert_eq!(part("{ // x", "if (a) { // y", true, false), "{ // y");
        assert_eq!(part("let a = 2", "let a = 1; // one", false, true), "let a = 1");
        assert_eq!(part("a", "  b  ", false, false), "  b  ");
    }

    #[test]
    fn white_space_belongs_to_the_part_where_the_piece_has_some() {
        assert_eq!(part("    total()", "  total()", true, true), "  total()");
        assert_eq!(part("total( )", "  total()", true, true), "total()");
    }

    #[test]
    fn a_table_that_would_be_large_is_not_made() {
        let line = "a".repeat(5000);
        assert_eq!(fit(&"b".repeat(5000), &line, Open { start: true, end: true }), 0..5000);
    }
}
