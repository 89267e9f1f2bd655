//! The line that names the file of a block: above its fence, or inside it.
//!
//! A line of prose is no name: better a block that is not applied than one in the wrong file.

use crate::{
    syntax::{dialect::patch::is_fence, line::Line},
    text::Span,
};

/// Names of files that have neither a dot nor a slash.
const PLAIN: [&str; 14] = [
    "Dockerfile",
    "Gemfile",
    "Jenkinsfile",
    "Justfile",
    "LICENSE",
    "Makefile",
    "Procfile",
    "README",
    "CHANGELOG",
    "Rakefile",
    "Vagrantfile",
    "makefile",
    "justfile",
    "CODEOWNERS",
];

/// The name above the block that begins at `at`, but not above `from`, and where it stands.
pub(super) fn above(text: &str, from: usize, at: usize) -> Option<(&str, Span)> {
    let line = before(text, from, at)?;
    if !is_fence(line.text) {
        return name_in(&line);
    }
    let above = before(text, from, line.start)?;
    // An empty line may stand between the name and the fence.
    let above = if above.text.trim().is_empty() { before(text, from, above.start)? } else { above };
    name_in(&above)
}

/// The line before the one that begins at `at`.
fn before(text: &str, from: usize, at: usize) -> Option<Line<'_>> {
    let above = text.get(from..at)?.strip_suffix('\n')?;
    let start = from + above.rfind('\n').map_or(0, |line_break| line_break + 1);
    Some(Line::at(text, start))
}

/// The name that a line consists of.
fn name_in<'r>(line: &Line<'r>) -> Option<(&'r str, Span)> {
    let text = line.text.trim().trim_start_matches('#').trim();
    let text = text.strip_suffix(':').unwrap_or(text);
    let bare = unwrapped(unwrapped(text).trim_end_matches(':'));
    let is_wrapped = bare.len() < text.trim_end_matches(':').len();
    is_name(bare, is_wrapped).then(|| (bare, line.span_of(bare)))
}

/// The text without the stars or backticks around it.
fn unwrapped(text: &str) -> &str {
    for mark in ["**", "__", "``", "`", "*"] {
        let inner = text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark));
        if let Some(inner) = inner {
            return unwrapped(inner);
        }
    }
    text
}

fn is_name(text: &str, is_wrapped: bool) -> bool {
    let says_where = text.contains(['.', '/', '\\']) || PLAIN.contains(&text);
    let one_word = !text.contains(char::is_whitespace);
    let ends_as_prose = text.ends_with(['.', ',', ';', '!', '?', ')', '/']);
    says_where
        && (one_word || is_wrapped)
        && !ends_as_prose
        && !text.contains(['<', '>', '|', '"', '*', '`', '?'])
        && !text.contains("://")
        && !text.starts_with(['-', '=', '+'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Option<&str> {
        let at = text.find("<<<").expect("an opener");
        let (name, span) = above(text, 0, at)?;
        assert_eq!(text.get(span.range()), Some(name));
        Some(name)
    }

    #[test]
    fn a_name_stands_above_the_fence_or_inside_it() {
        assert_eq!(named("src/a.rs\n<<<"), Some("src/a.rs"));
        assert_eq!(named("src/a.rs\n```rust\n<<<"), Some("src/a.rs"));
        assert_eq!(named("src/a.rs\n\n```rust\n<<<"), Some("src/a.rs"));
        assert_eq!(named("Text.\n```\nsrc/a.rs\n<<<"), Some("src/a.rs"));
        assert_eq!(named("src/a.rs\r\n```\r\n<<<"), Some("src/a.rs"));
    }

    #[test]
    fn what_markdown_puts_around_it_is_no_part_of_it() {
        for line in [
            "# a/b.py",
            "### `a/b.py`",
            "**a/b.py**",
            "`a/b.py`:",
            "a/b.py:",
            "**`a/b.py`**",
            "**a/b.py:**",
            "#### a/b.py",
        ] {
            assert_eq!(named(&format!("{line}\n```\n<<<")), Some("a/b.py"), "{line}");
        }
        assert_eq!(named("`my file.txt`\n<<<"), Some("my file.txt"));
        assert_eq!(named("Makefile\n<<<"), Some("Makefile"));
    }

    #[test]
    fn prose_is_no_name() {
        for line in [
            "Here is the change:",
            "In src/a.rs:",
            "Example",
            "**Before**",
            "done.",
            "see a.rs, b.rs",
            "https://example.org/a.rs",
            "",
            "---",
            "1. a.rs",
            "- a.rs",
            "> a.rs",
            "src/",
            "Update `a.rs`:",
        ] {
            assert_eq!(named(&format!("{line}\n```\n<<<")), None, "{line}");
        }
        assert_eq!(named("a.rs\n\n\n```\n<<<"), None, "too far above");
        assert_eq!(named("a.rs\n\n<<<"), None);
        assert_eq!(named("<<<"), None);
        assert_eq!(named("```\n<<<"), None);
    }

    #[test]
    fn what_belongs_to_something_else_is_not_looked_at() {
        let text = "a.rs\n<<<";
        assert_eq!(above(text, 5, 5), None);
    }
}
