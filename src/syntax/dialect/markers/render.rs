//! Tasks as blocks of markers.

use crate::syntax::dialect::render::Wording;

const NO_MARKER: &str = "it has no marker";
const COUNT: &str = "an edit here has a count that must match, and there is none";
const WHOLE_LINES: &str = "a file that is written here ends in a line break, or is empty";
const QUOTE: &str = "a `\"` cannot stand in an attribute";

/// Writes a task as a block, with a line break at its end.
pub(in crate::syntax::dialect) fn render(task: &Wording<'_>) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let count = |count: &str| format!(" count=\"{count}\"");
    Ok(match value("action") {
        "file_write" => write(task, "")?,
        "file_append" => write(task, " append=\"true\"")?,
        "file_replace_text" => search(task, &count("1"))?,
        "file_replace_all_text" => search(task, &count(task.value("count").ok_or(COUNT)?))?,
        "file_replace_span" => {
            let path = quoted(value("path"))?;
            let count = task.value("count").map(count).unwrap_or_default();
            format!(
                "<<<<<<< SEARCH-START path={path}{count}\n{}\n<<<<<<< SEARCH-END\n{}\n=======\n{}\n\
                 >>>>>>> REPLACE\n",
                value("start_text"),
                value("end_text"),
                value("new_text")
            )
        }
        "run" => {
            let dir = match task.value("dir") {
                Some(dir) => format!(" path={}", quoted(dir)?),
                None => String::new(),
            };
            format!("<<<<<<< RUN{dir}\n{}\n>>>>>>> END\n", value("command"))
        }
        _ => return Err(NO_MARKER),
    })
}

fn write(task: &Wording<'_>, append: &str) -> Result<String, &'static str> {
    let path = quoted(task.value("path").unwrap_or_default())?;
    let content = task.value("content").unwrap_or_default();
    if !content.is_empty() && !content.ends_with('\n') {
        return Err(WHOLE_LINES);
    }
    // A BOM that opens it is dropped, so one more stands before it.
    let bom = if content.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    Ok(format!("<<<<<<< WRITE path={path}{append}\n{bom}{content}>>>>>>> END\n"))
}

fn search(task: &Wording<'_>, count: &str) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let path = quoted(value("path"))?;
    let (old, new) = (value("old_text"), value("new_text"));
    Ok(format!("<<<<<<< SEARCH path={path}{count}\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"))
}

fn quoted(value: &str) -> Result<String, &'static str> {
    if value.contains('"') { Err(QUOTE) } else { Ok(format!("\"{value}\"")) }
}
