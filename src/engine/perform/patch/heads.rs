//! The lines that a hunk names before its own, and what stands below them. Pure.

use std::{cell::OnceCell, collections::BTreeMap, ops::Range};

use crate::syntax::may_be_cut;

/// Where a hunk that names lines may stand.
#[derive(Debug)]
pub(super) struct Heads {
    /// What the named lines head, they themselves included; in order and apart.
    inside: Vec<Range<usize>>,
    /// Where the first of the named lines ends.
    after: usize,
}

impl Heads {
    /// Whether some bytes are of what a named line heads.
    pub(super) fn hold(&self, place: &Range<usize>) -> bool {
        let next = self.inside.partition_point(|inside| inside.start <= place.start);
        let inside = next.checked_sub(1).and_then(|at| self.inside.get(at));
        inside.is_some_and(|inside| place.end <= inside.end)
    }

    /// Whether some bytes are in part of what a named line heads.
    pub(super) fn touch(&self, place: &Range<usize>) -> bool {
        let next = self.inside.partition_point(|inside| inside.end <= place.start);
        self.inside.get(next).is_some_and(|inside| inside.start < place.end)
    }

    /// Whether some bytes stand below a named line.
    pub(super) fn stand_above(&self, place: &Range<usize>) -> bool {
        self.after <= place.start
    }
}

/// A line of a file.
#[derive(Debug)]
struct Line {
    bytes: Range<usize>,
    /// Where ends what it heads: all below it, up to the next line with a letter or a digit that
    /// is indented no deeper.
    scope_end: usize,
}

/// The lines of a file by their text; looked at when a hunk first names one.
pub(super) struct Named<'t> {
    content: &'t str,
    index: OnceCell<Index<'t>>,
}

#[derive(Debug)]
struct Index<'t> {
    lines: Vec<Line>,
    by_text: BTreeMap<&'t str, Vec<usize>>,
}

impl<'t> Named<'t> {
    pub(super) fn new(content: &'t str) -> Self {
        Self { content, index: OnceCell::new() }
    }

    /// Where a hunk may stand that names these lines, the outer one first. White space around
    /// them says nothing.
    ///
    /// Each is sought in what the one before heads, and below that where it is not in there.
    pub(super) fn below(&self, anchors: &[&str]) -> Option<Heads> {
        let index = self.index.get_or_init(|| Index::new(self.content));
        let whole = 0..self.content.len();
        let mut heads = Heads { inside: vec![whole], after: 0 };
        for anchor in anchors {
            let named = index.by_text.get(anchor.trim())?;
            let lines: Vec<&Line> = named.iter().filter_map(|&at| index.lines.get(at)).collect();
            let within = |line: &&&Line| heads.hold(&line.bytes);
            let mut found: Vec<&Line> = lines.iter().filter(within).copied().collect();
            if found.is_empty() {
                let below = |line: &&&Line| heads.stand_above(&line.bytes);
                found = lines.iter().filter(below).copied().collect();
            }
            heads = headed(&found)?;
        }
        Some(heads)
    }

    /// What lines head that are a hunk's heading, or begin with it where none is all of it: git
    /// cuts it short, and models leave out how it ends.
    pub(super) fn under(&self, heading: &str) -> Option<Heads> {
        let index = self.index.get_or_init(|| Index::new(self.content));
        let lines = |numbers: &[usize]| {
            let lines: Vec<&Line> = numbers.iter().filter_map(|&at| index.lines.get(at)).collect();
            headed(&lines)
        };
        if let Some(named) = index.by_text.get(heading) {
            return lines(named);
        }
        let begun =
            index.by_text.range(heading..).take_while(|(text, _)| text.starts_with(heading));
        let begun: Vec<_> = begun.take(MOST_BEGUN + 1).collect();
        if begun.len() > MOST_BEGUN {
            return None;
        }
        let begun = begun.into_iter().filter(|(text, _)| is_begun_by(text, heading));
        let mut numbers: Vec<usize> = begun.flat_map(|(_, numbers)| numbers).copied().collect();
        numbers.sort_unstable();
        lines(&numbers)
    }
}

/// How many lines a heading may be the beginning of. It says nothing if there are more.
const MOST_BEGUN: usize = 64;

/// Whether a line is the one of which a heading is the beginning.
fn is_begun_by(line: &str, heading: &str) -> bool {
    let next = line.strip_prefix(heading).and_then(|rest| rest.chars().next());
    may_be_cut(heading) || !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
}

/// What some lines, in order, head together.
fn headed(lines: &[&Line]) -> Option<Heads> {
    let after = lines.first()?.bytes.end;
    let mut inside: Vec<Range<usize>> = Vec::new();
    for line in lines {
        let scope = line.bytes.start..line.scope_end;
        // One scope in another: the outer one holds both.
        match inside.last_mut() {
            Some(last) if scope.start < last.end => last.end = last.end.max(scope.end),
            _ => inside.push(scope),
        }
    }
    Some(Heads { inside, after })
}

impl<'t> Index<'t> {
    fn new(content: &'t str) -> Self {
        let mut index = Self { lines: Vec::new(), by_text: BTreeMap::new() };
        // The lines whose scope is open, each indented deeper than the one before it.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        for text in content.split_inclusive('\n') {
            let indent = text.len() - text.trim_start().len();
            if text.contains(char::is_alphanumeric) {
                while let Some((line, _)) = open.pop_if(|(_, deep)| *deep >= indent) {
                    if let Some(line) = index.lines.get_mut(line) {
                        line.scope_end = at;
                    }
                }
                open.push((index.lines.len(), indent));
            }
            let named = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
            index.by_text.entry(named).or_default().push(index.lines.len());
            let bytes = at..at + text.len();
            index.lines.push(Line { bytes, scope_end: content.len() });
            at += text.len();
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSES: &str = "class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n    def g(self):\n        return 1\n";

    /// The stretches of a text that lines of that name head.
    fn headed(content: &str, anchors: &[&str]) -> Vec<String> {
        let heads = Named::new(content).below(anchors);
        let inside = heads.map(|heads| heads.inside).unwrap_or_default();
        inside.into_iter().map(|range| content.get(range).unwrap_or("?").to_owned()).collect()
    }

    #[test]
    fn a_line_heads_what_is_indented_deeper_below_it() {
        let a = "class A:\n    def f(self):\n        return 1\n\n";
        assert_eq!(headed(CLASSES, &["class A:"]), [a]);
        let f = "    def f(self):\n        return 1\n";
        assert_eq!(headed(CLASSES, &["class B:", "def f(self):"]), [f]);
        assert_eq!(headed(CLASSES, &["def f(self):"]).len(), 2);
        assert_eq!(headed(CLASSES, &["class C:"]), [""; 0]);
        assert_eq!(headed(CLASSES, &["class B:", "class A:"]), [""; 0], "it is not below");
    }

    #[test]
    fn braces_of_their_own_end_nothing() {
        let c = "int f()\n{\n  x;\n}\nint g()\n{\n  x;\n}\n";
        assert_eq!(headed(c, &["int f()"]), ["int f()\n{\n  x;\n}\n"]);
    }

    #[test]
    fn a_line_in_what_another_of_its_name_heads_is_of_that() {
        let nested = "if x:\n  if x:\n    y\nz\n";
        assert_eq!(headed(nested, &["if x:"]), ["if x:\n  if x:\n    y\n"]);
    }

    /// The stretches that a heading's lines head.
    fn under(content: &str, heading: &str) -> Vec<String> {
        let inside =
            Named::new(content).under(heading).map(|heads| heads.inside).unwrap_or_default();
        inside.into_iter().map(|range| content.get(range).unwrap_or("?").to_owned()).collect()
    }

    #[test]
    fn a_heading_may_be_cut_short_but_not_within_a_word() {
        let content = "class B:\n  x\nclass Base:\n  y\n";
        assert_eq!(under(content, "class B"), ["class B:\n  x\n"]);
        assert_eq!(under(content, "class Bas"), [""; 0]);
        let long = format!("fn f({}", "argument: usize, ".repeat(6));
        let cut = long.get(..80).expect("a boundary");
        assert_eq!(under(&format!("{long}\n  x\n"), cut).len(), 1);
        assert_eq!(under("\u{feff}class B:\n  x\n", "class B:").len(), 1, "behind the mark");
    }
}
