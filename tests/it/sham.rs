//! Responses written by tests: blocks from actions and parameters.

/// A block of that action, each value as a quoted string.
pub(crate) fn block(action: &str, params: &[(&str, &str)]) -> String {
    let mut text = "#!SHAM [@three-char-SHA-256: t3s]\n".to_owned();
    for (key, value) in [("action", action)].iter().chain(params) {
        let quoted = serde_json::Value::from(*value).to_string();
        text.extend([key, " = ", &quoted, "\n"]);
    }
    text.push_str("#!END_SHAM_t3s\n");
    text
}

/// Writes a file.
pub(crate) fn write(path: &str, content: &str) -> String {
    block("file_write", &[("path", path), ("content", content)])
}

/// Replaces the one place of a text.
pub(crate) fn replace(path: &str, old_text: &str, new_text: &str) -> String {
    block("file_replace_text", &[("path", path), ("old_text", old_text), ("new_text", new_text)])
}

/// Deletes a file.
pub(crate) fn delete(path: &str) -> String {
    block("file_delete", &[("path", path)])
}

/// Moves a file.
pub(crate) fn rename(old_path: &str, new_path: &str) -> String {
    block("file_move", &[("old_path", old_path), ("new_path", new_path)])
}

/// Runs code of bash.
pub(crate) fn exec(code: &str) -> String {
    block("exec", &[("lang", "bash"), ("code", code)])
}
