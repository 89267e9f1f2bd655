//! A patch for a terminal: git's colours, and nothing in it that the terminal would obey.

use std::fmt::Write as _;

use crate::report::{
    escape::escape,
    style::{Style, Styles},
};

/// How a patch is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaintOptions {
    /// Whether git's colours are used.
    pub colour: bool,
}

/// Makes a patch safe to show: control characters are escaped, each kind of line is coloured.
#[must_use]
pub fn paint(patch: &str, options: PaintOptions) -> String {
    let styles = Styles { colour: options.colour };
    let mut hunk = Hunk::default();
    let mut out = String::with_capacity(patch.len() + patch.len() / 8);
    for line in patch.split_inclusive('\n') {
        let (text, line_break) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
        let kind = hunk.kind(text);
        // Only what stands between the signs is coloured; the function's name is not.
        let split = if kind == Style::Place { end_of_place(text) } else { text.len() };
        let (marked, plain) = text.split_at_checked(split).unwrap_or((text, ""));
        let _ = write!(out, "{}{}{line_break}", styles.paint(kind, escape(marked)), escape(plain));
    }
    out
}

fn end_of_place(header: &str) -> usize {
    let after_first = header.get(2..).unwrap_or_default();
    after_first.find("@@").map_or(header.len(), |at| at + 4)
}

/// How many lines of the present hunk are still to come, so that a removed line `-- x` is not
/// taken for a header.
#[derive(Default)]
struct Hunk {
    old: usize,
    new: usize,
}

impl Hunk {
    fn kind(&mut self, line: &str) -> Style {
        let sign = line.as_bytes().first();
        if self.old == 0 && self.new == 0 {
            return self.header(line);
        }
        match sign {
            Some(b'-') => {
                self.old = self.old.saturating_sub(1);
                Style::Bad
            }
            Some(b'+') => {
                self.new = self.new.saturating_sub(1);
                Style::Good
            }
            Some(b'\\') => Style::Plain,
            _ => {
                self.old = self.old.saturating_sub(1);
                self.new = self.new.saturating_sub(1);
                Style::Plain
            }
        }
    }

    fn header(&mut self, line: &str) -> Style {
        if line.starts_with('\\') {
            return Style::Plain;
        }
        let Some(rest) = line.strip_prefix("@@ -") else { return Style::Strong };
        let mut extents = rest.split([' ', '+']).filter(|part| !part.is_empty());
        self.old = extents.next().map_or(0, line_count);
        self.new = extents.next().map_or(0, line_count);
        Style::Place
    }
}

/// The second number of `12,3`, or 1.
fn line_count(extent: &str) -> usize {
    extent.split_once(',').map_or(1, |(_, count)| count.parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@ fn main() {\n \
                         same\n--- x\n+++ y\n\\ No newline at end of file\ndiff --git a/g b/g\n";

    #[test]
    fn lines_are_coloured_by_what_they_are() {
        let painted = paint(PATCH, PaintOptions { colour: true });
        let lines: Vec<_> = painted.lines().collect();
        assert_eq!(
            lines,
            [
                "\x1b[1mdiff --git a/f b/f\x1b[m",
                "\x1b[1m--- a/f\x1b[m",
                "\x1b[1m+++ b/f\x1b[m",
                "\x1b[36m@@ -1,2 +1,2 @@\x1b[m fn main() {",
                " same",
                "\x1b[31m--- x\x1b[m",
                "\x1b[32m+++ y\x1b[m",
                "\\ No newline at end of file",
                "\x1b[1mdiff --git a/g b/g\x1b[m",
            ]
        );
    }

    #[test]
    fn without_colour_it_is_the_same_text() {
        assert_eq!(paint(PATCH, PaintOptions::default()), PATCH);
    }

    #[test]
    fn content_cannot_command_the_terminal() {
        let patch = "@@ -1 +1 @@\n-a\x1b[2J\n+b\r\n";
        assert_eq!(paint(patch, PaintOptions::default()), "@@ -1 +1 @@\n-a\\u{1b}[2J\n+b\\r\n");
    }
}
