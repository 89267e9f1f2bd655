//! For a text that stands in several places: the shortest text around one of them that stands
//! only once. Whole lines, or in very long lines a part of one.

use std::ops::Range;

use memchr::memmem;

use super::lines::{end_of_line, start_of_line};

/// How far a context reaches on either side, in bytes and in lines.
const REACH: usize = 600;
const LINES: usize = 10;
/// In a line that goes on for longer than that, in bytes, a context takes a part of it,
const LONG_LINE: usize = 160;
/// so many characters more at a time.
const STEPS: usize = 8;
/// More places than that are not told apart.
pub(super) const MOST_PLACES: usize = 10_000;

/// Finds the shortest text around `place` that stands only once in the content. `places` are all
/// places of what stands at `place`.
pub(super) fn context(
    content: &str,
    places: &[Range<usize>],
    place: &Range<usize>,
) -> Option<Range<usize>> {
    if places.len() > MOST_PLACES {
        return None;
    }
    let starts = starts(content, place.start);
    let ends = ends(content, place.end);
    // Up to each start: how far behind the text others go on alike.
    let mut alike: Vec<Option<usize>> = vec![None; starts.len()];
    for other in places.iter().filter(|other| *other != place) {
        let before = common_before(content, place.start, other.start);
        let after = common_after(content, place.end, other.end);
        let reached = starts.iter().take_while(|&&start| place.start - start <= before).count();
        if let Some(most) = reached.checked_sub(1).and_then(|last| alike.get_mut(last)) {
            *most = (*most).max(Some(after));
        }
    }
    let mut needed = None;
    let mut best: Option<(usize, usize, Range<usize>)> = None;
    for (above, (&start, alike)) in starts.iter().zip(&alike).enumerate().rev() {
        needed = needed.max(*alike);
        let enough = |end: &usize| needed.is_none_or(|needed| end - place.end > needed);
        let Some(below) = ends.iter().position(enough) else { continue };
        let end = ends.get(below).copied().unwrap_or(place.end);
        let found = (above + below, end - start, start..end);
        let is_better = |best: &(usize, usize, Range<usize>)| (found.0, found.1) < (best.0, best.1);
        if best.as_ref().is_none_or(is_better) {
            best = Some(found);
        }
    }
    best.map(|(_, _, range)| range).filter(|range| stands_once(content, range))
}

/// Places that overlap are not among `places`, so the last word is the content's.
fn stands_once(content: &str, range: &Range<usize>) -> bool {
    let bytes = content.as_bytes();
    let Some(text) = bytes.get(range.clone()) else { return false };
    memmem::find(bytes, text) == Some(range.start)
        && memmem::rfind(bytes, text) == Some(range.start)
}

/// Where a context may begin, from the nearest on.
fn starts(content: &str, at: usize) -> Vec<usize> {
    let line = start_of_line(content, at);
    if at - line > LONG_LINE {
        let before = content.get(..at).unwrap_or_default();
        let steps = before.char_indices().rev().map(|(at, _)| at);
        return std::iter::once(at)
            .chain(steps.skip(STEPS - 1).step_by(STEPS).take(LINES))
            .collect();
    }
    let above = |&start: &usize| start.checked_sub(1).map(|before| start_of_line(content, before));
    let lines = std::iter::successors(Some(line), above);
    lines.take(LINES).take_while(|start| at - start <= REACH).collect()
}

/// Where a context may end, from the nearest on: at the ends of lines, without the line breaks.
fn ends(content: &str, at: usize) -> Vec<usize> {
    let whole = |at: usize| {
        let end = end_of_line(content, at);
        let line = content.get(at..end).unwrap_or_default();
        let text =
            line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        (at + text.len(), end)
    };
    let first = if content.get(..at).is_some_and(|before| before.ends_with('\n')) {
        (at, at)
    } else {
        whole(at)
    };
    if first.0 - at > LONG_LINE {
        let after = content.get(at..).unwrap_or_default();
        let steps = after.char_indices().map(|(step, _)| at + step);
        return steps.step_by(STEPS).take(LINES + 1).collect();
    }
    let below = |&(_, end): &(usize, usize)| (end < content.len()).then(|| whole(end));
    let lines = std::iter::successors(Some(first), below).map(|(text, _)| text);
    lines.take(LINES).take_while(|end| end - at <= REACH).collect()
}

/// How many bytes before two places are the same, as far as a context reaches.
fn common_before(content: &str, one: usize, other: usize) -> usize {
    let before = |at: usize| {
        let bytes = content.as_bytes().get(at.saturating_sub(REACH)..at).unwrap_or_default();
        bytes.iter().rev()
    };
    before(one).zip(before(other)).take_while(|(a, b)| a == b).count()
}

/// How many bytes behind two places are the same, as far as a context reaches.
fn common_after(content: &str, one: usize, other: usize) -> usize {
    let after = |at: usize| {
        let end = content.len().min(at + REACH);
        content.as_bytes().get(at..end).unwrap_or_default().iter()
    };
    after(one).zip(after(other)).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn places(content: &str, text: &str) -> Vec<Range<usize>> {
        content.match_indices(text).map(|(at, text)| at..at + text.len()).collect()
    }

    fn contexts<'c>(content: &'c str, text: &str) -> Vec<Option<&'c str>> {
        let all = places(content, text);
        let one = |place| content.get(context(content, &all, place)?);
        all.iter().map(one).collect()
    }

    /// How often a text stands somewhere, overlaps too.
    fn count(content: &str, text: &str) -> usize {
        content.char_indices().filter(|&(at, _)| content.split_at(at).1.starts_with(text)).count()
    }

    #[test]
    fn whole_lines_are_taken_as_few_as_do() {
        let content = "fn a() {\n    x = 1;\n}\n\nfn b() {\n    x = 1;\n}\n";
        assert_eq!(
            contexts(content, "x = 1"),
            [Some("fn a() {\n    x = 1;"), Some("fn b() {\n    x = 1;")]
        );
        let content = "let a = f(1);\nlet b = f(1);\n";
        assert_eq!(contexts(content, "f(1)"), [Some("let a = f(1);"), Some("let b = f(1);")]);
        let content = "{\n  x\n}\n{\n  x\n}\nend";
        assert_eq!(contexts(content, "x"), [Some("  x\n}\n{"), Some("}\n{\n  x")]);
    }

    #[test]
    fn a_text_that_ends_with_its_line_break_keeps_it() {
        let content = "a\nx\nb\na\nx\nc\n";
        assert_eq!(contexts(content, "x\n"), [Some("x\nb"), Some("x\nc")]);
        assert_eq!(contexts("x\r\na\r\nx\r\nb\r\n", "x"), [Some("x\r\na"), Some("a\r\nx")]);
    }

    #[test]
    fn in_a_very_long_line_a_part_of_it_is_taken() {
        let content = format!("{}var a=f(1);var b=f(1);{}", "x".repeat(1000), "y".repeat(1000));
        let found = contexts(&content, "f(1)");
        for text in found {
            let text = text.expect("told apart");
            assert!(text.len() < 40 && content.matches(text).count() == 1, "{text}");
        }
    }

    #[test]
    fn places_that_nothing_short_tells_apart_have_no_context() {
        assert_eq!(contexts(&"x\n".repeat(40), "x")[20], None);
    }

    proptest! {
        #[test]
        fn every_context_stands_once_and_holds_its_place(
            content in "[ab\n]{0,60}",
            text in "[ab\n]{1,3}",
        ) {
            let all = places(&content, &text);
            for place in &all {
                let Some(range) = context(&content, &all, place) else { continue };
                prop_assert!(range.start <= place.start && place.end <= range.end);
                let found = content.get(range.clone()).expect("inside");
                prop_assert_eq!(count(&content, found), 1);
                let before = content.as_bytes().get(range.start.wrapping_sub(1));
                prop_assert!(before.is_none_or(|&byte| byte == b'\n'));
            }
        }

        #[test]
        fn no_fewer_lines_would_do(content in "[ab\n]{0,40}") {
            let all = places(&content, "a");
            for place in &all {
                let Some(found) = context(&content, &all, place) else { continue };
                let breaks = |text: &str| text.matches('\n').count();
                let lines = breaks(content.get(found).expect("inside"));
                let starts = (0..=place.start).filter(|&at| at == 0 || content.as_bytes()[at - 1] == b'\n');
                for start in starts {
                    let is_end = |&at: &usize| content.as_bytes().get(at).is_none_or(|&byte| byte == b'\n');
                    for end in (place.end..=content.len()).filter(is_end) {
                        let text = content.get(start..end).expect("inside");
                        prop_assert!(breaks(text) >= lines || text.ends_with('\n') || count(&content, text) > 1);
                    }
                }
            }
        }
    }
}
