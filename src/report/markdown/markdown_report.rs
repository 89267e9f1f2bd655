//! `--format markdown`: what a person pastes back into the chat, so that the model mends what
//! failed and knows what it asked to read.

use std::fmt::Write as _;

use super::{
    fence::{fenced, span},
    output::{Output, outputs},
};
use crate::report::{
    ActionResult, ExecutionResult, ParseErrorEntry, Presentation, Report,
    budget::{cut, fair_share},
    commit::abbreviated,
    escape::escape_line,
    tally::Tally,
    target::target,
    text::outcome,
};

/// How the text is written.
#[derive(Clone, Copy, Debug)]
pub struct MarkdownOptions {
    /// How many bytes the outputs of actions may have together. Longer ones keep their
    /// beginning and their end.
    pub max_output: usize,
}

impl Default for MarkdownOptions {
    fn default() -> Self {
        Self { max_output: 10_000_000 }
    }
}

/// Writes what was done, what failed and how to mend it, and what was asked for.
///
/// The same report always gives the same text. Contents of files stand in it exactly: on a
/// terminal it must be escaped.
#[must_use]
pub fn markdown(
    report: &Report,
    catalogue: &dyn Presentation,
    options: &MarkdownOptions,
) -> String {
    let entries: Vec<Entry<'_>> =
        report.result.results.iter().map(|result| Entry::new(result, catalogue)).collect();
    let lengths: Vec<usize> =
        entries.iter().flat_map(|entry| &entry.outputs).map(|output| output.text.len()).collect();
    let mut text = Markdown { out: String::new(), share: fair_share(&lengths, options.max_output) };
    text.headline(report);
    text.failures(&entries);
    text.rejections(&report.result);
    text.warnings(&report.result);
    let kept = !report.dry_run && report.result.fatal_error.is_none();
    text.successes(if kept { "Done" } else { "Would be done" }, &entries);
    text.outputs(&entries);
    text.out
}

/// An action, and what is shown of it.
struct Entry<'r> {
    result: &'r ActionResult,
    /// `` `k7m` file_write `src/app.rs` ``.
    title: String,
    outputs: Vec<Output>,
}

impl<'r> Entry<'r> {
    fn new(result: &'r ActionResult, catalogue: &dyn Presentation) -> Self {
        let target = target(result, catalogue);
        let mut title = format!("{} {}", span(&result.block_id), escape_line(&result.action));
        if !target.is_empty() {
            let _ = write!(title, " {}", span(&target));
        }
        Self { result, title, outputs: outputs(result, catalogue) }
    }
}

struct Markdown {
    out: String,
    /// How many bytes of an output are shown.
    share: usize,
}

impl Markdown {
    fn headline(&mut self, report: &Report) {
        let result = &report.result;
        if let Some(error) = &result.fatal_error {
            let _ = writeln!(self.out, "Nothing was applied: {error}");
            return;
        }
        let tally = Tally::of(result);
        if tally.is_empty() {
            self.out.push_str("Nothing to do: no action blocks were found in the response.\n");
            return;
        }
        if report.dry_run {
            let _ = writeln!(self.out, "Dry run, nothing was written: {}.", tally.told(true));
            return;
        }
        let _ = write!(self.out, "{}.", capitalized(&tally.told(false)));
        let transaction = result.transaction.as_ref();
        if let Some((landed, commit)) = transaction.and_then(|t| Some((t, t.commit.as_ref()?))) {
            let (commit, branch) = (span(abbreviated(commit)), span(&landed.branch));
            let _ = write!(self.out, " Committed as {commit} on {branch}.");
        }
        if tally.done > 0 && !tally.is_clean() {
            self.out.push_str(" What was done stays: send only what is missing.");
        }
        self.out.push('\n');
    }

    fn section(&mut self, title: &str) {
        let _ = write!(self.out, "\n## {title}\n");
    }

    fn failures(&mut self, entries: &[Entry<'_>]) {
        let failed: Vec<_> = entries.iter().filter(|entry| !entry.result.success).collect();
        if failed.is_empty() {
            return;
        }
        self.section("Failed");
        for entry in failed {
            let _ = write!(self.out, "\n### {}\n", entry.title);
            self.failure(entry.result);
            for output in &entry.outputs {
                self.output(output);
            }
        }
    }

    fn failure(&mut self, result: &ActionResult) {
        if result.skipped == Some(true) {
            self.out.push_str("Skipped, because an earlier step of its sequence failed.\n");
            return;
        }
        let message = result.error.as_deref().unwrap_or("failed");
        self.message(result.code.as_deref(), message);
        if let Some(hint) = &result.hint {
            self.out.push_str("\nHint:\n");
            fenced(&mut self.out, hint);
        }
    }

    /// The code, unless the message begins with it, and the message, exactly; several lines in
    /// a fence, so that they stay lines.
    fn message(&mut self, code: Option<&str>, message: &str) {
        let code = code.filter(|code| !message.starts_with(code));
        if message.contains('\n') {
            let _ = writeln!(self.out, "{}", code.unwrap_or("failed"));
            fenced(&mut self.out, message);
        } else {
            let colon = if code.is_some() { ": " } else { "" };
            let _ = writeln!(self.out, "{}{colon}{message}", code.unwrap_or_default());
        }
    }

    fn rejections(&mut self, result: &ExecutionResult) {
        if result.parse_errors.is_empty() {
            return;
        }
        self.section("Rejected before anything ran");
        for error in &result.parse_errors {
            self.problem(error);
        }
    }

    fn warnings(&mut self, result: &ExecutionResult) {
        if result.warnings.is_empty() {
            return;
        }
        self.section("Warnings");
        for warning in &result.warnings {
            self.problem(warning);
        }
    }

    fn problem(&mut self, problem: &ParseErrorEntry) {
        let error = &problem.error;
        let id = problem.block_id.as_deref().map(span);
        let action = problem.action.as_deref().map(|name| escape_line(name).into_owned());
        let name: Vec<String> = id.into_iter().chain(action).collect();
        let name = if name.is_empty() { "outside any block".to_owned() } else { name.join(" ") };
        let _ = write!(self.out, "\n### {name}, line {}, column {}\n", error.line, error.column);
        self.message(Some(&error.code), &problem.message);
        if !error.content.trim().is_empty() {
            fenced(&mut self.out, &cut(&error.content, 500));
        }
        if let Some(help) = &problem.help {
            let _ = writeln!(self.out, "Help: {help}");
        }
    }

    fn successes(&mut self, title: &str, entries: &[Entry<'_>]) {
        let mut done = entries.iter().filter(|entry| entry.result.success).peekable();
        if done.peek().is_none() {
            return;
        }
        self.section(title);
        self.out.push('\n');
        for entry in done {
            let outcome = outcome(entry.result);
            let _ = writeln!(self.out, "- {}: {}", entry.title, escape_line(&outcome));
        }
    }

    fn outputs(&mut self, entries: &[Entry<'_>]) {
        let shown = |entry: &&Entry<'_>| entry.result.success && !entry.outputs.is_empty();
        let mut shown = entries.iter().filter(shown).peekable();
        if shown.peek().is_none() {
            return;
        }
        self.section("Output");
        for entry in shown {
            let _ = write!(self.out, "\n### {}\n", entry.title);
            for output in &entry.outputs {
                self.output(output);
            }
        }
    }

    fn output(&mut self, output: &Output) {
        if !output.label.is_empty() {
            let _ = writeln!(self.out, "{}:", output.label);
        }
        fenced(&mut self.out, &cut(&output.text, self.share));
    }
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
