//! `git clada context list`: a line per file.

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::{
    TextOptions,
    escape::escape_line,
    style::{Style, Styles},
    width::{cut_middle, width},
};

/// The version of the JSON form.
const VERSION: u32 = 1;
/// The columns that a path gets at the least.
const MIN_PATH: usize = 20;

/// A file of the context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextFile {
    /// Relative to the worktree's top, or absolute outside it.
    pub path: String,
    /// How many bytes it has, or why it cannot be read.
    pub size: Result<u64, String>,
}

#[derive(Serialize)]
struct List<'f> {
    version: u32,
    items: Vec<Item<'f>>,
}

#[derive(Serialize)]
struct Item<'f> {
    path: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'f str>,
}

/// The list as JSON: `{"version": 1, "items": [{path, size | error}]}`, for `write_json`.
#[must_use]
pub fn context_json(files: &[ContextFile]) -> impl Serialize + '_ {
    List { version: VERSION, items: files.iter().map(item).collect() }
}

fn item(file: &ContextFile) -> Item<'_> {
    Item {
        path: &file.path,
        size: file.size.as_ref().ok().copied(),
        error: file.size.as_ref().err().map(String::as_str),
    }
}

/// Draws the list: the paths, and in a column beside them the size, or why a file cannot be read.
#[must_use]
pub fn context_text(files: &[ContextFile], options: &TextOptions) -> String {
    if files.is_empty() {
        return "the context is empty\n".to_owned();
    }
    let styles = Styles { colour: options.colour };
    let told: Vec<String> = files.iter().map(told).collect();
    let widest_told = told.iter().map(|told| width(told)).max().unwrap_or(0);
    let room = options.width.saturating_sub(widest_told + 2).max(MIN_PATH);
    let safe = files.iter().map(|file| escape_line(&file.path));
    let paths: Vec<String> =
        safe.map(|path| cut_middle(&path, room, options.ellipsis()).into_owned()).collect();
    let widest = paths.iter().map(|path| width(path)).max().unwrap_or(0);
    let mut out = String::new();
    for ((file, path), told) in files.iter().zip(&paths).zip(&told) {
        let pad = " ".repeat(widest - width(path));
        let style = if file.size.is_ok() { Style::Faint } else { Style::Bad };
        let _ = writeln!(out, "{path}{pad}  {}", styles.paint(style, told));
    }
    out
}

/// The size; or the middle of `CODE: why, open 'PATH'`.
fn told(file: &ContextFile) -> String {
    match &file.size {
        Ok(1) => "1 byte".to_owned(),
        Ok(bytes) => format!("{bytes} bytes"),
        Err(error) => {
            let why = error.split_once(": ").map_or(error.as_str(), |(_, why)| why);
            escape_line(why.split_once(", ").map_or(why, |(why, _)| why)).into_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_what_is_known_of_them_stand_in_columns() {
        let missing = "ENOENT: no such file or directory, open 'b, c'";
        let files = [
            ContextFile { path: "src/main.rs".into(), size: Ok(1234) },
            ContextFile { path: "b, c".into(), size: Err(missing.into()) },
        ];
        let text = context_text(&files, &TextOptions::default());
        assert_eq!(text, "src/main.rs  1234 bytes\nb, c         no such file or directory\n");
        let json = serde_json::to_value(context_json(&files)).expect("JSON");
        let second = serde_json::json!({"path": "b, c", "error": missing});
        assert_eq!((&json["version"], &json["items"][1]), (&1.into(), &second));
        assert_eq!(context_text(&[], &TextOptions::default()), "the context is empty\n");
    }
}
