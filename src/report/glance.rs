//! What came of a response at a glance: a headline, a line per block, where it landed. It is what is
//! put on top of a file that is watched, so it has as many lines as were left for it.

use std::collections::BTreeSet;

use super::{
    ActionResult, ParseErrorEntry, Presentation, Report,
    escape::escape_line,
    target::target,
    text::{headline, places, told},
    width::cut_end,
};

/// The columns of a line, at the most.
const WIDTH: usize = 120;

/// What came of a response at a glance; each a line without its break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// How it went.
    pub headline: String,
    /// A line per block; those that failed come first where there is no room for all.
    pub rows: Vec<String>,
    /// The commit and how to take it back, if files changed.
    pub landed: Option<String>,
}

/// Tells what came of a response in so many rows, one per block where there is room: never more
/// and never fewer.
#[must_use]
pub fn glance(report: &Report, catalogue: &dyn Presentation, rows: usize) -> Glance {
    let (told, _) = headline(report);
    Glance {
        headline: line(told.lines().next().unwrap_or_default()),
        rows: fitted(entries(report, catalogue), rows),
        landed: landed(report),
    }
}

/// What is told of a block, and whether it went well.
type Entry = (bool, String);

fn entries(report: &Report, catalogue: &dyn Presentation) -> Vec<Entry> {
    let results = report.result.results.iter();
    let mut entries: Vec<Entry> =
        results.map(|result| (result.success, row(result, catalogue))).collect();
    let mut told = BTreeSet::new();
    for error in &report.result.parse_errors {
        // Of a block the first problem; what is no block has a line of its own.
        if told.insert(error.block_start_line.unwrap_or(error.error.line)) {
            entries.push((false, rejected(error)));
        }
    }
    entries
}

fn row(result: &ActionResult, catalogue: &dyn Presentation) -> String {
    let mark = match (result.skipped, result.success) {
        (Some(true), _) => '–',
        (_, true) => '✓',
        (_, false) => '✗',
    };
    let (told, _) = told(result);
    let parts = [result.block_id.clone(), result.action.clone(), target(result, catalogue), told];
    joined(mark, &parts)
}

fn rejected(error: &ParseErrorEntry) -> String {
    let message = error.message.lines().next().unwrap_or_default();
    let parts = [
        error.block_id.clone().unwrap_or_default(),
        error.action.clone().unwrap_or_default(),
        format!("line {}: {message}", error.error.line),
    ];
    joined('✗', &parts)
}

fn joined(mark: char, parts: &[String]) -> String {
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    line(&format!("{mark} {}", parts.join("  ")))
}

fn line(text: &str) -> String {
    cut_end(&escape_line(text), WIDTH, "…").into_owned()
}

/// As many as there is room for, and how many more there are.
fn fitted(entries: Vec<Entry>, rows: usize) -> Vec<String> {
    let count = entries.len();
    let mut told: Vec<String> = if count <= rows {
        entries.into_iter().map(|(_, line)| line).collect()
    } else {
        let (good, bad): (Vec<Entry>, Vec<Entry>) =
            entries.into_iter().partition(|(good, _)| *good);
        let shown = rows.saturating_sub(1);
        let lines = bad.into_iter().chain(good).map(|(_, line)| line).take(shown);
        lines.chain((rows > 0).then(|| format!("… and {} more", count - shown))).collect()
    };
    told.resize(rows, String::new());
    told
}

fn landed(report: &Report) -> Option<String> {
    let places = places(report);
    let find = |label| places.iter().find(|(name, _)| *name == label).map(|(_, value)| value);
    let commit = find("commit").or_else(|| find("no git"))?;
    Some(line(&match find("undo") {
        Some(undo) => format!("commit {commit}; `{undo}` takes it back"),
        None => format!("commit {commit}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Catalogue;
    use crate::report::ExecutionResult;

    fn report(results: &[(&str, bool)]) -> Report {
        let results = results.iter().map(|(id, success)| ActionResult {
            block_id: (*id).to_owned(),
            action: "context_list".to_owned(),
            success: *success,
            error: (!success).then(|| "no\nsecond line \u{1b}".to_owned()),
            ..ActionResult::default()
        });
        let result = ExecutionResult { results: results.collect(), ..ExecutionResult::default() };
        Report { result, ..Report::default() }
    }

    #[test]
    fn there_are_as_many_rows_as_were_asked_for_and_failures_come_first_where_they_are_few() {
        let report = report(&[("a", true), ("b", true), ("c", false), ("d", true)]);
        let rows = |count| glance(&report, &Catalogue::embedded(), count).rows;
        assert_eq!(rows(5).len(), 5);
        assert_eq!(rows(5)[2], "✗ c  context_list  no");
        assert_eq!(rows(5)[4], "");
        assert_eq!(rows(2), ["✗ c  context_list  no", "… and 3 more"]);
        assert_eq!(rows(0), Vec::<String>::new());
    }
}
