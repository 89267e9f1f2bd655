//! Editing texts and lines.

use serde_json::{Value, json};

use super::{
    Fault, Outcome, Plain, fault, param,
    read::{body, failing, lines, range},
};
use crate::action::Action;

impl Plain {
    pub(super) fn edit(&self, action: &Action) -> Outcome {
        match action.name {
            "files_replace_all_text" => self.replace_in_several(action),
            "file_replace_span" => self.replace_span(action),
            "file_edit" | "file_replace_text" | "file_replace_all_text" => {
                let path = param(action, "path");
                let replacements = self.replace(action, path)?;
                Ok(json!({"path": path, "replacements": replacements}))
            }
            _ => self.edit_lines(action),
        }
    }

    /// Replaces a text in a file, and says how often.
    fn replace(&self, action: &Action, path: &str) -> Result<usize, Fault> {
        let name = action.name;
        let (old, new) = (param(action, "old_text"), param(action, "new_text"));
        if old.is_empty() {
            return fault("MATCH_NOT_FOUND", format!("{name}: old_text cannot be empty"));
        }
        let text = self.text(path)?;
        let crlf = !text.contains(old) && stands_for_crlf(&text, &[old]);
        let [old, new] = [old, new].map(|text| if crlf { to_crlf(text) } else { text.to_owned() });
        let found = text.matches(&old).count();
        let wanted = action.get("count").map(|count| count.parse::<i64>().expect("a number"));
        let count = match (name, wanted) {
            ("file_edit" | "file_replace_text", _) if found == 0 => {
                return fault("MATCH_NOT_FOUND", format!("{name}: old_text not found in file"));
            }
            ("file_edit", wanted) => found.min(usize::try_from(wanted.unwrap_or(1)).unwrap_or(0)),
            ("file_replace_text", _) if found > 1 => {
                let error =
                    format!("{name}: old_text appears {found} times, must appear exactly once");
                return fault("MATCH_COUNT", error);
            }
            (_, Some(wanted)) if usize::try_from(wanted) != Ok(found) => {
                return fault("MATCH_COUNT", expected(name, wanted, found));
            }
            _ => found,
        };
        if count > 0 {
            self.write(path, text.replacen(&old, &new, count).as_bytes())?;
        }
        Ok(count)
    }

    fn replace_in_several(&self, action: &Action) -> Outcome {
        if param(action, "old_text").is_empty() {
            let error = format!("{}: old_text cannot be empty", action.name);
            return fault("MATCH_NOT_FOUND", error);
        }
        let (mut results, mut faults) = (Vec::new(), Vec::new());
        for path in self.paths(action)? {
            let linked = self.check_links(action, &path);
            match linked.and_then(|()| self.replace(action, &path)) {
                Ok(count) => results.push(json!({"path": path, "replacements": count})),
                Err(fault) => {
                    results.push(json!({"path": path, "replacements": 0, "error": fault.error}));
                    faults.push((path, fault.code, fault.error));
                }
            }
        }
        let head = format!("{}: Failed to edit", action.name);
        failing(&faults, &head, json!({"results": results}))
    }

    fn replace_span(&self, action: &Action) -> Outcome {
        let name = action.name;
        let [path, start, end, new] =
            ["path", "start_text", "end_text", "new_text"].map(|name| param(action, name));
        for (text, which) in [(start, "start_text"), (end, "end_text")] {
            if text.is_empty() {
                return fault("MATCH_NOT_FOUND", format!("{name}: {which} cannot be empty"));
            }
        }
        let text = self.text(path)?;
        let crlf = spans(&text, start, end, "").1 == 0 && stands_for_crlf(&text, &[start, end]);
        let [start, end, new] =
            [start, end, new].map(|text| if crlf { to_crlf(text) } else { text.to_owned() });
        let (replaced, found) = spans(&text, &start, &end, &new);
        let wanted: i64 = action.get("count").unwrap_or("1").parse().expect("a number");
        if usize::try_from(wanted) != Ok(found) {
            return match found {
                0 if text.contains(&start) => {
                    fault("MATCH_NOT_FOUND", format!("{name}: end_text not found after start_text"))
                }
                0 => fault("MATCH_NOT_FOUND", format!("{name}: start_text not found in file")),
                _ => fault("MATCH_COUNT", expected(name, wanted, found)),
            };
        }
        if found > 0 {
            self.write(path, replaced.as_bytes())?;
        }
        Ok(json!({"path": path, "replacements": found}))
    }

    fn edit_lines(&self, action: &Action) -> Outcome {
        let (name, path) = (action.name, param(action, "path"));
        let asked = param(action, "lines");
        let (first, last) = range(name, asked)?;
        let text = self.text(path)?;
        let has_comments = matches!(path.rsplit_once('.'), Some((_, "py" | "gitignore")));
        if name != "file_replace_lines" && !has_comments {
            return fault(
                "LINES_INVALID",
                format!("{name}: No line comment is known for '{path}'"),
            );
        }
        let count = lines(&text).len();
        if last > count {
            let error =
                format!("{name}: Line range {asked} is out of bounds (file has {count} lines)");
            return fault("LINES_RANGE", error);
        }
        // A BOM is no part of the first line.
        let (bom, rest) = match text.strip_prefix('\u{feff}') {
            Some(rest) => ("\u{feff}", rest),
            None => ("", text.as_str()),
        };
        let mut lines = lines(rest);
        if lines.is_empty() {
            lines.push(rest);
        }
        let mut edited = bom.to_owned();
        let mut changed = 0;
        for (number, line) in (1..).zip(&lines) {
            let end = line.strip_prefix(body(line)).expect("the line's own break");
            let new = match name {
                _ if number < first || number > last => None,
                "file_replace_lines" if number < last => Some(String::new()),
                "file_replace_lines" => {
                    let new = param(action, "new_content");
                    let crlf = stands_for_crlf(&text, &["\n", new]);
                    Some(if crlf { to_crlf(new) } else { new.to_owned() } + end)
                }
                "file_comment_lines" => commented(body(line)).map(|line| line + end),
                _ => uncommented(body(line)).map(|line| line + end),
            };
            changed += usize::from(new.is_some());
            edited += new.as_deref().unwrap_or(line);
        }
        if changed > 0 {
            self.write(path, edited.as_bytes())?;
        }
        let what: (&str, Value) = match name {
            "file_replace_lines" => ("lines_replaced", (last - first + 1).into()),
            _ => ("lines_changed", changed.into()),
        };
        Ok(json!({"path": path, what.0: what.1}))
    }
}

fn expected(name: &str, wanted: i64, found: usize) -> String {
    format!("{name}: expected {wanted} occurrences but found {found}")
}

/// Whether the line breaks of texts that were asked for stand for the file's `\r\n`.
fn stands_for_crlf(text: &str, asked: &[&str]) -> bool {
    let breaks = text.matches('\n').count();
    let throughout = breaks > 0 && text.matches("\r\n").count() == breaks;
    throughout
        && asked.iter().any(|asked| asked.contains('\n'))
        && !asked.iter().any(|asked| asked.contains('\r'))
}

fn to_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

/// Replaces each stretch from a start to the nearest end after it.
fn spans(text: &str, start: &str, end: &str, new: &str) -> (String, usize) {
    let (mut replaced, mut rest, mut count) = (String::new(), text, 0);
    while let Some((before, after)) = rest.split_once(start) {
        let Some((_, after)) = after.split_once(end) else { break };
        replaced = replaced + before + new;
        rest = after;
        count += 1;
    }
    (replaced + rest, count)
}

fn commented(line: &str) -> Option<String> {
    (!line.trim_ascii().is_empty()).then(|| format!("# {line}"))
}

fn uncommented(line: &str) -> Option<String> {
    let rest = line.strip_prefix('#')?;
    if rest.starts_with(['#', '!']) {
        return None;
    }
    Some(rest.strip_prefix(' ').unwrap_or(rest).to_owned())
}
