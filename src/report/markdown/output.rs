//! What an action returned, as text for the model.

use std::{borrow::Cow, fmt::Write as _};

use serde_json::{Map, Value};

use super::body::Rest;
use crate::action::OutputDisplay;
use crate::report::{ActionResult, Presentation, escape_line};

/// What follows a list that is cut off.
const MORE: &str = "there is more than this: narrow it down\n";

/// How the rest of a list that is cut for want of room can be had.
const NARROWER: Rest = Rest::Advice("narrow it down to see them");
/// How the rest of several files can be had.
const FEWER: Rest =
    Rest::Advice("read fewer files at once, or lines of one with `file_read_numbered`");

/// One text that an action returned.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Output<'r> {
    /// `stdout`, `stderr`; empty where there is only one.
    pub(super) label: &'static str,
    /// As it is.
    pub(super) text: Cow<'r, str>,
    /// What to do where it is cut.
    pub(super) rest: Rest,
}

/// The outputs that the catalogue wants shown; none for an action that has none to show.
pub(super) fn outputs<'r>(
    result: &'r ActionResult,
    catalogue: &dyn Presentation,
) -> Vec<Output<'r>> {
    let hidden = result.params.get("return_output") == Some(&Value::Bool(false));
    let Some(data) = &result.data else { return Vec::new() };
    match catalogue.output_display(&result.action) {
        OutputDisplay::Never => Vec::new(),
        OutputDisplay::Conditional if hidden => Vec::new(),
        OutputDisplay::Always | OutputDisplay::Conditional => of_data(data, &result.action),
    }
}

fn of_data<'r>(data: &'r Map<String, Value>, action: &str) -> Vec<Output<'r>> {
    if data.contains_key("exit_code") || data.contains_key("stdout") {
        return streams(data);
    }
    if let Some(Value::String(content)) = data.get("content") {
        return contents(data, content, action);
    }
    let lists = [("matches", found as fn(&Value) -> String), ("entries", entry), ("items", item)];
    let text = lists
        .iter()
        .find_map(|(key, line)| listed(data.get(*key)?, *line))
        .or_else(|| listed(data.get("paths")?, path))
        .or_else(|| listed(data.get("removed")?, path))
        .unwrap_or_else(|| serde_json::to_string_pretty(data).unwrap_or_default());
    let skipped = data.get("skipped").and_then(|list| listed(list, not_looked_at));
    let more = (data.get("truncated") == Some(&Value::Bool(true))).then_some(MORE);
    let missing = skipped.unwrap_or_default() + more.unwrap_or_default();
    let texts = [("", text), ("not told", missing)].into_iter().filter(|(_, it)| !it.is_empty());
    texts.map(|(label, text)| Output { label, text: Cow::Owned(text), rest: NARROWER }).collect()
}

/// What was read; nothing where all that was asked for failed.
fn contents<'r>(data: &Map<String, Value>, content: &'r str, action: &str) -> Vec<Output<'r>> {
    let rest = match data.get("paths").and_then(Value::as_array) {
        Some(paths) if paths.is_empty() => return Vec::new(),
        Some(_) => FEWER,
        None if action.ends_with("_numbered") => Rest::Numbered,
        None => Rest::Lines,
    };
    vec![Output { label: "", text: Cow::Borrowed(content), rest }]
}

fn streams(data: &Map<String, Value>) -> Vec<Output<'_>> {
    let stream = |label: &'static str| match data.get(label) {
        Some(Value::String(text)) if !text.is_empty() => {
            Some(Output { label, text: Cow::Borrowed(text.as_str()), rest: Rest::None })
        }
        _ => None,
    };
    ["stdout", "stderr"].into_iter().filter_map(stream).collect()
}

fn listed(list: &Value, line: fn(&Value) -> String) -> Option<String> {
    let lines = list.as_array()?.iter().map(line);
    Some(lines.fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    }))
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn field(value: &Value, key: &str) -> String {
    value.get(key).map(plain).unwrap_or_default()
}

/// A name on one line, whatever is in it.
fn name(value: &Value, key: &str) -> String {
    escape_line(&field(value, key)).into_owned()
}

fn path(value: &Value) -> String {
    escape_line(&plain(value)).into_owned()
}

/// As `grep -n` prints it.
fn found(value: &Value) -> String {
    let (file, line) = (name(value, "file"), field(value, "line"));
    format!("{file}:{}:{line}", field(value, "line_number"))
}

/// As `ls -F` prints it, and a file's size.
fn entry(value: &Value) -> String {
    let name = name(value, "name");
    match value.get("type").and_then(Value::as_str) {
        Some("directory") => format!("{name}/"),
        Some("symlink") => format!("{name}@"),
        _ => format!("{name} ({})", bytes(value)),
    }
}

fn bytes(value: &Value) -> String {
    let size = field(value, "size");
    format!("{size} byte{}", if size == "1" { "" } else { "s" })
}

fn not_looked_at(value: &Value) -> String {
    format!("{}: {}", name(value, "path"), field(value, "error"))
}

fn item(value: &Value) -> String {
    match value.get("error") {
        Some(error) => format!("{} ({})", name(value, "path"), plain(error)),
        None => format!("{} ({})", name(value, "path"), bytes(value)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(data: &Value) -> Vec<(&'static str, String)> {
        let outputs = of_data(data.as_object().expect("an object"), "");
        outputs.into_iter().map(|output| (output.label, output.text.into_owned())).collect()
    }

    fn one(text: &str) -> Vec<(&'static str, String)> {
        vec![("", text.to_owned())]
    }

    #[test]
    fn each_kind_of_data_has_its_text() {
        assert_eq!(texts(&json!({"path": "a", "content": "x"})), one("x"));
        assert_eq!(texts(&json!({"paths": ["a"], "content": "=== a ===\n"})), one("=== a ===\n"));
        assert_eq!(texts(&json!({"paths": ["a", "b"]})), one("a\nb\n"));
        let matches = json!({"matches": [{"file": "a", "line_number": 3, "line": " x"}]});
        assert_eq!(texts(&matches), one("a:3: x\n"));
        let entries = json!({"entries": [
            {"name": "d", "type": "directory", "size": 0},
            {"name": "f", "type": "file", "size": 12},
            {"name": "l", "type": "symlink", "size": 1},
        ]});
        assert_eq!(texts(&entries), one("d/\nf (12 bytes)\nl@\n"));
        let partly = json!({"paths": ["a"], "truncated": true, "skipped": [
            {"path": "b", "error": "EACCES: permission denied, scandir 'b'"}
        ]});
        let missing = "b: EACCES: permission denied, scandir 'b'\n\
                       there is more than this: narrow it down\n";
        assert_eq!(texts(&partly), [("", "a\n".to_owned()), ("not told", missing.to_owned())]);
        let items = json!({"items": [{"path": "a", "size": 3}, {"path": "b", "error": "gone"}]});
        assert_eq!(texts(&items), one("a (3 bytes)\nb (gone)\n"));
        assert_eq!(texts(&json!({"more": 1})), one("{\n  \"more\": 1\n}"));
        let streams = json!({"stdout": "o", "stderr": "e", "exit_code": 1});
        assert_eq!(texts(&streams), [("stdout", "o".to_owned()), ("stderr", "e".to_owned())]);
        assert_eq!(texts(&json!({"stdout": "", "stderr": "", "exit_code": 0})), []);
    }
}
