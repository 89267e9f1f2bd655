//! What an action returned, as text for the model.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::action::OutputDisplay;
use crate::report::{ActionResult, Presentation};

/// What follows a list that is cut off.
const MORE: &str = "there is more than this: narrow it down\n";

/// One text that an action returned.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Output {
    /// `stdout`, `stderr`; empty where there is only one.
    pub(super) label: &'static str,
    /// As it is.
    pub(super) text: String,
}

/// The outputs that the catalogue wants shown; none for an action that has none to show.
pub(super) fn outputs(result: &ActionResult, catalogue: &dyn Presentation) -> Vec<Output> {
    let hidden = result.params.get("return_output") == Some(&Value::Bool(false));
    let Some(data) = &result.data else { return Vec::new() };
    match catalogue.output_display(&result.action) {
        OutputDisplay::Never => Vec::new(),
        OutputDisplay::Conditional if hidden => Vec::new(),
        OutputDisplay::Always | OutputDisplay::Conditional => of_data(data),
    }
}

fn of_data(data: &Map<String, Value>) -> Vec<Output> {
    if data.contains_key("exit_code") || data.contains_key("stdout") {
        return streams(data);
    }
    let lists = [("matches", found as fn(&Value) -> String), ("entries", entry), ("items", item)];
    let text = match data.get("content") {
        Some(Value::String(content)) => content.clone(),
        _ => lists
            .iter()
            .find_map(|(key, line)| listed(data.get(*key)?, *line))
            .or_else(|| listed(data.get("paths")?, plain))
            .or_else(|| listed(data.get("removed")?, plain))
            .unwrap_or_else(|| serde_json::to_string_pretty(data).unwrap_or_default()),
    };
    let skipped = data.get("skipped").and_then(|list| listed(list, not_looked_at));
    let more = (data.get("truncated") == Some(&Value::Bool(true))).then_some(MORE);
    let missing = skipped.unwrap_or_default() + more.unwrap_or_default();
    let missing = (!missing.is_empty()).then_some(Output { label: "not told", text: missing });
    [Output { label: "", text }].into_iter().chain(missing).collect()
}

fn streams(data: &Map<String, Value>) -> Vec<Output> {
    let stream = |label: &'static str| match data.get(label) {
        Some(Value::String(text)) if !text.is_empty() => Some(Output { label, text: text.clone() }),
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

/// As `grep -n` prints it.
fn found(value: &Value) -> String {
    format!("{}:{}:{}", field(value, "file"), field(value, "line_number"), field(value, "line"))
}

/// As `ls -F` prints it, and a file's size.
fn entry(value: &Value) -> String {
    let name = field(value, "name");
    match value.get("type").and_then(Value::as_str) {
        Some("directory") => format!("{name}/"),
        Some("symlink") => format!("{name}@"),
        _ => format!("{name} ({} bytes)", field(value, "size")),
    }
}

fn not_looked_at(value: &Value) -> String {
    format!("{}: {}", field(value, "path"), field(value, "error"))
}

fn item(value: &Value) -> String {
    match value.get("error") {
        Some(error) => format!("{} ({})", field(value, "path"), plain(error)),
        None => format!("{} ({} bytes)", field(value, "path"), field(value, "size")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(data: &Value) -> Vec<(&'static str, String)> {
        let outputs = of_data(data.as_object().expect("an object"));
        outputs.into_iter().map(|output| (output.label, output.text)).collect()
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
