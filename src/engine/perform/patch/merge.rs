//! What hunks at their places make of a file. Pure.

use std::ops::Range;

use super::places::Taken;
use crate::syntax::{Hunk, Sign};

/// Other bytes in place of some.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The number of the hunk, from 0.
    hunk: usize,
    bytes: Range<usize>,
    text: String,
}

/// A hunk that has found its place.
pub(super) struct Placed<'a, 't> {
    /// Its number, from 0.
    pub(super) number: usize,
    pub(super) hunk: &'a Hunk<'t>,
    /// Its first byte in the content.
    pub(super) start: usize,
    pub(super) taken: Taken,
}

impl Placed<'_, '_> {
    /// What it changes. Lines that stay are no part of it, so hunks may share them.
    pub(super) fn changes(&self, content: &str) -> Vec<Change> {
        let mut made = Vec::new();
        let mut at = self.start;
        let mut open = Change { hunk: self.number, bytes: at..at, text: String::new() };
        for line in &self.hunk.lines {
            let length = || line_len(content, at);
            match line.sign {
                Sign::Add => {
                    open.text.push_str(line.text);
                    if line.ended {
                        open.text.push_str(if self.taken.crlf { "\r\n" } else { "\n" });
                    }
                }
                Sign::Remove => {
                    at += length();
                    open.bytes.end = at;
                }
                Sign::Keep => {
                    at += length();
                    let next = Change { hunk: self.number, bytes: at..at, text: String::new() };
                    made.push(std::mem::replace(&mut open, next));
                }
            }
        }
        made.push(open);
        made.retain(|change| !change.bytes.is_empty() || !change.text.is_empty());
        if self.taken.no_end {
            for change in &mut made {
                end_as_before(change, content, self.taken);
            }
        }
        made
    }
}

/// Leaves the end of a file without a line break as it is.
fn end_as_before(change: &mut Change, content: &str, taken: Taken) {
    if change.bytes.end != content.len() || change.text.is_empty() {
        return;
    }
    let line_break = if taken.crlf { "\r\n" } else { "\n" };
    if let Some(text) = change.text.strip_suffix(line_break) {
        change.text = text.to_owned();
    }
    let before = content.get(..change.bytes.start).unwrap_or_default();
    if !before.is_empty() && !before.ends_with('\n') {
        change.text.insert_str(0, line_break);
    }
}

/// How many bytes the line at `at` has, its line break included.
fn line_len(content: &str, at: usize) -> usize {
    let rest = content.as_bytes().get(at..).unwrap_or_default();
    memchr::memchr(b'\n', rest).map_or(rest.len(), |line_break| line_break + 1)
}

/// The content with all changes made; or the numbers of two hunks that change the same lines.
pub(super) fn merged(content: &str, mut changes: Vec<Change>) -> Result<String, (usize, usize)> {
    changes.sort_by_key(|change| (change.bytes.start, change.bytes.end));
    let mut merged = String::with_capacity(size(content, &changes));
    let mut rest = 0;
    let mut last = 0;
    for change in changes {
        if change.bytes.start < rest {
            return Err((last, change.hunk));
        }
        merged.push_str(content.get(rest..change.bytes.start).unwrap_or_default());
        merged.push_str(&change.text);
        rest = change.bytes.end;
        last = change.hunk;
    }
    merged.push_str(content.get(rest..).unwrap_or_default());
    Ok(merged)
}

/// How many bytes the content has with all changes made.
fn size(content: &str, changes: &[Change]) -> usize {
    let come: usize = changes.iter().map(|change| change.text.len()).sum();
    let go: usize = changes.iter().map(|change| change.bytes.len()).sum();
    (content.len() + come).saturating_sub(go)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::perform::patch::places::File, syntax::hunks};

    fn patched(content: &str, patch: &str) -> Result<String, (usize, usize)> {
        let hunks = hunks(patch);
        let changes = hunks.iter().enumerate().flat_map(|(number, hunk)| {
            let places = File::new(content).places(hunk);
            let start = places.found[0].start;
            Placed { number, hunk, start, taken: places.taken }.changes(content)
        });
        merged(content, changes.collect())
    }

    fn becomes(content: &str, patch: &str, after: &str) {
        assert_eq!(patched(content, patch).as_deref(), Ok(after), "{patch}");
    }

    #[test]
    fn lines_go_and_come_and_all_others_stay() {
        becomes("a\nb\nc\n", " a\n-b\n+x\n+y\n c\n", "a\nx\ny\nc\n");
        becomes("a\nb\nc\n", "+0\n a\n b\n+1\n c\n+2\n", "0\na\nb\n1\nc\n2\n");
        becomes("a\nb\nc\n", "-a\n b\n-c\n", "b\n");
        becomes("a\n", "-a\n", "");
    }

    #[test]
    fn hunks_may_share_lines_that_stay() {
        becomes("a\nb\nc\n", "@@\n-a\n+x\n b\n@@\n b\n-c\n+z\n", "x\nb\nz\n");
        becomes("a\nb\nc\n", "@@\n b\n-c\n@@\n-a\n b\n", "b\n");
    }

    #[test]
    fn hunks_that_change_the_same_lines_do_not_fit() {
        assert_eq!(patched("a\nb\nc\n", "@@\n-a\n-b\n@@\n-b\n-c\n"), Err((0, 1)));
    }

    #[test]
    fn line_breaks_are_the_files_own() {
        becomes("a\r\nb\r\n", " a\n-b\n+x\n+y\n", "a\r\nx\r\ny\r\n");
        becomes("a\nb", " a\n-b\n+x\n", "a\nx");
        becomes("a\nb", " b\n+c\n+d\n", "a\nb\nc\nd");
        becomes("a\r\nb", " a\n b\n+c\n", "a\r\nb\r\nc");
        becomes("a\nb", "+x\n a\n b\n", "x\na\nb");
        becomes("a\nb", " a\n-b\n", "a\n");
    }

    #[test]
    fn a_file_keeps_the_mark_that_it_begins_with() {
        becomes("\u{feff}a\r\nb\r\n", "+0\n-a\n+x\n b\n", "\u{feff}0\r\nx\r\nb\r\n");
        becomes("\u{feff}a\nb\n", "-\u{feff}a\n+x\n", "x\nb\n");
    }

    #[test]
    fn a_last_line_that_stays_is_ended_by_lines_that_come_behind_it() {
        let none = "\\ No newline at end of file\n";
        becomes("a\nb", &format!(" a\n b\n{none}+c\n"), "a\nb\nc\n");
        becomes("a\nb", &format!(" a\n b\n{none}+c\n{none}"), "a\nb\nc");
    }

    #[test]
    fn a_hunk_may_say_how_the_file_ends() {
        let none = "\\ No newline at end of file\n";
        becomes("a\nb", &format!(" a\n-b\n{none}+b\n"), "a\nb\n");
        becomes("a\nb\n", &format!(" a\n-b\n+b\n{none}"), "a\nb");
        becomes("a\nb", &format!("-a\n+x\n b\n{none}"), "x\nb");
    }
}
