//! A line per action, in columns, and beneath it what does not fit into one.

use std::fmt::Write as _;

use serde_json::Value;

use super::{TextOptions, outcome};
use crate::report::{
    ActionResult, Presentation, copied,
    escape::{escape, escape_line},
    style::{Style, Styles},
    target::target,
    width::{chop, cut_end, cut_middle, width, wrap},
};

/// How many lines of a failed command's output are shown.
const OUTPUT_LINES: usize = 10;
/// How many lines of the terminal a line of a message may take.
const MAX_WRAPPED: usize = 12;
/// The columns that ids and names of actions may take at the most.
const MAX_ID: usize = 16;
const MAX_ACTION: usize = 24;
/// The columns that what an action is about gets at the least, if it needs them.
const MIN_TARGET: usize = 16;
/// The columns that are kept free for what happened; more of it goes where there is room.
const MAX_TOLD: usize = 24;

/// What is shown of an action.
struct Row<'r> {
    result: &'r ActionResult,
    id: String,
    action: String,
    target: String,
    /// What happened; the first line of a failure's message.
    told: String,
    /// Further lines of a failure's message.
    more: Vec<String>,
}

/// Draws a line per result. Nothing in it can command a terminal.
pub(in crate::report) fn rows(
    results: &[ActionResult],
    catalogue: &dyn Presentation,
    options: &TextOptions,
) -> String {
    let rows: Vec<Row<'_>> = results.iter().map(|result| Row::new(result, catalogue)).collect();
    let columns = Columns::new(&rows, options);
    let mut out = String::new();
    for row in &rows {
        columns.draw(&mut out, row);
    }
    out
}

impl<'r> Row<'r> {
    fn new(result: &'r ActionResult, catalogue: &dyn Presentation) -> Self {
        let (told, more) = told(result);
        Self {
            result,
            id: cut_end(&escape_line(&result.block_id), MAX_ID, "~").into_owned(),
            action: cut_end(&escape_line(&result.action), MAX_ACTION, "~").into_owned(),
            target: target(result, catalogue),
            told,
            more,
        }
    }
}

/// What happened, and further lines of it. The action's name before a message is left out, since
/// it stands in the row.
pub(in crate::report) fn told(result: &ActionResult) -> (String, Vec<String>) {
    if result.skipped == Some(true) {
        return ("skipped: an earlier step failed".to_owned(), Vec::new());
    }
    if result.success {
        return (escape_line(&outcome(result)).into_owned(), Vec::new());
    }
    let message = result.error.as_deref().or(result.code.as_deref()).unwrap_or("failed");
    let prefix = message.strip_prefix(result.action.as_str());
    let message = prefix.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message);
    let mut lines = message.lines().map(|line| escape_line(line).into_owned());
    (lines.next().unwrap_or_default(), lines.collect())
}

/// The widths of the columns.
struct Columns<'o> {
    options: &'o TextOptions,
    id: usize,
    action: usize,
    target: usize,
}

impl<'o> Columns<'o> {
    fn new(rows: &[Row<'_>], options: &'o TextOptions) -> Self {
        let widest = |part: fn(&Row<'_>) -> usize| rows.iter().map(part).max().unwrap_or(0);
        let id = widest(|row| width(&row.id));
        let action = widest(|row| width(&row.action));
        let told = rows.iter().filter(|row| row.result.success).map(|row| width(&row.told));
        let told = told.filter(|&told| told <= MAX_TOLD).max().unwrap_or(0);
        let mut columns = Self { options, id, action, target: 0 };
        let room = columns.room();
        let left = room.saturating_sub(told + 2).max(MIN_TARGET).min(room);
        // A failure whose message goes beneath may name its path at length.
        let beside = |row: &&Row<'_>| {
            row.result.success
                || row.more.is_empty() && width(&row.target) + 2 + width(&row.told) <= room
        };
        let widest = rows.iter().filter(beside).map(|row| width(&row.target)).max();
        columns.target = widest.unwrap_or(0).min(left);
        columns
    }

    /// The columns behind the names of the actions.
    fn room(&self) -> usize {
        self.options.width.saturating_sub(self.indent() + self.action + 2).max(MIN_TARGET)
    }

    /// Where the names of the actions stand; all that goes beneath a row starts there.
    fn indent(&self) -> usize {
        self.options.mark_width() + 1 + self.id + 2
    }

    fn draw(&self, out: &mut String, row: &Row<'_>) {
        let options = self.options;
        let styles = Styles { colour: options.colour };
        let (mark, style) = mark(row.result, options);
        let told_style = if row.result.success { Style::Faint } else { style };
        let limit = if row.result.success { self.target } else { self.room() };
        let target = cut_middle(&row.target, limit, options.ellipsis());
        let start =
            format!("{}  {}  {target}", pad(&row.id, self.id), pad(&row.action, self.action));
        let _ = write!(out, "{} ", styles.paint(style, pad(mark, options.mark_width())));
        if let Some(gap) = self.gap(row, width(&target)) {
            let told = styles.paint(told_style, &row.told);
            let _ = writeln!(out, "{start}{:gap$}{told}", "");
        } else {
            let _ = writeln!(out, "{}", start.trim_end());
            if row.result.success {
                self.beneath_in_one(out, &row.told, told_style);
            } else {
                self.beneath(out, &row.told, told_style);
            }
        }
        for line in row.result.note.iter().flat_map(|note| note.lines()) {
            self.beneath(out, &escape_line(line), Style::Faint);
        }
        for line in &row.more {
            self.beneath(out, line, told_style);
        }
        self.details(out, row.result);
    }

    /// The spaces between what an action is about and what happened, so that the latter stands
    /// in a column; a success, or what is about nothing, may leave it to stay in one line. `None`
    /// where it does not fit beside.
    fn gap(&self, row: &Row<'_>, target: usize) -> Option<usize> {
        let used = self.indent() + self.action + 2 + target;
        let room = self.options.width.checked_sub(used + width(&row.told))?;
        let aligned = self.target.saturating_sub(target) + 2;
        let least = match target {
            0 => 0,
            _ if row.result.success => 2,
            _ => aligned,
        };
        if !row.more.is_empty() {
            return None;
        }
        [aligned, least].into_iter().find(|&gap| gap <= room)
    }

    /// What happened, of which a path makes most, in one line.
    fn beneath_in_one(&self, out: &mut String, line: &str, style: Style) {
        let line = cut_middle(line, self.room_beneath(), self.options.ellipsis());
        let styles = Styles { colour: self.options.colour };
        let _ = writeln!(out, "{:1$}{2}", "", self.indent(), styles.paint(style, line));
    }

    fn beneath(&self, out: &mut String, line: &str, style: Style) {
        let styles = Styles { colour: self.options.colour };
        let (indent, room) = (self.indent(), self.room_beneath());
        let line = cut_end(line, room * MAX_WRAPPED, self.options.ellipsis());
        for part in wrap(&line, room) {
            let _ = writeln!(out, "{:indent$}{}", "", styles.paint(style, part));
        }
    }

    fn room_beneath(&self) -> usize {
        self.options.width.saturating_sub(self.indent()).max(20)
    }

    /// What helps to mend a failure: the hint, and the end of what a command printed.
    fn details(&self, out: &mut String, result: &ActionResult) {
        if result.success {
            return;
        }
        let (hint, command) = copied::hint(result);
        for line in hint.lines() {
            self.hint(out, line);
        }
        if let Some(command) = command {
            let _ = writeln!(out, "{:1$}{command}", "", self.indent());
        }
        // What was carried out without a program has printed its message.
        let message = result.error.as_deref().unwrap_or_default();
        if let Some(output) = output_of(result).filter(|output| output.trim_end() != message) {
            let lines: Vec<&str> = output.lines().collect();
            let skipped = lines.len().saturating_sub(OUTPUT_LINES);
            if skipped > 0 {
                self.verbatim(out, std::iter::once(format!("[{skipped} lines before]").as_str()));
            }
            self.verbatim(out, lines.into_iter().skip(skipped));
        }
    }

    /// A line of a hint: prose, or a row that begins with a space and has a bar before what is
    /// verbatim. A row too wide goes on below, behind a bar of its own.
    fn hint(&self, out: &mut String, line: &str) {
        let safe = escape(line).replace('\t', "    ");
        let styles = Styles { colour: self.options.colour };
        let (indent, room) = (self.indent(), self.room_beneath());
        let bar = safe.find('|').filter(|_| safe.starts_with(' '));
        let Some((gutter, text)) = bar.and_then(|bar| safe.split_at_checked(bar)) else {
            for part in wrap(&safe, room) {
                let _ = writeln!(out, "{:indent$}{}", "", styles.paint(Style::Plain, part));
            }
            return;
        };
        let style = match gutter.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()) {
            "-" => Style::Bad,
            "+" => Style::Good,
            _ => Style::Faint,
        };
        let text = text.strip_prefix('|').unwrap_or(text);
        let column = width(gutter);
        let parts = chop(text, room.saturating_sub(column + 1).max(1));
        for (at, part) in parts.into_iter().take(MAX_WRAPPED).enumerate() {
            let gutter = if at == 0 { gutter } else { "" };
            let row = styles.paint(style, format!("{gutter:column$}|{part}"));
            let _ = writeln!(out, "{:indent$}{row}", "");
        }
    }

    /// Lines that lose their meaning when they are wrapped: they are cut.
    fn verbatim<'l>(&self, out: &mut String, lines: impl Iterator<Item = &'l str>) {
        let styles = Styles { colour: self.options.colour };
        let indent = self.indent();
        let room = self.options.width.saturating_sub(indent + 2).max(20);
        for line in lines {
            let safe = escape(line).replace('\t', "    ");
            let shown = cut_end(&safe, room, self.options.ellipsis());
            let _ =
                writeln!(out, "{:indent$}{}", "", styles.paint(Style::Faint, format!("| {shown}")));
        }
    }
}

fn output_of(result: &ActionResult) -> Option<&str> {
    if result.params.get("return_output") == Some(&Value::Bool(false)) {
        return None;
    }
    let data = result.data.as_ref()?;
    let stream = |name| data.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    stream("stderr").or_else(|| stream("stdout"))
}

fn mark(result: &ActionResult, options: &TextOptions) -> (&'static str, Style) {
    let (unicode, plain, style) = match (result.skipped, result.success) {
        (Some(true), _) => ("-", "skip", Style::Notable),
        (_, true) => ("✓", "ok", Style::Good),
        (_, false) => ("✗", "fail", Style::Bad),
    };
    (if options.unicode { unicode } else { plain }, style)
}

fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}
