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
        let mut replaced = String::with_capacity(self.size_with(new_text, count));
        let mut rest = 0;
        for &place in self.places.iter().take(count) {
            replaced.push_str(self.content.get(rest..place).unwrap_or_default());
            replaced.push_str(new_text);
            rest = place + self.length;
        }
        replaced.push_str(self.content.get(rest..).unwrap_or_default());
        replaced
    }
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

    #[test]
    fn a_size_that_no_memory_holds_is_told_and_not_made() {
        let content = "a".repeat(1 << 20);
        let search = Search::new(&content, "a");
        let size = search.size_with(&"b".repeat(1 << 20), search.count());
        assert_eq!(size, 1 << 40);
    }
}
