//! A line per task in blocks, and a summary: what `--format text` prints for CML's family.

use std::fmt::Write as _;

use super::model::{State, Task, Tasks, succeeded};
use crate::report::{
    ActionResult, ParseErrorEntry, Presentation, Report, TextOptions, copied, error_name,
    escape::{escape, escape_line},
    style::{Style, Styles},
    target::target,
    width::{cut_end, wrap},
};

/// How many columns what is about to be told beneath a task is indented.
const INDENT: usize = 4;
/// How much of a command or a path a line has, in columns.
const LONGEST: usize = 200;

/// Draws the tasks and the summary.
pub(in crate::report) fn tasks_text(
    (report, tasks): (&Report, &Tasks),
    catalogue: &dyn Presentation,
    options: &TextOptions,
) -> String {
    let mut drawing = Drawing { report, catalogue, options, out: String::new() };
    for group in 0..tasks.groups {
        drawing.heading(&format!("Block {}", group + 1));
        for task in tasks.in_group(group) {
            drawing.task(*task);
        }
        drawing.out.push('\n');
    }
    drawing.heading("Summary");
    let done = succeeded(&tasks.list, report);
    let would = if report.dry_run { " (dry run: nothing was written)" } else { "" };
    let _ = writeln!(drawing.out, "Overall: {done}/{} tasks succeeded{would}", tasks.list.len());
    for group in 0..tasks.groups {
        let tasks = tasks.in_group(group);
        let done = succeeded(tasks, report);
        let mark = drawing.mark(done == tasks.len());
        let number = group + 1;
        let _ =
            writeln!(drawing.out, "Block {number}: {done}/{} tasks succeeded {mark}", tasks.len());
    }
    drawing.out
}

/// Draws the tasks that failed, and no others.
pub(in crate::report) fn failed_tasks(
    (report, tasks): (&Report, &Tasks),
    catalogue: &dyn Presentation,
    options: &TextOptions,
) -> String {
    let mut drawing = Drawing { report, catalogue, options, out: String::new() };
    for task in &tasks.list {
        if matches!(task.state(report), State::Failed(_) | State::Rejected(_)) {
            drawing.task(*task);
        }
    }
    drawing.out
}

struct Drawing<'a> {
    report: &'a Report,
    catalogue: &'a dyn Presentation,
    options: &'a TextOptions,
    out: String,
}

impl Drawing<'_> {
    fn styles(&self) -> Styles {
        Styles { colour: self.options.colour }
    }

    fn heading(&mut self, title: &str) {
        let _ = writeln!(self.out, "=== {title} ===");
    }

    fn mark(&self, good: bool) -> String {
        let (mark, style) = match (good, self.options.unicode) {
            (true, true) => ("✓", Style::Good),
            (true, false) => ("ok", Style::Good),
            (false, true) => ("✗", Style::Bad),
            (false, false) => ("fail", Style::Bad),
        };
        self.styles().paint(style, mark).to_string()
    }

    fn task(&mut self, task: Task) {
        let number = task.number;
        match task.state(self.report) {
            State::Done(result) => {
                let (mark, deed) = (self.mark(true), self.deed(result));
                let _ = writeln!(self.out, "[task-{number}] {mark} {deed}");
                self.note(result);
            }
            State::Skipped => {
                let dash = if self.options.unicode { "–" } else { "-" };
                let _ = writeln!(self.out, "[task-{number}] {dash} Skipped");
            }
            State::Failed(result) => {
                let (mark, told) = (self.mark(false), self.failure(result));
                let _ = writeln!(self.out, "[task-{number}] {mark} Error: {told}");
                self.note(result);
                self.hint(result);
            }
            State::Rejected(error) => {
                let mark = self.mark(false);
                let told = error.map_or_else(|| "rejected".to_owned(), rejection);
                let _ = writeln!(self.out, "[task-{number}] {mark} Error: {told}");
            }
        }
    }

    /// `Created file.txt`.
    fn deed(&self, result: &ActionResult) -> String {
        let about = self.about(result);
        let verb = match result.action.as_str() {
            "file_write" if result.created => "Created",
            "file_write" => "Wrote",
            "file_create" => "Created",
            "file_append" => "Appended to",
            "file_edit"
            | "file_replace_text"
            | "file_replace_all_text"
            | "file_replace_span"
            | "file_replace_lines" => "Edited",
            "file_move" => return format!("Moved {about} to {}", self.param(result, "new_path")),
            "file_delete" | "path_delete" | "dir_delete" => "Removed",
            "run" => "Ran",
            other => other,
        };
        format!("{verb} {about}").trim_end().to_owned()
    }

    fn about(&self, result: &ActionResult) -> String {
        cut_end(&target(result, self.catalogue), LONGEST, self.options.ellipsis()).into_owned()
    }

    fn param(&self, result: &ActionResult, name: &str) -> String {
        let value = result.params.get(name).and_then(|value| value.as_str()).unwrap_or_default();
        cut_end(&escape_line(value), LONGEST, self.options.ellipsis()).into_owned()
    }

    /// `match_count_mismatch in main.js (found 2 matches, expected 1)`.
    fn failure(&self, result: &ActionResult) -> String {
        let code = result.code.as_deref().unwrap_or("failed");
        let name = result.kind.as_deref().unwrap_or_else(|| error_name(code));
        let about = self.about(result);
        let place = if about.is_empty() { String::new() } else { format!(" in {about}") };
        let message = result.error.as_deref().unwrap_or_default();
        let own = message.strip_prefix(result.action.as_str());
        let message = own.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message);
        // The name says what the code says.
        let bare = message.strip_prefix(code).and_then(|rest| rest.strip_prefix(": "));
        let message = bare.unwrap_or(message);
        let first = lower_first(message.lines().next().unwrap_or_default());
        format!("{}{place} ({})", escape_line(name), escape_line(&first))
    }

    fn note(&mut self, result: &ActionResult) {
        for line in result.note.iter().flat_map(|note| note.lines()) {
            self.beneath(line, Style::Faint);
        }
    }

    fn hint(&mut self, result: &ActionResult) {
        let (hint, command) = copied::hint(result);
        for line in hint.lines() {
            self.beneath(line, Style::Plain);
        }
        if let Some(command) = command {
            let _ = writeln!(self.out, "{:INDENT$}{command}", "");
        }
    }

    /// A line of prose, or one that begins with a space and is verbatim.
    fn beneath(&mut self, line: &str, style: Style) {
        let room = self.options.width.saturating_sub(INDENT).max(20);
        let safe = escape(line).replace('\t', "    ");
        let parts = if safe.starts_with(' ') {
            vec![cut_end(&safe, room, self.options.ellipsis()).into_owned()]
        } else {
            wrap(&safe, room)
        };
        for part in parts {
            let painted = self.styles().paint(style, part);
            let _ = writeln!(self.out, "{:INDENT$}{painted}", "");
        }
    }
}

/// `malformed_xml (Text outside of CDATA)`, without a code that the message repeats.
fn rejection(error: &ParseErrorEntry) -> String {
    let code = &error.error.code;
    let message = error.message.strip_prefix(code.as_str()).unwrap_or(&error.message);
    let message = message.trim_start_matches([':', ' ']);
    format!(
        "{} (line {}: {})",
        error_name(code),
        error.error.line,
        escape_line(&lower_first(message))
    )
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    let second_is_upper = text.chars().nth(1).is_some_and(char::is_uppercase);
    match characters.next() {
        Some(first) if !second_is_upper => first.to_lowercase().chain(characters).collect(),
        Some(_) | None => text.to_owned(),
    }
}
