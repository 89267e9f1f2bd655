//! `git clada log`: a line per operation.

use std::fmt::Write as _;

use serde::Serialize;

use super::date::{age, rfc3339};
use super::ignored::IgnoredTree;
use crate::{
    base::Timestamp,
    report::{
        TextOptions,
        escape::escape_line,
        style::{Style, Styles},
        width::{cut_end, width},
    },
};

/// The version of the JSON form.
const VERSION: u32 = 1;

/// An operation of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// Its id.
    pub id: String,
    /// When it happened; RFC 3339 in JSON.
    #[serde(serialize_with = "as_rfc3339")]
    pub time: Timestamp,
    /// `apply`, `undo`, `redo`, …
    pub kind: String,
    /// What it did, in one line.
    pub summary: String,
    /// Whether all of it succeeded; `None` where that is no question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub succeeded: Option<bool>,
    /// Whether it has been taken back.
    pub undone: bool,
    /// The commit it made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The session it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The ignored directories and files that commands changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<IgnoredTree>,
}

fn as_rfc3339<S: serde::Serializer>(time: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*time))
}

#[derive(Serialize)]
struct Log<'l> {
    version: u32,
    operations: &'l [LogLine],
}

/// The log as JSON: `{"version": 1, "operations": […]}`, for `write_json`.
#[must_use]
pub fn log_json(lines: &[LogLine]) -> impl Serialize + '_ {
    Log { version: VERSION, operations: lines }
}

/// Draws the operations in the order given, the newest first by custom.
#[must_use]
pub fn log_text(lines: &[LogLine], now: Timestamp, options: &TextOptions) -> String {
    if lines.is_empty() {
        return "no operations yet\n".to_owned();
    }
    let rows: Vec<Row> = lines.iter().map(|line| Row::new(line, now)).collect();
    let widest =
        |part: fn(&Row) -> &str| rows.iter().map(|row| width(part(row))).max().unwrap_or(0);
    let (id, age, kind) = (widest(|row| &row.id), widest(|row| &row.age), widest(|row| &row.kind));
    let mut out = String::new();
    for (line, row) in lines.iter().zip(&rows) {
        draw(&mut out, line, row, &Columns { options, id, age, kind });
    }
    out
}

/// The texts of a line, escaped.
struct Row {
    id: String,
    age: String,
    kind: String,
    summary: String,
}

impl Row {
    fn new(line: &LogLine, now: Timestamp) -> Self {
        let first = line.summary.lines().next().unwrap_or_default();
        Self {
            id: escape_line(&line.id).into_owned(),
            age: age(line.time, now),
            kind: escape_line(&line.kind).into_owned(),
            summary: escape_line(first).into_owned(),
        }
    }
}

struct Columns<'o> {
    options: &'o TextOptions,
    id: usize,
    age: usize,
    kind: usize,
}

fn draw(out: &mut String, line: &LogLine, row: &Row, columns: &Columns<'_>) {
    let Columns { options, id, age, kind } = *columns;
    let styles = Styles { colour: options.colour };
    let (mark, mark_style) = mark(line.succeeded, options);
    let mark = format!("{mark:columns$}", columns = options.mark_width());
    let undone = if line.undone { " (undone)" } else { "" };
    let used = id + 2 + age + 2 + options.mark_width() + 1 + kind + 2 + undone.len();
    let room = options.width.saturating_sub(used).max(20);
    let summary = cut_end(&row.summary, room, options.ellipsis());
    let pad = |text: &str, columns: usize| " ".repeat(columns.saturating_sub(width(text)));
    let _ = writeln!(
        out,
        "{}{}  {}{}  {} {}{}  {summary}{}",
        styles.paint(Style::Notable, &row.id),
        pad(&row.id, id),
        styles.paint(Style::Faint, &row.age),
        pad(&row.age, age),
        styles.paint(mark_style, mark),
        row.kind,
        pad(&row.kind, kind),
        styles.paint(Style::Faint, undone),
    );
    for tree in &line.ignored {
        let told = format!("ignored: {}", escape_line(&tree.told()));
        let _ = writeln!(out, "{:id$}  {}", "", styles.paint(Style::Faint, told));
    }
}

fn mark(succeeded: Option<bool>, options: &TextOptions) -> (&'static str, Style) {
    let (unicode, plain, style) = match succeeded {
        Some(true) => ("✓", "ok", Style::Good),
        Some(false) => ("✗", "fail", Style::Bad),
        None => ("", "", Style::Plain),
    };
    (if options.unicode { unicode } else { plain }, style)
}
