//! Tasks as edits.

use crate::syntax::dialect::render::Wording;

const NO_EDIT: &str = "it is neither an edit of one place nor a whole file";
const WHOLE_LINES: &str = "a file that is written here ends in a line break, or is empty";

/// Writes a task as an edit, with a line break at its end.
pub(in crate::syntax::dialect) fn render(task: &Wording<'_>) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let body = match value("action") {
        "file_write" => {
            let content = value("content");
            if !content.is_empty() && !content.ends_with('\n') {
                return Err(WHOLE_LINES);
            }
            format!("<<<OVERWRITE>>>\n{content}")
        }
        "file_replace_text" | "file_replace_all_text" => {
            let once = value("action") == "file_replace_text" || value("count") == "1";
            // One line with a space in it deletes.
            let new = Some(value("new_text")).filter(|new| !new.is_empty()).unwrap_or(" ");
            if !once {
                return Err(NO_EDIT);
            }
            format!("<<<SEARCH>>>\n{}\n<<<REPLACE>>>\n{new}\n", value("old_text"))
        }
        _ => return Err(NO_EDIT),
    };
    let note = task.note.as_ref().map(|note| format!("<<<EXPLANATION>>>\n{note}\n"));
    let note = note.unwrap_or_default();
    Ok(format!("{note}<<<FILE>>>\n{}\n{body}<<<END>>>\n", value("path")))
}
