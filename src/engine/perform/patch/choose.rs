//! Which of several places a hunk means. Pure.
//!
//! What a hunk says of where it stands narrows its places down; a line's number only breaks a tie,
//! and only where it is clear.

use std::ops::Range;

use super::{heads::Heads, places::File};
use crate::syntax::Hunk;

/// Keeps the place at the file's end, if there is one and the hunk says that it is.
pub(super) fn at_end(file: &File<'_>, places: &mut Vec<Range<usize>>, hunk: &Hunk<'_>) {
    let end = file.content.len();
    if hunk.at_end && places.iter().any(|place| place.end == end) {
        places.retain(|place| place.end == end);
    }
}

/// Keeps the places that stand in what named lines head; where there are none, those below.
pub(super) fn below(heads: &Heads, places: &mut Vec<Range<usize>>) {
    if places.iter().any(|place| heads.hold(place)) {
        places.retain(|place| heads.hold(place));
    } else {
        places.retain(|place| heads.stand_above(place));
    }
}

/// Keeps the places of which a part is of what the heading's lines head; where there are none,
/// those below. The heading's own line may be one of the hunk's.
pub(super) fn under(heads: &Heads, places: &mut Vec<Range<usize>>) {
    if places.iter().any(|place| heads.touch(place)) {
        places.retain(|place| heads.touch(place));
    } else {
        places.retain(|place| heads.stand_above(place));
    }
}

/// The place that a line's number means: the one that stands there, or that is nearer by far than
/// any other. `lines` are the numbers of the places, in order.
fn nearest(lines: &[usize], wanted: usize) -> Option<usize> {
    let far = |line: &usize| line.abs_diff(wanted);
    let (best, line) = lines.iter().enumerate().min_by_key(|(_, line)| far(line))?;
    let mut others = lines.iter().enumerate().filter(|(at, _)| *at != best);
    others.all(|(_, other)| far(line) * 2 < far(other)).then_some(best)
}

/// The place that a hunk's number means.
///
/// By so many lines do hunks before and after it stand elsewhere than they say. It may be that this
/// one does too: so it must mean the same place either way.
pub(super) fn by_number(lines: &[usize], wanted: usize, off_by: &[isize]) -> Option<usize> {
    let meant = nearest(lines, wanted)?;
    let same = |off: &isize| nearest(lines, wanted.saturating_add_signed(*off)) == Some(meant);
    off_by.iter().all(same).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::perform::patch::heads::Named, syntax::hunks};

    #[test]
    fn a_number_breaks_a_tie_only_where_it_is_clear() {
        assert_eq!(nearest(&[10, 50], 50), Some(1));
        assert_eq!(nearest(&[10, 50], 48), Some(1));
        assert_eq!(nearest(&[10, 50], 20), Some(0));
        assert_eq!(nearest(&[10, 50], 28), None, "nearer, but not by far");
        assert_eq!(nearest(&[4, 5, 6], 5), Some(1));
        assert_eq!(nearest(&[4, 6], 5), None);
        assert_eq!(nearest(&[7], 1000), Some(0));
        assert_eq!(nearest(&[], 1), None);
    }

    #[test]
    fn a_number_counts_only_if_it_means_the_same_with_the_others_error() {
        assert_eq!(by_number(&[10, 50], 50, &[0, 2]), Some(1));
        assert_eq!(by_number(&[100, 120], 100, &[20]), None);
        assert_eq!(by_number(&[10, 500], 12, &[-100]), Some(0));
    }

    /// The first lines of the places of a hunk that are left.
    fn left(content: &str, hunk: &str) -> Vec<usize> {
        let file = File::new(content);
        let hunk = &hunks(hunk)[0];
        let mut places = file.places(hunk).found;
        at_end(&file, &mut places, hunk);
        match Named::new(content).below(&hunk.anchors) {
            Some(heads) => below(&heads, &mut places),
            None => places.clear(),
        }
        file.lines_of(&places)
    }

    #[test]
    fn what_a_named_line_heads_goes_before_what_is_only_below() {
        let content = "x\nstart\nx\n";
        assert_eq!(left(content, "@@ start\n-x\n"), [3]);
        let content = "f()\n  x\ng()\n  x\n";
        assert_eq!(left(content, "@@ f()\n-  x\n"), [2]);
        assert_eq!(left(content, "@@ f()\n f()\n-  x\n"), [1], "it may begin with that line");
        assert_eq!(left(content, "@@ f()\n@@ g()\n-  x\n"), [4]);
        assert!(left(content, "@@ h()\n-  x\n").is_empty());
    }

    #[test]
    fn the_end_of_the_file_tells_places_apart() {
        assert_eq!(left("a\nb\na\n", "@@\n-a\n*** End of File\n"), [3]);
        assert_eq!(left("a\nb\n", "@@\n-a\n*** End of File\n"), [1], "there is but one");
    }
}
