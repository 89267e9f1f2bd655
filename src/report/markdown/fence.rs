//! Fences and code spans that what they hold cannot end.

use std::fmt::Write as _;

use crate::report::escape::escape_line;

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// How many backticks a text's fence has.
pub(super) fn fence_len(text: &str) -> usize {
    (longest_run(text) + 1).max(3)
}

/// Writes a fenced block. A text without a final line break gets one; the text stands exactly
/// otherwise.
pub(super) fn fenced(out: &mut String, text: &str) {
    let fence = "`".repeat(fence_len(text));
    let line_break = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let _ = writeln!(out, "{fence}\n{text}{line_break}{fence}");
}

/// A name as a code span, in one line.
pub(super) fn span(name: &str) -> String {
    let name = escape_line(name);
    if name.is_empty() {
        return "(empty)".to_owned();
    }
    let run = longest_run(&name);
    if run == 0 {
        return format!("`{name}`");
    }
    let ticks = "`".repeat(run + 1);
    format!("{ticks} {name} {ticks}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_longer_than_any_run_inside() {
        let block = |text| {
            let mut out = String::new();
            fenced(&mut out, text);
            out
        };
        assert_eq!(block("a"), "```\na\n```\n");
        assert_eq!(block("a\n"), "```\na\n```\n");
        assert_eq!(block(""), "```\n```\n");
        assert_eq!(block("````sh\nx\n````\n"), "`````\n````sh\nx\n````\n`````\n");
    }

    #[test]
    fn a_span_stays_one() {
        assert_eq!(span("a/b"), "`a/b`");
        assert_eq!(span("a`b"), "`` a`b ``");
        assert_eq!(span(""), "(empty)");
        assert_eq!(span("a\nb"), r"`a\nb`");
    }
}
