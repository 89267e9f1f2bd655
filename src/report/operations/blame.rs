//! `git clada blame`: where each line of a file comes from.

use std::fmt::Write as _;

use serde::Serialize;

use super::date::{day, rfc3339};
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
/// How wide the column of names is at the most.
const NAMES: usize = 16;
/// How many digits of a commit name it.
const SHORT: usize = 8;

/// What wrote a line that no person wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The transaction's id, the first where several were made one commit.
    pub transaction: String,
    /// How many further ones.
    #[serde(skip)]
    pub more: usize,
    /// The model, as it was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// A line of a file, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlameLine {
    /// Its number.
    pub line: usize,
    /// Its number in the file as its commit had it.
    pub original_line: usize,
    /// The commit; none where the line is not committed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// What wrote it; none where a person did.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The commit's author.
    pub author: String,
    /// When; RFC 3339 in JSON.
    #[serde(serialize_with = "as_rfc3339")]
    pub time: Timestamp,
    /// The line, without its break.
    pub text: String,
}

fn as_rfc3339<S: serde::Serializer>(time: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*time))
}

#[derive(Serialize)]
struct Blame<'b> {
    version: u32,
    path: &'b str,
    lines: &'b [BlameLine],
}

/// The lines as JSON, for `write_json`.
#[must_use]
pub fn blame_json<'b>(path: &'b str, lines: &'b [BlameLine]) -> impl Serialize + 'b {
    Blame { version: VERSION, path, lines }
}

/// Draws the lines: what wrote each, who, when, its number, its text. Of lines in a row that come
/// from the same commit, the first tells.
#[must_use]
pub fn blame_text(lines: &[BlameLine], options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let ids: Vec<String> = lines.iter().map(id).collect();
    let names: Vec<String> = lines
        .iter()
        .map(|line| cut_end(&name(line), NAMES, options.ellipsis()).into_owned())
        .collect();
    let widest = |texts: &[String]| texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let (id_width, name_width) = (widest(&ids), widest(&names));
    let digits = lines.last().map_or(1, |line| line.line.to_string().len());
    let mut out = String::new();
    for ((line, id), name) in lines.iter().zip(&ids).zip(&names) {
        let pad = |text: &str, columns: usize| " ".repeat(columns.saturating_sub(width(text)));
        let style = if line.origin.is_some() { Style::Notable } else { Style::Plain };
        let text = escape_line(&line.text);
        let _ = writeln!(
            out,
            "{}{} {}{} {} {:>digits$}) {text}",
            styles.paint(style, id),
            pad(id, id_width),
            name,
            pad(name, name_width),
            styles.paint(Style::Faint, day(line.time)),
            line.line,
        );
    }
    out
}

fn id(line: &BlameLine) -> String {
    match (&line.origin, &line.commit) {
        (Some(Origin { transaction, more: 0, .. }), _) => escape_line(transaction).into_owned(),
        (Some(Origin { transaction, more, .. }), _) => {
            format!("{}+{more}", escape_line(transaction))
        }
        (None, Some(commit)) => commit.get(..SHORT).unwrap_or(commit).to_owned(),
        (None, None) => "-".to_owned(),
    }
}

fn name(line: &BlameLine) -> String {
    let name = match &line.origin {
        Some(origin) => origin.model.as_deref().unwrap_or("AI"),
        None if line.commit.is_none() => "not committed",
        None => &line.author,
    };
    escape_line(name).into_owned()
}
