//! Tasks as diffs, git's where a plain one cannot say it.

use std::fmt::Write as _;

use crate::syntax::{dialect::render::Wording, hunks};

/// Writes a task as the diff of one file, with a line break at its end.
pub(in crate::syntax::dialect) fn render(task: &Wording<'_>) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let path = value("path");
    match value("action") {
        "file_create" => Ok(created(path, value("content"))),
        "file_delete" => Ok(format!("diff --git a/{path} b/{path}\ndeleted file mode 100644\n")),
        "file_patch" => {
            let mut text = head(task, path);
            if let Some(hunks) = task.value("hunks") {
                text += &names(task, path);
                write_hunks(&mut text, hunks);
            }
            Ok(text)
        }
        _ => Err("it is neither a new file, a patch of one, nor a file that goes"),
    }
}

fn created(path: &str, content: &str) -> String {
    let head = format!("diff --git a/{path} b/{path}\nnew file mode 100644\n");
    if content.is_empty() {
        return head;
    }
    let count = content.split_inclusive('\n').count();
    let mut text = format!("{head}--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{count} @@\n");
    for line in content.split_inclusive('\n') {
        text.extend(["+", line]);
    }
    if !content.ends_with('\n') {
        text.push_str("\n\\ No newline at end of file\n");
    }
    text
}

/// What git says of a file before its names.
fn head(task: &Wording<'_>, path: &str) -> String {
    let is_true = |key| task.value(key) == Some("true");
    let new_path = task.value("new_path").unwrap_or(path);
    let mut head = format!("diff --git a/{path} b/{new_path}\n");
    let mode = match task.value("executable") {
        Some("true") => ["100644", "100755"],
        _ => ["100755", "100644"],
    };
    let [old, new] = mode;
    if is_true("create") {
        let _ = writeln!(head, "new file mode {new}");
    } else if task.value("executable").is_some() {
        let _ = writeln!(head, "old mode {old}\nnew mode {new}");
    }
    if task.value("new_path").is_some() {
        let verb = if is_true("copy") { "copy" } else { "rename" };
        let _ = writeln!(head, "{verb} from {path}\n{verb} to {new_path}");
    }
    if is_true("delete") {
        head.push_str("deleted file mode 100644\n");
    }
    head
}

fn names(task: &Wording<'_>, path: &str) -> String {
    let new_path = task.value("new_path").unwrap_or(path);
    let none = |key| task.value(key) == Some("true");
    let old = if none("create") { "/dev/null".to_owned() } else { format!("a/{path}") };
    let new = if none("delete") { "/dev/null".to_owned() } else { format!("b/{new_path}") };
    format!("--- {old}\n+++ {new}\n")
}

/// Writes hunks as they are; one without a head gets one without numbers, as nobody has counted.
fn write_hunks(text: &mut String, written: &str) {
    let has_head = written.starts_with("@@");
    if !has_head && !hunks(written).is_empty() {
        text.push_str("@@ ... @@\n");
    }
    text.push_str(written);
}
