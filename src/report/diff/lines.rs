//! The lines of two files as numbers, without what both begin and end with.

use std::{collections::HashMap, ops::Range};

use memchr::{memchr, memchr_iter, memrchr};

/// The part in the middle in which two texts differ, as whole lines.
pub(super) struct Middle {
    /// How many lines stand before it, the same in both.
    pub(super) skipped: usize,
    /// Its bytes in the first text.
    pub(super) old: Range<usize>,
    /// Its bytes in the second text.
    pub(super) new: Range<usize>,
}

/// How many lines a text has; a last one without a line break counts.
pub(super) fn count(text: &[u8]) -> usize {
    let unfinished = text.last().is_some_and(|&byte| byte != b'\n');
    memchr_iter(b'\n', text).count() + usize::from(unfinished)
}

/// The lines, their line breaks included.
pub(super) fn split(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Finds the middle by comparing bytes.
pub(super) fn middle(old: &[u8], new: &[u8]) -> Middle {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let both_end = same == old.len() && same == new.len();
    let head = old.get(..same).unwrap_or_default();
    let start =
        if both_end { same } else { memrchr(b'\n', head).map_or(0, |line_break| line_break + 1) };
    let old_rest = old.get(start..).unwrap_or_default();
    let new_rest = new.get(start..).unwrap_or_default();
    let tail = common_tail(old_rest, new_rest);
    let skipped = count(old.get(..start).unwrap_or_default());
    Middle { skipped, old: start..old.len() - tail, new: start..new.len() - tail }
}

/// The bytes of the whole lines that both end with.
fn common_tail(old: &[u8], new: &[u8]) -> usize {
    let same = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let starts_line = |text: &[u8]| {
        let before = text.len().checked_sub(same + 1);
        before.is_none_or(|at| text.get(at) == Some(&b'\n'))
    };
    if starts_line(old) && starts_line(new) {
        return same;
    }
    let tail = old.get(old.len() - same..).unwrap_or_default();
    memchr(b'\n', tail).map_or(0, |line_break| same - line_break - 1)
}

/// Gives equal lines equal numbers, counted in the order in which they first stand.
pub(super) fn number<'a>(old: &[&'a [u8]], new: &[&'a [u8]]) -> (Vec<u32>, Vec<u32>) {
    let mut known: HashMap<&[u8], u32> = HashMap::with_capacity(old.len());
    let mut number_of = |line: &&'a [u8]| {
        let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
        *known.entry(line).or_insert(next)
    };
    let old = old.iter().map(&mut number_of).collect();
    (old, new.iter().map(number_of).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts<'a>(old: &'a str, new: &'a str) -> (usize, &'a str, &'a str) {
        let middle = middle(old.as_bytes(), new.as_bytes());
        let part = |text: &'a str, range| text.get(range).expect("character boundaries");
        (middle.skipped, part(old, middle.old), part(new, middle.new))
    }

    #[test]
    fn the_middle_is_made_of_whole_lines() {
        assert_eq!(parts("a\nbx\nc\n", "a\nby\nc\n"), (1, "bx\n", "by\n"));
        assert_eq!(parts("a\nb\n", "a\nnew\nb\n"), (1, "", "new\n"));
        assert_eq!(parts("xa\nb\n", "ya\nb\n"), (0, "xa\n", "ya\n"));
        assert_eq!(parts("b\n", "ab\nb\n"), (0, "", "ab\n"));
        assert_eq!(parts("same", "same"), (1, "", ""));
        assert_eq!(parts("a\nb", "a\nb\n"), (1, "b", "b\n"));
        assert_eq!(parts("", "a"), (0, "", "a"));
    }

    proptest! {
        #[test]
        fn what_stands_around_the_middle_is_the_same(old in "[ab\n]{0,12}", new in "[ab\n]{0,12}") {
            let (old, new) = (old.as_bytes(), new.as_bytes());
            let middle = middle(old, new);
            prop_assert_eq!(&old[..middle.old.start], &new[..middle.new.start]);
            prop_assert_eq!(&old[middle.old.end..], &new[middle.new.end..]);
            prop_assert_eq!(count(&old[..middle.old.start]), middle.skipped);
            for (text, range) in [(old, middle.old), (new, middle.new)] {
                for at in [range.start, range.end] {
                    prop_assert!(at == 0 || at == text.len() || text[at - 1] == b'\n');
                }
            }
        }
    }
}
