//! Reading files and their lines.

use std::{collections::HashSet, io::ErrorKind};

use serde_json::json;

use super::{Fault, Outcome, Plain, called, failed, fault, param};
use crate::action::Action;

/// The first and the last line of a range.
pub(super) type Range = (usize, usize);

impl Plain {
    /// A file's text.
    pub(super) fn text(&self, path: &str) -> Result<String, Fault> {
        let bytes = fs_err::read(self.at(path)).map_err(called("open", path))?;
        String::from_utf8(bytes).map_err(|_| failed(ErrorKind::InvalidData, "open", path))
    }

    pub(super) fn read(&self, action: &Action) -> Outcome {
        if action.name.starts_with("files") {
            return self.read_several(action);
        }
        let path = param(action, "path");
        if action.name == "file_read" {
            return Ok(json!({"path": path, "content": self.text(path)?}));
        }
        let range = action.get("lines").map(|lines| range(action.name, lines)).transpose()?;
        let (content, short) = numbered(&self.text(path)?, range, action);
        let data = json!({"path": path, "content": content});
        match short {
            None => Ok(data),
            Some(short) => {
                let error = format!("file_read_numbered: {short}");
                Err(Fault { code: "LINES_RANGE", error, data: Some(data) })
            }
        }
    }

    fn read_several(&self, action: &Action) -> Outcome {
        let lines = action.get("lines").map(|lines| range(action.name, lines)).transpose()?;
        let (mut read, mut contents) = (Vec::new(), Vec::new());
        let mut faults = Vec::new();
        for path in self.paths(action)? {
            let text = match self.check_links(action, &path).and_then(|()| self.text(&path)) {
                Ok(text) => text,
                Err(fault) => {
                    faults.push((path, fault.code, fault.error));
                    continue;
                }
            };
            let (content, short) = match action.name {
                "files_read" => (text, None),
                _ => numbered(&text, lines, action),
            };
            contents.push(format!("=== {path} ===\n{content}"));
            faults.extend(short.map(|short| (path.clone(), "LINES_RANGE", short)));
            read.push(path);
        }
        let data = json!({"paths": read, "content": contents.join("\n\n")});
        failing(&faults, &format!("{}: Failed to read", action.name), data)
    }

    /// The paths of an action: one a line, each place once.
    pub(super) fn paths(&self, action: &Action) -> Result<Vec<String>, Fault> {
        let lines = param(action, "paths").split('\n').map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        if lines.is_empty() {
            return fault("ENOENT", format!("{}: No paths provided", action.name));
        }
        let mut seen = HashSet::new();
        let once = lines.into_iter().filter(|path| {
            // What is refused is told as often as it is named.
            let place = self.resolve(path, true).map(|place| place.real);
            self.check_links(action, path).is_err() || seen.insert(place)
        });
        Ok(once.map(str::to_owned).collect())
    }
}

/// The outcome of an action on several files, some of which may have failed.
pub(super) fn failing(
    faults: &[(String, &'static str, String)],
    head: &str,
    data: serde_json::Value,
) -> Outcome {
    let Some((_, code, _)) = faults.first() else { return Ok(data) };
    let mut error = format!("{head} {} file(s):", faults.len());
    for (path, _, message) in faults {
        error.extend(["\n  ", path, ": ", message]);
    }
    Err(Fault { code, error, data: Some(data) })
}

/// Reads `N` or `N-M`.
pub(super) fn range(action: &str, lines: &str) -> Result<Range, Fault> {
    let number = |digits: &str| -> Option<usize> {
        let all_digits = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
        // More lines than any file has are as good as any other such number.
        let number = digits.get(..digits.len().min(15)).and_then(|start| start.parse().ok());
        number.filter(|&number| all_digits && number > 0)
    };
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok((first, last)),
        (Some(_), Some(_)) => fault(
            "LINES_INVALID",
            format!("{action}: Invalid line range '{lines}' (start must be <= end)"),
        ),
        _ => fault("LINES_INVALID", format!("{action}: Invalid line specification '{lines}'")),
    }
}

/// A text's lines, each with its break; a final break starts no line.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'\n' {
            lines.push(text.get(start..=at).expect("whole characters"));
            start = at + 1;
        }
    }
    if start < text.len() {
        lines.push(text.get(start..).expect("whole characters"));
    }
    lines
}

/// A line without its break.
pub(super) fn body(line: &str) -> &str {
    line.strip_suffix("\r\n").or_else(|| line.strip_suffix('\n')).unwrap_or(line)
}

/// Numbered lines, and what is wrong where there are too few.
fn numbered(text: &str, range: Option<Range>, action: &Action) -> (String, Option<String>) {
    let delimiter = action.get("delimiter").unwrap_or(": ");
    let lines = lines(text);
    let (first, last) = range.unwrap_or((1, lines.len()));
    let shown = last.min(lines.len());
    let width = shown.to_string().len();
    let mut numbered = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        if first <= number && number <= last {
            numbered.push(format!("{number:>width$}{delimiter}{}", body(line)));
        }
    }
    let count = lines.len();
    let short = (count > 0 && last > count).then(|| {
        let asked = action.get("lines").expect("a range");
        format!("Requested lines {asked} but file only has {count} lines")
    });
    (numbered.join("\n"), short)
}
