//! Tasks as aider's blocks.

use crate::syntax::{Hunk, dialect::render::Wording, hunks};

/// Writes a task as a block, with a line break at its end.
pub(in crate::syntax::dialect) fn render(task: &Wording<'_>) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let (old, new) = match value("action") {
        "file_create" => (String::new(), value("content").to_owned()),
        "file_patch" => match hunks(value("hunks")).as_slice() {
            [hunk] if is_text(hunk) => (hunk.old_text(), hunk.new_text()),
            _ => return Err("its hunks are not one text in place of another"),
        },
        _ => return Err("it is neither a new file nor whole lines in place of others"),
    };
    let path = value("path");
    Ok(format!("{path}\n```\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n```\n"))
}

/// Whether a hunk says nothing but what is searched and what replaces it.
fn is_text(hunk: &Hunk<'_>) -> bool {
    hunk.anchors.is_empty() && !hunk.at_end && hunk.lines.iter().all(|line| line.ended)
}
