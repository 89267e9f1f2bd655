//! Tasks as elements.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use crate::syntax::dialect::render::Wording;

const NO_ELEMENT: &str = "it has no element";
const EMPTY: &str = "neither what is searched for nor the replacement may be empty";
const COUNT: &str = "an edit here has a count that must match, and there is none";

/// Writes a task as an element, with a line break at its end.
pub(in crate::syntax::dialect) fn render(task: &Wording<'_>) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let path = |key| attribute(value(key));
    Ok(match value("action") {
        "file_write" => {
            format!("<write path={}>{}</write>\n", path("path"), content(value("content")))
        }
        "file_append" => {
            let content = content(value("content"));
            format!("<write path={} append=\"true\">{content}</write>\n", path("path"))
        }
        "file_replace_text" => edit(task, "1", &[("search", "old_text")])?,
        "file_replace_all_text" => {
            edit(task, task.value("count").ok_or(COUNT)?, &[("search", "old_text")])?
        }
        "file_replace_span" => {
            let parts = [("search-start", "start_text"), ("search-end", "end_text")];
            edit(task, task.value("count").unwrap_or("1"), &parts)?
        }
        "file_move" => format!("<move from={} to={}/>\n", path("old_path"), path("new_path")),
        "path_delete" => format!("<remove path={}/>\n", path("path")),
        "run" => {
            let dir = match task.value("dir") {
                Some(dir) => format!(" dir={}", attribute(dir)),
                None => String::new(),
            };
            format!("<run{dir}>{}</run>\n", data(value("command")))
        }
        _ => return Err(NO_ELEMENT),
    })
}

fn edit(task: &Wording<'_>, count: &str, parts: &[(&str, &str)]) -> Result<String, &'static str> {
    let path = attribute(task.value("path").unwrap_or_default());
    let mut text = format!("<edit path={path} count={}>\n", attribute(count));
    for (name, key) in parts.iter().chain(&[("replace", "new_text")]) {
        let value = task.value(key).filter(|value| !value.is_empty()).ok_or(EMPTY)?;
        // A `String` takes whatever is written to it.
        let _ = writeln!(text, "  <{name}>{}</{name}>", data(value));
    }
    Ok(text + "</edit>\n")
}

/// What is written to a file: a BOM that opens it is dropped, so one more stands before it.
fn content(text: &str) -> String {
    let bom = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    data(&format!("{bom}{text}"))
}

/// CDATA. What stands for the end of a section is parted in two.
fn data(text: &str) -> String {
    let text = text.replace("]]&gt;", "]]&]]><![CDATA[gt;");
    // The parting itself is no end that is meant.
    let parts: Vec<String> =
        text.split("]]&]]><![CDATA[gt;").map(|part| part.replace("]]>", "]]&gt;")).collect();
    format!("<![CDATA[{}]]>", parts.join("]]&]]><![CDATA[gt;"))
}

fn attribute(value: &str) -> String {
    format!("\"{}\"", escape(value))
}
