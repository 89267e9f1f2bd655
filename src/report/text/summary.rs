//! The last lines of a report: how it went, what landed where, how to take it back.

use std::{borrow::Cow, fmt::Write as _};

use super::TextOptions;
use crate::report::{
    Report, TransactionInfo,
    commit::abbreviated,
    escape::escape_line,
    style::{Style, Styles},
    tally::Tally,
    width::wrap,
};

/// The columns of the words in front of the places.
const LABEL: usize = 10;
/// In front of the command that takes it back.
const UNDO: &str = "undo";
/// From so many rows on those that failed are named below them too.
const MANY_ROWS: usize = 20;
/// How many of them are named.
const MOST_IDS: usize = 10;
/// In place of a commit, where files changed and none was made.
const NOTHING_COMMITTED: &str = "none: all that changed is ignored by git or outside the worktree";

/// Draws the summary. It is never empty.
pub(super) fn summary(report: &Report, options: &TextOptions) -> String {
    let mut lines = Lines { options, out: String::new() };
    let (headline, style) = headline(report);
    lines.wrapped("", &headline, style);
    if let Some(failed) = failed(report) {
        lines.labelled("failed", &failed);
    }
    lines.told(report);
    lines.out
}

/// Draws what follows a summary in other words: what landed where, and how to take it back.
pub(super) fn landing(report: &Report, options: &TextOptions) -> String {
    let mut lines = Lines { options, out: String::new() };
    lines.told(report);
    lines.out
}

/// How it went, and how that is drawn.
pub(in crate::report) fn headline(report: &Report) -> (String, Style) {
    if let Some(error) = &report.result.fatal_error {
        return (format!("nothing was applied: {error}"), Style::Bad);
    }
    let tally = Tally::of(&report.result);
    if tally.is_empty() {
        return ("nothing to do: the response holds no action blocks".to_owned(), Style::Plain);
    }
    let told = tally.told(report.dry_run);
    let style = if tally.is_clean() { Style::Good } else { Style::Bad };
    if report.dry_run {
        return (format!("dry run, nothing was written: {told}"), Style::Notable);
    }
    (told, style)
}

/// Which failed, where their rows may have scrolled away.
fn failed(report: &Report) -> Option<String> {
    let results = &report.result.results;
    let failed = || results.iter().filter(|result| !result.success);
    let count = failed().count();
    if count == 0 || results.len() < MANY_ROWS {
        return None;
    }
    let ids: Vec<&str> = failed().take(MOST_IDS).map(|result| result.block_id.as_str()).collect();
    let more = count.saturating_sub(MOST_IDS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(ids.join(", ") + &more)
}

/// What landed where, and how to take it back: a label and a value each.
pub(in crate::report) fn places(report: &Report) -> Vec<(&'static str, String)> {
    if report.dry_run || report.result.fatal_error.is_some() {
        return Vec::new();
    }
    let changed = !report.diffstat.is_empty();
    match &report.result.transaction {
        Some(transaction) => landed(transaction, changed),
        None if changed => {
            vec![("no git", "not committed, and undo cannot take it back".to_owned())]
        }
        None => Vec::new(),
    }
}

fn landed(transaction: &TransactionInfo, changed: bool) -> Vec<(&'static str, String)> {
    let mut places = Vec::new();
    match &transaction.commit {
        Some(commit) => places.push(("commit", on_branch(commit, transaction))),
        None if changed => places.push(("commit", NOTHING_COMMITTED.to_owned())),
        None => places.push(("commit", "none: no file changed".to_owned())),
    }
    if let Some(snapshot) = &transaction.snapshot {
        let id = abbreviated(snapshot);
        places.push(("snapshot", format!("{id} keeps the edits you had in these files")));
    }
    if let Some(worktree) = &transaction.worktree {
        places.push(("worktree", worktree.clone()));
    }
    if changed || transaction.commit.is_some() {
        places.push((UNDO, undo_command(transaction.worktree.as_deref())));
    }
    places
}

fn on_branch(commit: &str, transaction: &TransactionInfo) -> String {
    let id = abbreviated(commit);
    let branch = &transaction.branch;
    match &transaction.session {
        Some(name) if branch.strip_prefix("clada/") != Some(name) => {
            format!("{id} on {branch}, session {name}")
        }
        _ => format!("{id} on {branch}"),
    }
}

fn undo_command(worktree: Option<&str>) -> String {
    match worktree {
        None => "git clada undo".to_owned(),
        Some(dir) => format!("git -C {} clada undo", shell_word(dir)),
    }
}

/// A word for a POSIX shell.
fn shell_word(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("'{}'", text.replace('\'', r"'\''")))
}

struct Lines<'o> {
    options: &'o TextOptions,
    out: String,
}

impl Lines<'_> {
    fn styles(&self) -> Styles {
        Styles { colour: self.options.colour }
    }

    fn told(&mut self, report: &Report) {
        for (label, value) in places(report) {
            self.labelled(label, &value);
        }
        for note in report.result.notes.iter().chain(&report.notes) {
            self.wrapped("note: ", note, Style::Plain);
        }
    }

    /// Lines of prose, each wrapped; what follows the first is indented to stand under its text.
    fn wrapped(&mut self, label: &str, text: &str, style: Style) {
        let indent = label.len();
        let room = self.options.width.saturating_sub(indent).max(20);
        let parts = text.lines().flat_map(|line| wrap(&escape_line(line), room));
        let mut label = label;
        for part in parts {
            let painted = self.styles().paint(style, part);
            let _ = writeln!(self.out, "{label:indent$}{painted}");
            label = "";
        }
    }

    /// A command stays in one line, to be copied.
    fn labelled(&mut self, label: &str, value: &str) {
        let safe = escape_line(value);
        let room = self.options.width.saturating_sub(LABEL + 2).max(20);
        let parts = if label == UNDO { vec![safe.into_owned()] } else { wrap(&safe, room) };
        let mut label = label;
        for part in parts {
            let shown = self.styles().paint(Style::Faint, format!("{label:LABEL$}"));
            let _ = writeln!(self.out, "  {shown}{part}");
            label = "";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_survives_a_shell() {
        assert_eq!(undo_command(None), "git clada undo");
        assert_eq!(undo_command(Some("../a.clada/x")), "git -C ../a.clada/x clada undo");
        assert_eq!(undo_command(Some("/it's a/b")), r"git -C '/it'\''s a/b' clada undo");
    }
}
