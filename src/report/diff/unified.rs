//! A patch as git prints it and `git apply` takes it.

use std::io::Write as _;

use bstr::{BStr, BString, ByteSlice};

use super::{
    changes::{Change, changes},
    file_diff::{FileDiff, Side},
    lines,
    quote::{PathQuoting, quote_path},
};

/// What kind of file a mode tells of.
const FILE_TYPE: u32 = 0o170_000;
/// How much of the line that names a function is shown, in bytes, as git does.
const FUNCTION_WIDTH: usize = 80;

/// How patches are written.
#[derive(Clone, Copy, Debug)]
pub struct UnifiedOptions {
    /// How many lines are shown around a change.
    pub context: usize,
    /// Which paths are put in quotes.
    pub quoting: PathQuoting,
}

impl Default for UnifiedOptions {
    fn default() -> Self {
        Self { context: 3, quoting: PathQuoting::Full }
    }
}

/// Writes the patch of files in the order given; empty where none changed.
///
/// Bytes stand in it as they are, so a terminal must not be given it unescaped. Data that is not
/// text is named as differing and nothing more.
#[must_use]
pub fn unified(files: &[FileDiff<'_>], options: &UnifiedOptions) -> BString {
    let mut patch = Patch { out: Vec::new(), options };
    for file in files {
        patch.file(file);
    }
    patch.out.into()
}

struct Patch<'o> {
    out: Vec<u8>,
    options: &'o UnifiedOptions,
}

impl Patch<'_> {
    fn file(&mut self, file: &FileDiff<'_>) {
        match (file.before, file.after) {
            (Some(before), Some(after)) if before.mode & FILE_TYPE != after.mode & FILE_TYPE => {
                self.section(&FileDiff { after: None, ..*file });
                self.section(&FileDiff { before: None, ..*file });
            }
            (before, after) if before == after => {}
            _ => self.section(file),
        }
    }

    fn section(&mut self, file: &FileDiff<'_>) {
        self.line(&[
            b"diff --git ",
            &self.name("a/", file.path),
            b" ",
            &self.name("b/", file.path),
        ]);
        self.modes(file.before, file.after);
        if file.old_bytes() == file.new_bytes() {
            return;
        }
        let old_name = file.before.map_or("/dev/null".into(), |_| self.name("a/", file.path));
        let new_name = file.after.map_or("/dev/null".into(), |_| self.name("b/", file.path));
        if file.is_binary() {
            self.line(&[b"Binary files ", &old_name, b" and ", &new_name, b" differ"]);
            return;
        }
        self.line(&[b"--- ", &old_name, tab_after(old_name.as_bstr())]);
        self.line(&[b"+++ ", &new_name, tab_after(new_name.as_bstr())]);
        self.hunks(file.old_bytes(), file.new_bytes());
    }

    fn name(&self, prefix: &str, path: &BStr) -> BString {
        // An absolute path is named without its slash, as git does outside a repository.
        let path = path.strip_prefix(b"/").unwrap_or(path).as_bstr();
        quote_path(prefix, path, self.options.quoting).into_owned()
    }

    fn modes(&mut self, before: Option<Side<'_>>, after: Option<Side<'_>>) {
        let mut mode = |what: &str, side: Side<'_>| {
            let _ = writeln!(self.out, "{what} mode {:06o}", side.mode);
        };
        match (before, after) {
            (None, Some(side)) => mode("new file", side),
            (Some(side), None) => mode("deleted file", side),
            (Some(before), Some(after)) if before.mode != after.mode => {
                mode("old", before);
                mode("new", after);
            }
            _ => {}
        }
    }

    fn hunks(&mut self, old: &[u8], new: &[u8]) {
        let found = changes(old, new);
        let texts = Texts { old: lines::split(old), new: lines::split(new) };
        let near = |a: &Change, b: &Change| b.old.start - a.old.end <= 2 * self.options.context;
        let groups: Vec<&[Change]> = found.chunk_by(near).collect();
        let mut function = Function::default();
        for group in groups {
            self.hunk(&texts, group, &mut function);
        }
    }

    fn hunk<'t>(&mut self, texts: &Texts<'t>, group: &[Change], function: &mut Function<'t>) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let lead = self.options.context.min(first.old.start);
        let trail = self.options.context.min(texts.old.len() - last.old.end);
        let old = first.old.start - lead..last.old.end + trail;
        let new = first.new.start - lead..last.new.end + trail;
        let name = function.before(&texts.old, old.start);
        let space: &[u8] = if name.is_empty() { b"" } else { b" " };
        let header = format!("@@ -{} +{} @@", extent(&old), extent(&new));
        self.line(&[header.as_bytes(), space, name]);
        let mut at = old.start;
        for change in group {
            self.body(b" ", texts.old.get(at..change.old.start));
            self.body(b"-", texts.old.get(change.old.clone()));
            self.body(b"+", texts.new.get(change.new.clone()));
            at = change.old.end;
        }
        self.body(b" ", texts.old.get(at..old.end));
    }

    fn body(&mut self, sign: &[u8], lines: Option<&[&[u8]]>) {
        for line in lines.unwrap_or_default() {
            self.out.extend_from_slice(sign);
            self.out.extend_from_slice(line);
            if !line.ends_with(b"\n") {
                self.out.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }

    fn line(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.out.extend_from_slice(part);
        }
        self.out.push(b'\n');
    }
}

struct Texts<'t> {
    old: Vec<&'t [u8]>,
    new: Vec<&'t [u8]>,
}

/// The line above a hunk that most likely names what it stands in.
#[derive(Default)]
struct Function<'t> {
    searched: usize,
    found: &'t [u8],
}

impl<'t> Function<'t> {
    /// Each line is looked at once over all hunks of a file.
    fn before(&mut self, lines: &[&'t [u8]], start: usize) -> &'t [u8] {
        let above = lines.get(self.searched..start).unwrap_or_default();
        if let Some(line) = above.iter().rev().find(|line| names_function(line)) {
            let shown = line.get(..FUNCTION_WIDTH).unwrap_or(line);
            self.found = shown.trim_end_with(|c| c.is_ascii_whitespace());
        }
        self.searched = start;
        self.found
    }
}

/// git's rule for files of unknown language: the line begins with a letter, `_` or `$`.
fn names_function(line: &[u8]) -> bool {
    line.first().is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$')
}

/// Line numbers from 1; an empty range is named by the line before it.
fn extent(range: &std::ops::Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

/// git ends a name that holds a space with a tab, so that nothing after it is taken for the name.
fn tab_after(name: &BStr) -> &'static [u8] {
    if name.contains(&b' ') { b"\t" } else { b"" }
}
