//! The whole report of an apply for people.

use super::{
    diffstat, rows,
    summary::{landing, summary},
};
use crate::report::{
    PaintOptions, Presentation, Report, paint,
    tasks::{failed_tasks, tasks_text},
};

/// How a report is drawn.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    /// The columns of the terminal; 80 where there is none.
    pub width: usize,
    /// Whether ANSI colours are used.
    pub colour: bool,
    /// Whether what is shown may hold more than ASCII of our own: ✓, ✗, ….
    pub unicode: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { width: 80, colour: false, unicode: true }
    }
}

impl TextOptions {
    pub(in crate::report) fn ellipsis(&self) -> &'static str {
        if self.unicode { "…" } else { "..." }
    }

    pub(in crate::report) fn mark_width(&self) -> usize {
        if self.unicode { 1 } else { 4 }
    }
}

/// Draws what failed of a report and nothing else: a line per action, or per task.
#[must_use]
pub fn failures(report: &Report, catalogue: &dyn Presentation, options: &TextOptions) -> String {
    if let Some(tasks) = report.tasks.as_ref().filter(|tasks| tasks.of_tasks) {
        return failed_tasks((report, tasks), catalogue, options);
    }
    let results = report.result.results.iter();
    let failed: Vec<_> = results.filter(|result| !result.success).cloned().collect();
    rows(&failed, catalogue, options)
}

/// Draws a report: a line per action, the diff of a dry run, the diffstat, the summary.
///
/// The problems of rejected blocks are not among it, only their number: they are diagnostics.
/// Nothing that comes from a response can command the terminal.
#[must_use]
pub fn text(report: &Report, catalogue: &dyn Presentation, options: &TextOptions) -> String {
    let tasks = report.tasks.as_ref().filter(|tasks| tasks.of_tasks);
    let diff = report.diff.as_deref().unwrap_or_default();
    let parts = [
        match tasks {
            Some(tasks) => tasks_text((report, tasks), catalogue, options),
            None => rows(&report.result.results, catalogue, options),
        },
        paint(diff, PaintOptions { colour: options.colour }),
        diffstat(&report.diffstat, options),
        if tasks.is_some() { landing(report, options) } else { summary(report, options) },
    ];
    let shown: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    shown.join("\n")
}
