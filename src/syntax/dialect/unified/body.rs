//! How far the hunks of a file go.
//!
//! Models cannot count, so the numbers of lines in a hunk's head are believed only where they fit
//! what follows. Otherwise all lines that can be the hunk's are.

use crate::{
    syntax::{
        dialect::patch::{Fault, Flaw, is_fence, is_hunk_line},
        hunk::Header,
        line::Line,
    },
    text::Span,
};

/// How far it is looked for the end of a fence.
const MOST_LINES_TO_FENCE: usize = 200;

/// The hunks of a file, as far as they go.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// From the first `@@` to the end of the last line that is a hunk's.
    pub(super) span: Span,
    /// Why it is not clear that all of it is meant.
    pub(super) flaw: Option<Flaw>,
}

/// Reads the hunks that begin at `at`; `None` where no hunk does.
pub(super) fn read(text: &str, at: usize) -> Option<Body> {
    let mut body: Option<Body> = None;
    let mut from = at;
    while let Some(header) = Header::read(Line::at(text, from).text) {
        let hunk = Extent::read(text, from, header);
        let start = body.map_or(at, |body| body.span.start);
        let flaw = hunk.flaw(text);
        body = Some(Body { span: Span::new(start, hunk.end), flaw });
        from = skip_blank(text, hunk.end);
        if from >= text.len() || !text.get(from..).is_some_and(|rest| rest.starts_with("@@")) {
            break;
        }
    }
    body
}

/// How far a hunk goes.
struct Extent {
    /// The end of its last line.
    end: usize,
    /// Whether it has fewer lines than it says.
    short: bool,
    /// Whether it says how many it has.
    counted: bool,
}

impl Extent {
    fn read(text: &str, at: usize, header: Header<'_>) -> Self {
        let first = Line::at(text, at).next;
        let Some(numbers) = header.numbers else {
            let (end, _) = all_lines(text, first);
            return Self { end, short: false, counted: false };
        };
        let counts = (numbers.old_count, numbers.new_count);
        if let Some(end) = by_count(text, first, counts) {
            return Self { end, short: false, counted: true };
        }
        let (end, (old, new)) = all_lines(text, first);
        Self { end, short: old < counts.0 || new < counts.1, counted: true }
    }

    /// Why it is not clear that the hunk ends here, if it is not.
    fn flaw(&self, text: &str) -> Option<Flaw> {
        let next = skip_blank(text, self.end);
        let line = Line::at(text, next);
        if next >= text.len() || is_boundary(text, &line) || self.starts_paragraph(text, &line) {
            return None;
        }
        let fault = if next == self.end { Fault::StrayLine } else { Fault::CutShort };
        Some(Flaw { fault, span: line.span() })
    }

    /// Whether a line that is none of a hunk's is prose that has nothing to do with it.
    fn starts_paragraph(&self, text: &str, line: &Line<'_>) -> bool {
        if line.start == self.end {
            return false;
        }
        if self.counted {
            return !self.short;
        }
        !ends_in_fence(text, line.start) && !has_signs(text, line.start)
    }
}

/// The end of a hunk that has as many lines as it says, if what follows is none of its lines.
fn by_count(text: &str, from: usize, (mut old, mut new): (usize, usize)) -> Option<usize> {
    let mut at = from;
    while old > 0 || new > 0 {
        if at >= text.len() {
            return None;
        }
        let line = Line::at(text, at);
        match line.text.bytes().next() {
            Some(b' ') | None => {
                old = old.checked_sub(1)?;
                new = new.checked_sub(1)?;
            }
            Some(b'-') => old = old.checked_sub(1)?,
            Some(b'+') => new = new.checked_sub(1)?,
            Some(b'\\') => {}
            Some(_) => return None,
        }
        at = line.next;
    }
    if at == from {
        return None;
    }
    while text.get(at..).is_some_and(|rest| rest.starts_with('\\')) {
        at = Line::at(text, at).next;
    }
    let next = skip_blank(text, at);
    let line = Line::at(text, next);
    let ends = next >= text.len()
        || !is_hunk_line(line.text)
        || is_boundary(text, &line)
        // A list in Markdown begins so too.
        || (next > at && !ends_in_fence(text, next));
    ends.then_some(at)
}

/// The end of all lines that can be a hunk's, and how many it has before and after. Empty ones at
/// the end are none of it.
fn all_lines(text: &str, from: usize) -> (usize, (usize, usize)) {
    let (mut at, mut end) = (from, from);
    let (mut old, mut new, mut bare) = (0, 0, 0);
    while at < text.len() {
        let line = Line::at(text, at);
        if line.text.is_empty() {
            bare += 1;
            at = line.next;
            continue;
        }
        if !is_hunk_line(line.text) || is_file_head(text, &line) || is_signature(text, &line) {
            break;
        }
        let sign = line.text.as_bytes().first();
        old += bare + usize::from(matches!(sign, Some(b' ' | b'-')));
        new += bare + usize::from(matches!(sign, Some(b' ' | b'+')));
        bare = 0;
        at = line.next;
        end = at;
    }
    (end, (old, new))
}

/// Whether a line that comes after a hunk is certainly none of it.
fn is_boundary(text: &str, line: &Line<'_>) -> bool {
    const WORDS: [&str; 9] = [
        "@@",
        "diff ",
        "index ",
        "Index: ",
        "new file mode ",
        "deleted file mode ",
        "old mode ",
        "similarity index ",
        "Only in ",
    ];
    WORDS.iter().any(|word| line.text.starts_with(word))
        || is_fence(line.text)
        || is_file_head(text, line)
        || is_signature(text, line)
}

/// Whether the line is the first of `---`, `+++`, `@@`: the head of the next file. No line of a
/// hunk begins with `@@`.
fn is_file_head(text: &str, line: &Line<'_>) -> bool {
    if !line.text.starts_with("--- ") {
        return false;
    }
    let second = Line::at(text, line.next);
    let third = Line::at(text, second.next);
    second.text.starts_with("+++ ") && Header::read(third.text).is_some()
}

/// Whether the line is what `git format-patch` ends with: `-- ` and a version.
fn is_signature(text: &str, line: &Line<'_>) -> bool {
    let version = Line::at(text, line.next).text;
    line.text == "-- " && version.starts_with(|first: char| first.is_ascii_digit())
}

/// Where the next line begins that is not empty.
fn skip_blank(text: &str, from: usize) -> usize {
    let mut at = from;
    while at < text.len() {
        let line = Line::at(text, at);
        if !line.text.is_empty() {
            break;
        }
        at = line.next;
    }
    at
}

/// Whether a fence that is open ends below, as far as it is looked.
fn ends_in_fence(text: &str, from: usize) -> bool {
    let mut at = from;
    for _ in 0..MOST_LINES_TO_FENCE {
        if at >= text.len() {
            return false;
        }
        let line = Line::at(text, at);
        if is_fence(line.text) {
            // One with a word behind it opens.
            return line.text.trim().trim_matches(['`', '~']).is_empty();
        }
        at = line.next;
    }
    false
}

/// Whether a line of the paragraph at `from` begins as one that goes or comes.
fn has_signs(text: &str, from: usize) -> bool {
    let mut at = from;
    for _ in 0..MOST_LINES_TO_FENCE {
        let line = Line::at(text, at);
        if at >= text.len() || line.text.trim().is_empty() {
            return false;
        }
        if line.text.starts_with(['-', '+']) {
            return true;
        }
        at = line.next;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the hunks, and the fault.
    #[track_caller]
    fn goes_to(text: &str, end: &str, fault: Option<Fault>) {
        let body = read(text, 0).expect("a hunk");
        let rest = text.get(body.span.end..).expect("a boundary");
        assert_eq!((rest, body.flaw.map(|flaw| flaw.fault)), (end, fault), "{text}");
    }

    #[test]
    fn numbers_that_fit_say_where_a_hunk_ends() {
        goes_to("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n- a list\n", "\n- a list\n", None);
        goes_to("@@ -1 +1 @@\n--- x\n+++ y\n@@ -9 +9 @@\n-c\n+d\n", "", None);
        let removed = "@@ -1,2 +0,0 @@\n-a\n--- b\n";
        goes_to(
            &format!("{removed}--- a/y\n+++ b/y\n@@ -1 +1 @@\n"),
            "--- a/y\n+++ b/y\n@@ -1 +1 @@\n",
            None,
        );
        goes_to(
            "@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\nend",
            "end",
            Some(Fault::StrayLine),
        );
    }

    #[test]
    fn numbers_that_do_not_fit_say_nothing() {
        goes_to("@@ -1,9 +1,9 @@\n a\n-b\n+c\n", "", None);
        goes_to("@@ -1,1 +1,1 @@\n a\n-b\n+c\n", "", None);
        goes_to(
            "@@ -1,9 +1,9 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ @@\n",
            "--- a/y\n+++ b/y\n@@ @@\n",
            None,
        );
        goes_to("@@ -1,9 +1,9 @@\n-a\n+b\n-- \n2.39.2\n", "-- \n2.39.2\n", None);
    }

    #[test]
    fn empty_lines_are_lines_that_stay_but_at_the_end() {
        goes_to("@@ @@\n a\n\n-b\n\n\n```\n", "\n\n```\n", None);
        goes_to("@@ @@\n-a\n\n@@ @@\n-b\n", "", None);
        goes_to("@@ -1,9 +1,9 @@\n a\n\n-b\n```\n", "```\n", None);
    }

    #[test]
    fn a_line_without_its_sign_makes_the_end_unclear() {
        goes_to("@@ @@\n a\n-b\nc\n+d\n", "c\n+d\n", Some(Fault::StrayLine));
        goes_to("@@ -1,3 +1,3 @@\n+x\n\nb\n+c\n", "\nb\n+c\n", Some(Fault::CutShort));
        goes_to("@@ @@\n+x\n\nb\n+c\n", "\nb\n+c\n", Some(Fault::CutShort));
        goes_to("@@ @@\n+x\n\nb\n```\n", "\nb\n```\n", Some(Fault::CutShort));
    }

    #[test]
    fn prose_after_an_empty_line_is_none_of_it() {
        goes_to("@@ @@\n-a\n+b\n\nThat is all.\n", "\nThat is all.\n", None);
        goes_to("@@ -1 +1 @@\n-a\n+b\n\nThat is all.\n```\n", "\nThat is all.\n```\n", None);
        assert_eq!(read("-a\n+b\n", 0), None);
    }
}
