//! The hunks of one file: which lines stay, go and come.

use super::header::Header;

/// `apply_patch` says so of the hunk whose last line is the file's.
const END_OF_FILE: &str = "*** End of File";

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It stays.
    Keep,
    /// It goes.
    Remove,
    /// It comes.
    Add,
}

/// One line of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkLine<'t> {
    /// What becomes of it.
    pub sign: Sign,
    /// Its text: without the sign, without `\n`, but with a `\r` before that.
    pub text: &'t str,
    /// Whether a line break ends it: all but the last line of a file of which the hunk says that it
    /// has none.
    pub ended: bool,
}

/// Some lines of a file, and what becomes of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk<'t> {
    /// The number of the first line before the change, from 1, as the hunk has it. Mostly wrong.
    pub old_start: Option<usize>,
    /// Lines of the file that stand before it, the outer one first.
    pub anchors: Vec<&'t str>,
    /// The line of the section that it is in, as git writes it behind the numbers: perhaps cut short.
    pub heading: Option<&'t str>,
    /// Its lines.
    pub lines: Vec<HunkLine<'t>>,
    /// Whether its last line is said to be the file's.
    pub at_end: bool,
    /// How many of its lines, at its end, are empty and without the space that stands for a line
    /// that stays. What comes after may be another's, so these are none of it unless lines follow.
    bare: usize,
}

impl<'t> Hunk<'t> {
    /// The lines as they are before the change.
    pub fn old(&self) -> impl Iterator<Item = &HunkLine<'t>> {
        self.lines.iter().filter(|line| line.sign != Sign::Add)
    }

    /// The text as it is before the change.
    #[must_use]
    pub fn old_text(&self) -> String {
        text_of(self.old())
    }

    /// The text as it is after the change.
    #[must_use]
    pub fn new_text(&self) -> String {
        text_of(self.lines.iter().filter(|line| line.sign != Sign::Remove))
    }

    /// Whether it changes anything.
    #[must_use]
    pub fn changes(&self) -> bool {
        self.lines.iter().any(|line| line.sign != Sign::Keep)
    }

    fn take_head(&mut self, header: Header<'t>) {
        self.old_start = header.numbers.map(|numbers| numbers.old_start).or(self.old_start);
        self.anchors.extend(header.anchor);
        self.heading = header.heading.or(self.heading);
    }

    fn take(&mut self, line: &'t str) {
        if line == END_OF_FILE {
            self.at_end = true;
            return;
        }
        if line.starts_with('\\') {
            if let Some(last) = self.lines.last_mut() {
                last.ended = false;
            }
            return;
        }
        let is_bare = matches!(line, "" | "\r");
        self.bare = if is_bare { self.bare + 1 } else { 0 };
        let (sign, text) = match line.split_at_checked(1) {
            Some(("-", text)) => (Sign::Remove, text),
            Some(("+", text)) => (Sign::Add, text),
            Some((" ", text)) => (Sign::Keep, text),
            _ => (Sign::Keep, line),
        };
        self.lines.push(HunkLine { sign, text, ended: true });
    }

    fn finish(mut self) -> Self {
        self.lines.truncate(self.lines.len() - self.bare);
        self.bare = 0;
        self.end_lines();
        self
    }

    /// Ends the lines that others follow, of which it cannot be that they have no line break. One
    /// that stays and then has lines behind it goes without its line break and comes with one.
    fn end_lines(&mut self) {
        if self.lines.iter().all(|line| line.ended) {
            return;
        }
        let (mut old, mut new) = (false, false);
        let mut lines = Vec::with_capacity(self.lines.len() + 1);
        for mut line in std::mem::take(&mut self.lines).into_iter().rev() {
            let (is_old, is_new) = (line.sign != Sign::Add, line.sign != Sign::Remove);
            let is_last = (!is_old || !old) && (!is_new || !new);
            if !line.ended && line.sign == Sign::Keep && new && !old {
                lines.push(HunkLine { sign: Sign::Add, ended: true, ..line });
                line.sign = Sign::Remove;
            } else {
                line.ended |= !is_last;
            }
            lines.push(line);
            (old, new) = (old || is_old, new || is_new);
        }
        lines.reverse();
        self.lines = lines;
    }
}

fn text_of<'a, 't: 'a>(lines: impl Iterator<Item = &'a HunkLine<'t>>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.text);
        if line.ended {
            text.push('\n');
        }
    }
    text
}

/// Reads hunks. Never fails: what a dialect takes for hunks has nothing but their lines.
///
/// An empty line is one that stays, without the space before it, but at the end of a hunk.
#[must_use]
pub fn hunks(text: &str) -> Vec<Hunk<'_>> {
    let mut hunks = Vec::new();
    let mut open: Option<Hunk<'_>> = None;
    for line in text.split_inclusive('\n') {
        let line = line.strip_suffix('\n').unwrap_or(line);
        // What is no content has no use for the line break's `\r`.
        let mark = line.strip_suffix('\r').unwrap_or(line);
        match Header::read(mark) {
            Some(header) => {
                // `@@ class A` and `@@ def f` one after the other head the same hunk.
                if let Some(hunk) = open.take_if(|hunk| !hunk.lines.is_empty()) {
                    hunks.push(hunk.finish());
                }
                open.get_or_insert_default().take_head(header);
            }
            None if mark == END_OF_FILE => open.get_or_insert_default().take(mark),
            None => open.get_or_insert_default().take(line),
        }
    }
    hunks.extend(open.map(Hunk::finish));
    hunks.retain(|hunk| !hunk.lines.is_empty());
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        hunks(text).iter().map(|hunk| (hunk.old_text(), hunk.new_text())).collect()
    }

    #[test]
    fn lines_stay_go_and_come() {
        let two = read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-x\n+y\n");
        assert_eq!(two, [("a\nb\n".into(), "a\nc\n".into()), ("x\n".into(), "y\n".into())]);
    }

    #[test]
    fn an_empty_line_stays_unless_it_ends_the_hunk() {
        assert_eq!(read("@@\n a\n\n-b\n\n\n"), [("a\n\nb\n".into(), "a\n\n".into())]);
        assert_eq!(read("@@\n-a\n \n"), [("a\n\n".into(), "\n".into())], "it has its space");
        assert_eq!(read("@@\n-a\n\n@@\n-b\n").len(), 2);
    }

    #[test]
    fn a_line_may_have_no_line_break() {
        let text = "@@\n-a\n\\ No newline at end of file\n+b\n";
        assert_eq!(read(text), [("a".into(), "b\n".into())]);
        assert_eq!(read("\\ No newline at end of file\n"), []);
    }

    #[test]
    fn a_line_that_another_follows_has_a_line_break() {
        let none = "\\ No newline at end of file\n";
        let both = |text: String| read(&text).pop().expect("a hunk");
        assert_eq!(both(format!(" a\n b\n{none}+c\n")), ("a\nb".into(), "a\nb\nc\n".into()));
        assert_eq!(both(format!(" a\n{none}+b\n{none}")), ("a".into(), "a\nb".into()));
        assert_eq!(both(format!("+a\n{none}+b\n")), (String::new(), "a\nb\n".into()));
        assert_eq!(both(format!(" a\n{none} b\n-c\n")), ("a\nb\nc\n".into(), "a\nb\n".into()));
        assert_eq!(both(format!("-a\n{none}-b\n+c\n")), ("a\nb\n".into(), "c\n".into()));
        assert_eq!(both(format!("+c\n a\n{none}")), ("a".into(), "c\na".into()));
    }

    #[test]
    fn heads_one_after_the_other_head_one_hunk() {
        let text = "@@ class A\n@@ -7,1 +7,1 @@\n@@ def f\n-a\n+b\n*** End of File\n";
        let read = hunks(text);
        assert_eq!(read.len(), 1);
        assert_eq!(
            (read[0].anchors.clone(), read[0].old_start),
            (vec!["class A", "def f"], Some(7))
        );
        assert!(read[0].at_end);
    }

    #[test]
    fn lines_of_files_with_crlf_keep_their_cr() {
        assert_eq!(read("@@ -1 +1 @@\r\n-a\r\n+b\r\n"), [("a\r\n".into(), "b\r\n".into())]);
    }

    #[test]
    fn what_has_no_head_is_a_hunk_too() {
        assert_eq!(read("-a\n+b\n"), [("a\n".into(), "b\n".into())]);
        assert_eq!(read("@@\n@@\n"), []);
        assert_eq!(read(""), []);
    }
}
