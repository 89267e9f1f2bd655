//! `git clada show`: one operation in full, headed as `git show` heads a commit.

use std::fmt::Write as _;

use super::date::git_date;
use super::ignored::IgnoredTree;
use crate::{
    base::Timestamp,
    report::{
        ActionResult, ExecutionResult, FileStat, PaintOptions, Presentation, TextOptions,
        escape::{escape, escape_line},
        paint,
        style::{Style, Styles},
        text::{diffstat, rows},
    },
};

/// What there is to show of an operation.
#[derive(Clone, Debug)]
pub struct ShowFacts<'f> {
    /// Its id.
    pub id: &'f str,
    /// `apply`, `undo`, `redo`, …
    pub kind: &'f str,
    /// When it happened.
    pub time: Timestamp,
    /// What it did; its lines are shown as a commit's message.
    pub summary: &'f str,
    /// The session it belongs to.
    pub session: Option<&'f str>,
    /// The branch that it moved, without `refs/heads/`.
    pub branch: Option<&'f str>,
    /// The operation that it took back, did again or reverted.
    pub of: Option<&'f str>,
    /// What moved: HEAD, branches, and what waits beside the commits; a line each.
    pub moved: &'f [String],
    /// The commit it made.
    pub commit: Option<&'f str>,
    /// The commit of the user's own edits before it.
    pub snapshot: Option<&'f str>,
    /// The ignored directories and files that commands changed.
    pub ignored: &'f [IgnoredTree],
    /// Whether it has been taken back.
    pub undone: bool,
    /// What came of its blocks.
    pub result: &'f ExecutionResult,
    /// How much each file changed; drawn unless empty.
    pub diffstat: &'f [FileStat],
    /// The patch; drawn unless empty.
    pub diff: &'f str,
}

/// Draws the header, the summary, a line per action and per error of a rejected block, the
/// diffstat and the patch.
#[must_use]
pub fn show_text(
    facts: &ShowFacts<'_>,
    catalogue: &dyn Presentation,
    options: &TextOptions,
) -> String {
    let parts = [
        header(facts, options),
        message(facts.summary),
        rows(&blocks(facts.result), catalogue, options),
        diffstat(facts.diffstat, options),
        paint(facts.diff, PaintOptions { colour: options.colour }),
    ];
    let shown: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    shown.join("\n")
}

/// What was tried, and after it what was rejected, in the same form.
fn blocks(result: &ExecutionResult) -> Vec<ActionResult> {
    let rejected = result.parse_errors.iter().map(|error| ActionResult {
        block_id: error.block_id.clone().unwrap_or_else(|| "-".to_owned()),
        action: error.action.clone().unwrap_or_else(|| "rejected".to_owned()),
        error: Some(format!("line {}: {}", error.error.line, error.message)),
        ..ActionResult::default()
    });
    result.results.iter().cloned().chain(rejected).collect()
}

fn header(facts: &ShowFacts<'_>, options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let undone = if facts.undone { " (undone)" } else { "" };
    let first = format!("operation {}{undone}", escape_line(facts.id));
    let mut out = format!("{}\n", styles.paint(Style::Notable, first));
    let date = git_date(facts.time);
    let lines = [
        ("Kind:", Some(facts.kind)),
        ("Of:", facts.of),
        ("Date:", Some(date.as_str())),
        ("Session:", facts.session),
        ("Branch:", facts.branch),
        ("Commit:", facts.commit),
        ("Snapshot:", facts.snapshot),
    ];
    for (label, value) in lines {
        if let Some(value) = value {
            let _ = writeln!(out, "{label:<10}{}", escape_line(value));
        }
    }
    let ignored: Vec<String> = facts.ignored.iter().map(IgnoredTree::told).collect();
    for (label, lines) in [("Ignored:", ignored.as_slice()), ("Moved:", facts.moved)] {
        for (index, line) in lines.iter().enumerate() {
            let label = if index == 0 { label } else { "" };
            let _ = writeln!(out, "{label:<10}{}", escape_line(line));
        }
    }
    out
}

/// Indented by four, as git does.
fn message(summary: &str) -> String {
    let mut out = String::new();
    for line in summary.trim_end().lines() {
        let _ = writeln!(out, "{}", format!("    {}", escape(line)).trim_end());
    }
    out
}
