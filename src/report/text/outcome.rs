//! What came of an action, in a few words.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::report::ActionResult;

/// Tells what an action did: `12 lines written`, `2 replacements`, `moved to b.txt`.
///
/// It is read from the data that the action returned, whatever its name; where they say nothing,
/// from the last word of the name. Not escaped yet.
pub(in crate::report) fn outcome(result: &ActionResult) -> String {
    let empty = Map::new();
    let data = result.data.as_ref().unwrap_or(&empty);
    patched(data)
        .or_else(|| edited(result, data))
        .or_else(|| listed(data))
        .or_else(|| moved(data))
        .or_else(|| ran(data))
        .unwrap_or_else(|| done(&result.action).to_owned())
}

/// `1 line`, `2 lines`; the plural is given where it is not the singular and an `s`.
fn counted(count: u64, what: &str) -> String {
    let ending = match what {
        _ if count == 1 => "",
        "match" => "es",
        _ => "s",
    };
    match what.strip_suffix('y') {
        Some(stem) if count != 1 => format!("{count} {stem}ies"),
        _ => format!("{count} {what}{ending}"),
    }
}

fn number(data: &Map<String, Value>, key: &str) -> Option<u64> {
    data.get(key)?.as_u64()
}

fn length(data: &Map<String, Value>, key: &str) -> Option<u64> {
    data.get(key)?.as_array().map(|list| list.len() as u64)
}

fn text<'v>(values: &'v Map<String, Value>, key: &str) -> Option<&'v str> {
    values.get(key)?.as_str()
}

/// As an editor counts them: a last line without a line break is one too.
fn line_count(text: &str) -> u64 {
    text.lines().count() as u64
}

/// `2 hunks, to b.txt; line breaks taken for the file's CRLF`.
fn patched(data: &Map<String, Value>) -> Option<String> {
    let deleted = data.get("deleted").and_then(Value::as_bool) == Some(true);
    let hunks = match number(data, "hunks") {
        _ if deleted => "deleted".to_owned(),
        hunks => counted(hunks?, "hunk"),
    };
    let to = moved(data).map(|to| format!(", {to}")).unwrap_or_default();
    let notes = data.get("notes").and_then(Value::as_array).into_iter().flatten();
    let notes: String = notes.filter_map(Value::as_str).flat_map(|note| ["; ", note]).collect();
    Some(format!("{hunks}{to}{notes}"))
}

fn edited(result: &ActionResult, data: &Map<String, Value>) -> Option<String> {
    if let Some(count) = number(data, "replacements") {
        return Some(counted(count, "replacement"));
    }
    if let Some(count) = number(data, "lines_replaced") {
        return Some(format!("{} replaced", counted(count, "line")));
    }
    if let Some(count) = number(data, "lines_changed") {
        return Some(format!("{} {}", counted(count, "line"), changed(&result.action)));
    }
    if let Some(bytes) = number(data, "bytesWritten") {
        let verb = if result.action.ends_with("append") { "added" } else { "written" };
        let amount = text(&result.params, "content")
            .map_or_else(|| counted(bytes, "byte"), |content| counted(line_count(content), "line"));
        return Some(format!("{amount} {verb}"));
    }
    data.get("results")?.as_array().map(|files| replaced_in(files))
}

/// What happened to lines that were changed.
fn changed(action: &str) -> &'static str {
    match action {
        action if action.ends_with("uncomment_lines") => "uncommented",
        action if action.ends_with("comment_lines") => "commented out",
        _ => "changed",
    }
}

/// `3 replacements in 2 files`, of those that were named.
fn replaced_in(files: &[Value]) -> String {
    let replacements = |file: &Value| file.get("replacements").and_then(Value::as_u64);
    let total = files.iter().filter_map(replacements).sum();
    let edited = files.iter().filter_map(replacements).filter(|&count| count > 0).count() as u64;
    let named = counted(files.len() as u64, "file");
    let files = if edited == files.len() as u64 { named } else { format!("{edited} of {named}") };
    format!("{} in {files}", counted(total, "replacement"))
}

fn listed(data: &Map<String, Value>) -> Option<String> {
    let paths = length(data, "paths");
    if let Some(content) = text(data, "content") {
        return Some(match data.get("paths").and_then(Value::as_array) {
            Some(paths) => {
                let lines = counted(lines_below(paths, content), "line");
                format!("{}, {lines} read", counted(paths.len() as u64, "file"))
            }
            None => format!("{} read", counted(line_count(content), "line")),
        });
    }
    let list = |key, what| length(data, key).map(|count| counted(count, what));
    paths
        .map(|count| format!("{} found", counted(count, "path")) + &missing(data))
        .or_else(|| list("entries", "entry"))
        .or_else(|| Some(found(data.get("matches")?.as_array()?) + &missing(data)))
        .or_else(|| list("items", "file"))
        .or_else(|| {
            length(data, "removed").map(|count| format!("{} removed", counted(count, "file")))
        })
}

/// How many lines of files stand in a text that has each below a line `=== PATH ===`.
fn lines_below(paths: &[Value], content: &str) -> u64 {
    let head = |path: &Value| format!("=== {} ===\n", path.as_str().unwrap_or_default());
    let mut rest = paths.first().and_then(|path| content.strip_prefix(&head(path)));
    let mut lines = 0;
    for next in paths.iter().skip(1) {
        let split = rest.and_then(|rest| rest.split_once(&format!("\n\n{}", head(next))));
        lines += split.map_or(0, |(file, _)| line_count(file));
        rest = split.map(|(_, rest)| rest).or(rest);
    }
    lines + rest.map_or(0, line_count)
}

/// `3 matches in 2 files`.
fn found(matches: &[Value]) -> String {
    let files: BTreeSet<_> =
        matches.iter().filter_map(|one| one.get("file").and_then(Value::as_str)).collect();
    let found = counted(matches.len() as u64, "match");
    match files.len() as u64 {
        0 => found,
        files => format!("{found} in {}", counted(files, "file")),
    }
}

/// What a search did not get to.
fn missing(data: &Map<String, Value>) -> String {
    let more = data.get("truncated").and_then(Value::as_bool) == Some(true);
    let skipped = length(data, "skipped").map(|count| format!(", {count} skipped"));
    format!("{}{}", if more { " and more" } else { "" }, skipped.unwrap_or_default())
}

fn moved(data: &Map<String, Value>) -> Option<String> {
    let target = text(data, "new_path")?;
    let overwrote = data.get("overwrote").and_then(Value::as_bool) == Some(true);
    Some(format!("to {target}{}", if overwrote { ", overwrote it" } else { "" }))
}

fn ran(data: &Map<String, Value>) -> Option<String> {
    if let Some(commits) = number(data, "commits") {
        return Some(format!("{} joined", counted(commits, "commit")));
    }
    let code = data.get("exit_code")?.as_i64()?;
    let printed = match text(data, "stdout") {
        None | Some("") => String::new(),
        // How many lines it had is not known any more.
        Some(output) if output.lines().any(is_cut) => ", output cut".to_owned(),
        Some(output) => format!(", {}", counted(line_count(output), "line")),
    };
    Some(format!("exit {code}{printed}"))
}

/// Whether a line stands for what was left out of a command's output.
fn is_cut(line: &str) -> bool {
    let count = line.strip_prefix("[… ").and_then(|rest| rest.strip_suffix(" bytes left out …]"));
    count.is_some_and(|count| !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The last word of the name as what has been done.
fn done(action: &str) -> &'static str {
    match action.rsplit('_').next() {
        Some("delete") => "deleted",
        Some("create") => "created",
        Some("add") => "added",
        Some("remove") => "removed",
        Some("clear") => "cleared",
        Some("touch") => "touched",
        _ => "done",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(action: &str, params: &Value, data: &Value) -> String {
        let result = ActionResult {
            action: action.to_owned(),
            params: params.as_object().cloned().expect("an object"),
            data: data.as_object().cloned(),
            success: true,
            ..ActionResult::default()
        };
        outcome(&result)
    }

    #[test]
    fn what_a_patch_did_to_a_file_is_told() {
        for (data, told_so) in [
            (json!({"hunks": 2, "lines": [1, 9]}), "2 hunks"),
            (json!({"hunks": 1, "deleted": true}), "deleted"),
            (json!({"hunks": 1, "new_path": "b", "notes": ["so taken"]}), "1 hunk, to b; so taken"),
        ] {
            assert_eq!(told("file_patch", &json!({}), &data), told_so);
        }
    }

    #[test]
    fn each_kind_of_data_is_told() {
        let none = json!({});
        let cases = [
            (
                "file_write",
                json!({"content": "a\nb"}),
                json!({"bytesWritten": 3}),
                "2 lines written",
            ),
            ("file_append", json!({"content": "a\n"}), json!({"bytesWritten": 2}), "1 line added"),
            ("other", none.clone(), json!({"bytesWritten": 3}), "3 bytes written"),
            ("file_edit", none.clone(), json!({"replacements": 1}), "1 replacement"),
            ("file_replace_lines", none.clone(), json!({"lines_replaced": 3}), "3 lines replaced"),
            (
                "file_uncomment_lines",
                none.clone(),
                json!({"lines_changed": 3}),
                "3 lines uncommented",
            ),
            (
                "file_comment_lines",
                none.clone(),
                json!({"lines_changed": 1}),
                "1 line commented out",
            ),
            (
                "files_replace_all_text",
                none.clone(),
                json!({"results": [{"replacements": 2}, {"replacements": 1}]}),
                "3 replacements in 2 files",
            ),
            (
                "files_replace_all_text",
                none.clone(),
                json!({"results": [{"replacements": 2}, {"replacements": 0}]}),
                "2 replacements in 1 of 2 files",
            ),
            ("file_read", none.clone(), json!({"content": "a\nb\n"}), "2 lines read"),
            (
                "files_read",
                none.clone(),
                json!({"paths": ["a", "b"], "content": "=== a ===\nx\ny\n\n\n=== b ===\nz"}),
                "2 files, 3 lines read",
            ),
            ("glob", none.clone(), json!({"paths": []}), "0 paths found"),
            ("ls", none.clone(), json!({"entries": [{}, {}]}), "2 entries"),
            (
                "grep",
                none.clone(),
                json!({"matches": [{"file": "a"}, {"file": "b"}, {"file": "a"}]}),
                "3 matches in 2 files",
            ),
            ("grep", none.clone(), json!({"matches": [{"file": "a"}]}), "1 match in 1 file"),
            ("grep", none.clone(), json!({"matches": []}), "0 matches"),
            ("context_list", none.clone(), json!({"items": [{}]}), "1 file"),
            ("context_prune", none, json!({"removed": []}), "0 files removed"),
        ];
        for (action, params, data, expected) in cases {
            assert_eq!(told(action, &params, &data), expected, "{action} {data}");
        }
    }

    #[test]
    fn what_was_done_is_told_where_there_is_nothing_to_count() {
        let none = json!({});
        let cases = [
            ("file_move", none.clone(), json!({"old_path": "a", "new_path": "b"}), "to b"),
            (
                "file_move",
                none.clone(),
                json!({"new_path": "b", "overwrote": true}),
                "to b, overwrote it",
            ),
            ("exec", none.clone(), json!({"stdout": "a\nb\n", "exit_code": 0}), "exit 0, 2 lines"),
            ("run", none.clone(), json!({"stdout": "", "exit_code": 0}), "exit 0"),
            (
                "run",
                none.clone(),
                json!({"stdout": "a\n[… 9 bytes left out …]\nb\n", "exit_code": 0}),
                "exit 0, output cut",
            ),
            (
                "git_squash",
                none.clone(),
                json!({"commits": 4, "commit": "abc"}),
                "4 commits joined",
            ),
            ("file_delete", none.clone(), json!({"path": "a"}), "deleted"),
            ("dir_create", none.clone(), json!({"path": "a"}), "created"),
            ("context_clear", none, json!({}), "cleared"),
        ];
        for (action, params, data, expected) in cases {
            assert_eq!(told(action, &params, &data), expected, "{action} {data}");
        }
    }

    #[test]
    fn what_a_search_did_not_get_to_is_told() {
        let data = json!({"matches": [{}, {}], "truncated": true, "skipped": [{}]});
        assert_eq!(told("grep", &json!({}), &data), "2 matches and more, 1 skipped");
        let data = json!({"paths": [], "skipped": [{}, {}]});
        assert_eq!(told("glob", &json!({}), &data), "0 paths found, 2 skipped");
    }
}
