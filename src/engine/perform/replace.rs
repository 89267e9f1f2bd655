//! The core of text edits: where a text stands, and the text with another in its place. Pure.

use std::{borrow::Cow, ops::Range};

use memchr::memmem;

use crate::engine::line_breaks::{has_only_crlf, with_crlf};

/// The places of a text in a content: exact, case-sensitive, left to right, never overlapping.
pub(super) struct Search<'t> {
    content: &'t str,
    length: usize,
    places: Vec<usize>,
    /// Whether line breaks of the searched text were taken for the content's `\r\n`.
    crlf: bool,
}

impl<'t> Search<'t> {
    /// Finds `old_text`, which is not empty.
    ///
    /// Where it is absent as it stands, has no `\r`, and the content's breaks are `\r\n`
    /// throughout, its `\n` are taken for the content's breaks.
    pub(super) fn new(content: &'t str, old_text: &str) -> Self {
        let exact =
            Self { content, length: old_text.len(), places: find(content, old_text), crlf: false };
        let may_differ =
            exact.places.is_empty() && old_text.contains('\n') && !old_text.contains('\r');
        if !may_differ || !has_only_crlf(content) {
            return exact;
        }
        let old_text = with_crlf(old_text);
        let places = find(content, &old_text);
        Self { content, length: old_text.len(), places, crlf: true }
    }

    /// How many places there are.
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// The bytes of each place.
    pub(super) fn places(&self) -> Vec<Range<usize>> {
        self.places.iter().map(|&place| place..place + self.length).collect()
    }

    /// A replacement with the line breaks that it has in this content.
    pub(super) fn as_content_has_it<'n>(&self, new_text: &'n str) -> Cow<'n, str> {
        if self.crlf { with_crlf(new_text) } else { Cow::Borrowed(new_text) }
    }

    /// How many bytes the content has with `new_text` in `count` places; as many as can be
    /// told where there are more.
    pub(super) fn size_with(&self, new_text: &str, count: usize) -> usize {
        let kept = self.content.len().saturating_sub(count.saturating_mul(self.length));
        kept.saturating_add(count.saturating_mul(new_text.len()))
    }

    /// The content with `new_text` in the first `count` places, of which there are as many.
    pub(super) fn replace(&self, new_text: &str, count: usize) -> String {
        let replaced = String::with_capacity(self.size_with(new_text, count));
        let places = self.places.iter().take(count).map(|&place| place..place + self.length);
        put(replaced, self.content, places, new_text)
    }
}

/// The stretches of a content from one text to the nearest place of another after it, both
/// included: left to right, never overlapping.
pub(super) struct Stretches<'t> {
    content: &'t str,
    places: Vec<Range<usize>>,
    has_start: bool,
    /// Whether line breaks of the searched texts were taken for the content's `\r\n`.
    crlf: bool,
}

impl<'t> Stretches<'t> {
    /// Finds the stretches from the first text to the second; neither is empty. Line breaks are
    /// taken as [`Search::new`] takes them.
    pub(super) fn new(content: &'t str, ends: [&str; 2]) -> Self {
        let exact = Self::find(content, ends, false);
        let has = |c| ends.iter().any(|text| text.contains(c));
        if !exact.places.is_empty() || !has('\n') || has('\r') || !has_only_crlf(content) {
            return exact;
        }
        let [start, end] = ends.map(with_crlf);
        let other = Self::find(content, [&start, &end], true);
        if other.has_start { other } else { exact }
    }

    fn find(content: &'t str, [start, end]: [&str; 2], crlf: bool) -> Self {
        let (start, end) = (memmem::Finder::new(start), memmem::Finder::new(end));
        let mut stretches = Self { content, places: Vec::new(), has_start: false, crlf };
        let mut rest = 0;
        let find = |text: &memmem::Finder<'_>, from: usize| {
            Some(from + text.find(content.as_bytes().get(from..)?)?)
        };
        while let Some(first) = find(&start, rest) {
            stretches.has_start = true;
            let Some(last) = find(&end, first + start.needle().len()) else { break };
            rest = last + end.needle().len();
            stretches.places.push(first..rest);
        }
        stretches
    }

    /// How many stretches there are.
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// The bytes of each stretch.
    pub(super) fn places(&self) -> &[Range<usize>] {
        &self.places
    }

    /// Whether the text that begins a stretch is there at all.
    pub(super) fn has_start(&self) -> bool {
        self.has_start
    }

    /// A replacement with the line breaks that it has in this content.
    pub(super) fn as_content_has_it<'n>(&self, new_text: &'n str) -> Cow<'n, str> {
        if self.crlf { with_crlf(new_text) } else { Cow::Borrowed(new_text) }
    }

    /// How many bytes the content has with `new_text` in place of every stretch.
    pub(super) fn size_with(&self, new_text: &str) -> usize {
        let replaced: usize = self.places.iter().map(ExactSizeIterator::len).sum();
        let added = self.places.len().saturating_mul(new_text.len());
        (self.content.len() - replaced).saturating_add(added)
    }

    /// The content with `new_text` in place of every stretch.
    pub(super) fn replace(&self, new_text: &str) -> String {
        let replaced = String::with_capacity(self.size_with(new_text));
        put(replaced, self.content, self.places.iter().cloned(), new_text)
    }
}

/// A text with the line breaks of a content: `\r\n` for `\n` where the content has only those and
/// the text has no `\r`.
pub(super) fn with_breaks_of<'n>(content: &str, text: &'n str) -> Cow<'n, str> {
    if text.contains('\r') || !text.contains('\n') || !has_only_crlf(content) {
        return Cow::Borrowed(text);
    }
    with_crlf(text)
}

/// Adds to `replaced` the content with `new_text` in those places.
fn put(
    mut replaced: String,
    content: &str,
    places: impl Iterator<Item = Range<usize>>,
    new_text: &str,
) -> String {
    let mut rest = 0;
    for place in places {
        replaced.push_str(content.get(rest..place.start).unwrap_or_default());
        replaced.push_str(new_text);
        rest = place.end;
    }
    replaced.push_str(content.get(rest..).unwrap_or_default());
    replaced
}

fn find(content: &str, text: &str) -> Vec<usize> {
    memmem::find_iter(content.as_bytes(), text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content with all (or the first `most`) places replaced, and how many there were.
    fn replaced(content: &str, [old, new]: [&str; 2], most: usize) -> (String, usize) {
        let search = Search::new(content, old);
        let count = search.count().min(most);
        let new = search.as_content_has_it(new);
        let replaced = search.replace(&new, count);
        assert_eq!(replaced.len(), search.size_with(&new, count), "the size is foretold");
        (replaced, count)
    }

    fn all(content: &str, old: &str, new: &str) -> (String, usize) {
        replaced(content, [old, new], usize::MAX)
    }

    #[test]
    fn every_place_is_replaced_from_left_to_right() {
        assert_eq!(all("one two", "two", "three"), ("one three".into(), 1));
        assert_eq!(all("x = y; x = z", "x", "w"), ("w = y; w = z".into(), 2));
        assert_eq!(all("a a b", "a ", ""), ("b".into(), 2));
        assert_eq!(all("fn f() {\n  f();\n  f()\n}", "f()", "g()").1, 3);
        assert_eq!(all("one\ntwo\nthree", "four", "five"), ("one\ntwo\nthree".into(), 0));
    }

    #[test]
    fn only_the_first_places_are_replaced_where_there_is_a_limit() {
        assert_eq!(replaced("1 1 1", ["1", "2"], 2), ("2 2 1".into(), 2));
        let todo = "// todo\nfn f() {\n    // todo\n}\n// todo";
        let done = "// done\nfn f() {\n    // done\n}\n// todo";
        assert_eq!(replaced(todo, ["// todo", "// done"], 2), (done.into(), 2));
    }

    #[test]
    fn places_do_not_overlap_and_replacements_are_not_searched() {
        assert_eq!(all("xxxx", "xx", "y"), ("yy".into(), 2));
        assert_eq!(all("xxxxx", "xx", "y"), ("yyx".into(), 2));
        assert_eq!(all("ab", "a", "aa"), ("aab".into(), 1));
    }

    #[test]
    fn a_text_of_several_lines_is_matched_with_its_indentation() {
        let content = "let c = {\n  old: {\n    on: true\n  },\n  rest: 1\n};";
        let old = "old: {\n    on: true\n  }";
        let new = "new: {\n    on: false,\n    more: 'x'\n  }";
        let expected = "let c = {\n  new: {\n    on: false,\n    more: 'x'\n  },\n  rest: 1\n};";
        assert_eq!(all(content, old, new), (expected.into(), 1));
        assert_eq!(all(content, "old: {\n  on: true\n  }", new).1, 0);
        assert_eq!(all("class Old:\n    x", "Old", "New"), ("class New:\n    x".into(), 1));
    }

    #[test]
    fn case_and_trailing_space_matter() {
        assert_eq!(all("Word", "word", "x").1, 0);
        assert_eq!(all("f() {  \n}\n", "f() {\n}", "x").1, 0);
    }

    #[test]
    fn a_line_break_that_is_asked_for_is_taken_as_it_stands() {
        assert_eq!(all("a\r\nb\r\nc", "\r\n", "\n"), ("a\nb\nc".into(), 2));
        assert_eq!(all("a\r\nb", "\n", "-"), ("a\r-b".into(), 1), "the exact text is there");
    }

    #[test]
    fn breaks_of_a_crlf_file_need_not_be_spelled() {
        let crlf = "one\r\ntwo\r\nthree\r\n";
        assert_eq!(all(crlf, "one\ntwo", "1\n2\n2b"), ("1\r\n2\r\n2b\r\nthree\r\n".into(), 1));
        assert_eq!(all(crlf, "two\n", "x\r\ny\n"), ("one\r\nx\r\ny\r\nthree\r\n".into(), 1));
        assert_eq!(all(crlf, "two", "x\ny"), ("one\r\nx\ny\r\nthree\r\n".into(), 1));
    }

    #[test]
    fn breaks_are_not_guessed_where_the_file_mixes_them() {
        assert_eq!(all("one\r\ntwo\nthree", "one\ntwo", "x").1, 0);
        assert_eq!(all("\none\r\ntwo", "one\ntwo", "x").1, 0);
        assert_eq!(all("one\r\ntwo", "one\r\r\ntwo", "x").1, 0);
        assert_eq!(all("no breaks", "no\nbreaks", "x").1, 0);
    }

    #[test]
    fn characters_of_several_bytes_stay_whole() {
        assert_eq!(all("äöü äöü", "ö", "ø"), ("äøü äøü".into(), 2));
    }

    fn spans(content: &str, ends: [&str; 2], new: &str) -> (String, usize) {
        let found = Stretches::new(content, ends);
        let new = found.as_content_has_it(new);
        let replaced = found.replace(&new);
        assert_eq!(replaced.len(), found.size_with(&new), "the size is foretold");
        (replaced, found.count())
    }

    #[test]
    fn a_stretch_goes_to_the_nearest_end_and_both_are_replaced() {
        assert_eq!(spans("f(a) g(b)", ["(", ")"], "-"), ("f- g-".into(), 2));
        assert_eq!(spans("((a))", ["(", ")"], "-"), ("-)".into(), 1));
        assert_eq!(spans("<a><b>", ["<a>", "<b>"], ""), (String::new(), 1));
        assert_eq!(spans("\"a\" \"b\" \"", ["\"", "\""], "x"), ("x x \"".into(), 2));
        assert_eq!(spans("aXbXc", ["X", "X"], "-"), ("a-c".into(), 1), "no overlap");
        assert_eq!(spans("abc", ["ab", "bc"], "-"), ("abc".into(), 0), "nor of the two texts");
        assert_eq!(spans(") (", ["(", ")"], "-"), (") (".into(), 0));
    }

    #[test]
    fn whether_a_stretch_begins_at_all_is_told() {
        assert!(Stretches::new("a(", ["(", ")"]).has_start());
        assert!(!Stretches::new("a)", ["(", ")"]).has_start());
        assert!(Stretches::new("a\r\nb", ["a\nb", "c"]).has_start(), "in another spelling");
    }

    #[test]
    fn breaks_of_a_crlf_file_need_not_be_spelled_in_stretches() {
        let crlf = "one\r\ntwo\r\nthree\r\n";
        assert_eq!(spans(crlf, ["one\ntwo", "\n"], "1\n2\n").0, "1\r\n2\r\nthree\r\n");
        assert_eq!(spans(crlf, ["one", "\n"], "1\n").0, "1\ntwo\r\nthree\r\n", "it is there");
        assert_eq!(spans("one\ntwo\r\n", ["one\n", "two\n"], "x").1, 0);
    }

    #[test]
    fn a_text_takes_on_the_breaks_of_a_crlf_content() {
        assert_eq!(with_breaks_of("a\r\nb", "x\ny"), "x\r\ny");
        for (content, text) in
            [("a\nb", "x\ny"), ("a\r\nb\n", "x\ny"), ("a\r\n", "x\r\ny\n"), ("", "\n")]
        {
            assert_eq!(with_breaks_of(content, text), text, "{content:?}");
        }
    }

    #[test]
    fn a_size_that_no_memory_holds_is_told_and_not_made() {
        let content = "a".repeat(1 << 20);
        let search = Search::new(&content, "a");
        let size = search.size_with(&"b".repeat(1 << 20), search.count());
        assert_eq!(size, 1 << 40);
    }
}
