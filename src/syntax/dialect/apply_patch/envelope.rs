//! What stands between `*** Begin Patch` and `*** End Patch`.

use std::borrow::Cow;

use crate::{
    syntax::{
        Hunk,
        dialect::patch::{
            Claim, Doubt, Fault, FileChange, Flaw, Value, added, bare_lines, is_hunk_line,
        },
        hunks,
        line::{Line, starts_line},
    },
    text::{Span, Spanned},
};

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const MOVE: &str = "*** Move to: ";
const END_OF_FILE: &str = "*** End of File";

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Add,
    Update,
    Delete,
}

/// The line that a file begins with.
#[derive(Clone, Copy)]
struct FileLine<'r> {
    line: Line<'r>,
    verb: Verb,
    path: &'r str,
}

impl<'r> FileLine<'r> {
    fn read(text: &'r str, at: usize) -> Option<Self> {
        let line = Line::at(text, at);
        let verbs = [
            ("*** Add File: ", Verb::Add),
            ("*** Update File: ", Verb::Update),
            ("*** Delete File: ", Verb::Delete),
        ];
        let (path, verb) =
            verbs.iter().find_map(|(word, verb)| Some((line.text.strip_prefix(word)?, *verb)))?;
        Some(Self { line, verb, path: path.trim() })
    }

    fn path(&self) -> Value<'r> {
        Spanned::new(Cow::Borrowed(self.path), self.line.span_of(self.path))
    }
}

/// Reads the patch that begins at `at`; `None` where none does. `forced`: a file outside of a
/// patch is one all the same.
pub(super) fn read(text: &str, at: usize, forced: bool) -> Option<Claim<'_>> {
    if !starts_line(text, at) {
        return None;
    }
    let first = Line::at(text, at);
    if first.text.trim_end() != BEGIN {
        return outside(text, at, forced);
    }
    let mut claim = Claim { next: first.next, ..Claim::default() };
    loop {
        claim.next = skip_empty(text, claim.next);
        let line = Line::at(text, claim.next);
        if let Some(file) = FileLine::read(text, claim.next) {
            let (change, next) = change(text, &file);
            claim.changes.push(change);
            claim.next = next;
            continue;
        }
        if line.text.trim_end() == END {
            claim.next = line.next;
        } else if let Some(last) = claim.changes.last_mut() {
            open_end(last, &line, claim.next >= text.len());
        }
        break;
    }
    if claim.changes.is_empty() {
        let flaw = Flaw { fault: Fault::Doubt(Doubt::NoFiles), span: first.span() };
        return Some(Claim::doubt(flaw, claim.next));
    }
    Some(claim)
}

/// The last file of a patch that does not end: what is missing may have been its.
fn open_end(last: &mut FileChange<'_>, line: &Line<'_>, at_end: bool) {
    last.closed = false;
    let (fault, span) = if at_end || line.text.starts_with("```") {
        (Fault::Unclosed(END), last.opener)
    } else {
        (Fault::StrayLine, line.span())
    };
    last.flaws.push(Flaw { fault, span });
}

/// A file that is in no patch.
fn outside(text: &str, at: usize, forced: bool) -> Option<Claim<'_>> {
    let file = FileLine::read(text, at)?;
    let (change, next) = change(text, &file);
    if forced {
        return Some(Claim { changes: vec![change], flaws: Vec::new(), next });
    }
    Some(Claim::doubt(Flaw { fault: Fault::Doubt(Doubt::NotBegun), span: change.span }, next))
}

/// What is changed in a file, and where reading goes on.
fn change<'r>(text: &'r str, file: &FileLine<'r>) -> (FileChange<'r>, usize) {
    let opener = file.line.span();
    let path = file.path();
    if file.path.is_empty() {
        let change = FileChange::new("file_patch", opener).flawed(Fault::BadName, opener);
        return (change, file.line.next);
    }
    let (change, end) = match file.verb {
        Verb::Delete => (FileChange::new("file_delete", opener).with("path", path), file.line.next),
        Verb::Add => add(text, file, path),
        Verb::Update => update(text, file, path),
    };
    let lines = text.get(file.line.start..end).unwrap_or_default();
    let lines = lines.strip_suffix('\n').map_or(lines, |all| all.strip_suffix('\r').unwrap_or(all));
    let span = Span::new(opener.start, opener.start + lines.len());
    (FileChange { span, ..change }, end)
}

fn add<'r>(text: &'r str, file: &FileLine<'r>, path: Value<'r>) -> (FileChange<'r>, usize) {
    let span = lines(text, file.line.next);
    let change = FileChange::new("file_create", file.line.span()).with("path", path);
    let change = match added(text, span) {
        Ok(content) => change.with("content", content),
        Err(_) => change.flawed(Fault::NotAdded, file.line.span()),
    };
    (with_bare(text, change, span), span.end)
}

fn update<'r>(text: &'r str, file: &FileLine<'r>, path: Value<'r>) -> (FileChange<'r>, usize) {
    let mut change = FileChange::new("file_patch", file.line.span()).with("path", path);
    let mut from = file.line.next;
    let second = Line::at(text, from);
    let mut is_moved = false;
    if let Some(new_path) = second.text.strip_prefix(MOVE) {
        let new_path = new_path.trim();
        let at = second.span_of(new_path);
        change = change.with("new_path", Spanned::new(Cow::Borrowed(new_path), at));
        is_moved = true;
        from = second.next;
    }
    let span = lines(text, from);
    let hunk_text = text.get(span.range()).unwrap_or_default();
    let hunks = hunks(hunk_text);
    if !hunks.is_empty() {
        change = change.with("hunks", Spanned::new(Cow::Borrowed(hunk_text), span));
    }
    if !is_moved && !hunks.iter().any(Hunk::changes) {
        change = change.flawed(Fault::NoChange, file.line.span());
    }
    (with_bare(text, change, span), span.end)
}

fn with_bare<'r>(text: &str, mut change: FileChange<'r>, span: Span) -> FileChange<'r> {
    if let Some((count, span)) = bare_lines(text, span) {
        change.flaws.push(Flaw { fault: Fault::BareLines(count), span });
    }
    change
}

/// The lines of hunks from `from` on. Empty ones at the end are none of them.
fn lines(text: &str, from: usize) -> Span {
    let (mut at, mut end) = (from, from);
    while at < text.len() {
        let line = Line::at(text, at);
        at = line.next;
        if line.text.is_empty() {
            continue;
        }
        let is_mark = line.text.starts_with("@@") || line.text == END_OF_FILE;
        if !is_mark && !is_hunk_line(line.text) {
            break;
        }
        end = line.next;
    }
    Span::new(from, end)
}

fn skip_empty(text: &str, from: usize) -> usize {
    let mut at = from;
    while at < text.len() {
        let line = Line::at(text, at);
        if !line.text.trim().is_empty() {
            break;
        }
        at = line.next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Action and values of each change, and all faults.
    fn told(text: &str) -> (Vec<String>, Vec<Fault>) {
        let claim = read(text, 0, false).expect("a patch");
        let change = |change: &FileChange<'_>| {
            let values =
                change.values.iter().map(|(name, value)| format!(" {name}={}", value.value));
            format!("{}{}", change.action, values.collect::<String>())
        };
        let inside = claim.changes.iter().flat_map(|change| &change.flaws);
        let faults = inside.chain(&claim.flaws).map(|flaw| flaw.fault).collect();
        (claim.changes.iter().map(change).collect(), faults)
    }

    #[test]
    fn files_are_added_updated_moved_and_deleted() {
        let text = "*** Begin Patch\n*** Add File: a.txt\n+one\n+\n+two\n*** Update File: b.txt\n\
                    *** Move to: c.txt\n@@ fn f\n-x\n+y\n*** Delete File: d.txt\n*** End Patch\n";
        let changes = [
            "file_create path=a.txt content=one\n\ntwo\n",
            "file_patch path=b.txt new_path=c.txt hunks=@@ fn f\n-x\n+y\n",
            "file_delete path=d.txt",
        ];
        assert_eq!(told(text), (changes.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn a_file_may_only_be_moved_or_be_empty() {
        let text =
            "*** Begin Patch\n*** Update File: b\n*** Move to: c\n*** Add File: e\n*** End Patch";
        let changes = ["file_patch path=b new_path=c", "file_create path=e content="];
        assert_eq!(told(text), (changes.map(str::to_owned).to_vec(), vec![]));
        let nothing = "*** Begin Patch\n*** Update File: b\n@@\n x\n*** End Patch";
        assert_eq!(told(nothing).1, [Fault::NoChange]);
    }

    #[test]
    fn empty_lines_need_no_sign_and_are_told() {
        let text = "*** Begin Patch\n*** Update File: b\n@@\n x\n\n-y\n\n*** End Patch\n";
        let change = "file_patch path=b hunks=@@\n x\n\n-y\n".to_owned();
        assert_eq!(told(text), (vec![change], vec![Fault::BareLines(1)]));
    }

    #[test]
    fn a_patch_that_does_not_end_loses_its_last_file() {
        let text = "*** Begin Patch\n*** Delete File: a\n*** Update File: b\n-x\n+y\n";
        assert_eq!(told(text).1, [Fault::Unclosed(END)]);
        let text = "*** Begin Patch\n*** Delete File: a\n*** Update File: b\n-x\nstray\n+y\n";
        assert_eq!(told(text).1, [Fault::StrayLine]);
    }

    #[test]
    fn words_about_patches_are_no_patch() {
        assert_eq!(
            told("*** Begin Patch\nis how it begins.\n"),
            (vec![], vec![Fault::Doubt(Doubt::NoFiles)])
        );
        assert_eq!(
            told("*** Update File: b\n-x\n+y\n"),
            (vec![], vec![Fault::Doubt(Doubt::NotBegun)])
        );
        assert_eq!(read("*** Begin Patches\n", 0, false), None);
        assert_eq!(read("x *** Begin Patch\n", 2, false), None);
    }
}
