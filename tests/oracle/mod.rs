//! SHAM read the slow and plain way: every line is split off, classified and looked at in turn,
//! just as the specification says it. What the parser makes of a text must be the same.

#![expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "plain to read; a panic here is a failed test"
)]

use serde_json::{Map, Value, json};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The structure that `parse --format json` has to print for a text in SHAM.
pub(crate) fn structure(text: &str) -> Value {
    let mut oracle = Oracle::new(text);
    for number in 1..=oracle.lines.len() {
        oracle.read(number);
    }
    oracle.end();
    json!({ "blocks": oracle.blocks, "errors": oracle.errors })
}

/// What every `INVALID_VALUE` says.
const BAD: &str = "Value must be a quoted string or heredoc";

struct Oracle {
    /// Without their line breaks.
    lines: Vec<String>,
    /// Each line's break: `\n`, `\r\n`, or nothing.
    breaks: Vec<&'static str>,
    /// As `split('\n')` gives them.
    raw: Vec<String>,
    open: Option<Open>,
    heredoc: Option<Heredoc>,
    blocks: Vec<Value>,
    errors: Vec<Value>,
}

struct Open {
    id: String,
    properties: Map<String, Value>,
    start: usize,
}

struct Heredoc {
    key: String,
    delimiter: String,
    content: String,
}

/// From 1 and in UTF-16 units, as reports have it.
#[derive(Clone, Copy)]
struct At {
    line: usize,
    column: usize,
    length: usize,
}

/// An assignment whose value begins with a quote.
struct Assigned<'a> {
    number: usize,
    line: &'a str,
    /// All that is before the `=`.
    before: &'a str,
    /// Trimmed; it begins at the line's byte `start`.
    value: &'a str,
    start: usize,
}

impl Assigned<'_> {
    fn span(&self, start: usize, end: usize) -> At {
        span(self.number, self.line, start, end)
    }
}

impl Oracle {
    fn new(text: &str) -> Self {
        let raw: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let last = raw.len() - 1;
        let line_break = |(index, line): (usize, &String)| match line.ends_with('\r') {
            _ if index == last => "",
            true => "\r\n",
            false => "\n",
        };
        let breaks: Vec<&'static str> = raw.iter().enumerate().map(line_break).collect();
        let strip = |(line, end): (&String, &&str)| match *end {
            "\r\n" => line[..line.len() - 1].to_owned(),
            _ => line.clone(),
        };
        let lines = raw.iter().zip(&breaks).map(strip).collect();
        let (blocks, errors) = (Vec::new(), Vec::new());
        Self { lines, breaks, raw, open: None, heredoc: None, blocks, errors }
    }

    fn read(&mut self, number: usize) {
        let line = self.lines[number - 1].clone();
        if self.heredoc.is_some() {
            return self.read_heredoc(number, &line);
        }
        let trimmed = trim(&line).to_owned();
        let is_header = trimmed.starts_with("#!SHAM ");
        if self.open.is_none() {
            if is_header {
                self.read_header(number, &line);
            }
        } else if trimmed.starts_with("#!END_SHAM_") {
            self.read_end(number, &line);
        } else if is_header {
            let message = format!("Block '{}' not closed before new block", self.id());
            self.error("UNCLOSED_BLOCK", At { line: number - 1, column: 1, length: 0 }, message);
            if header_id(&line).is_some() {
                self.close(None);
                self.read_header(number, &line);
            }
        } else if trimmed.contains('=') {
            self.read_assignment(number, &line);
        } else if !trimmed.is_empty() {
            let id = self.id();
            let message = format!(
                "Invalid line format in block '{id}': not a valid key-value assignment or empty \
                 line"
            );
            self.error("MALFORMED_ASSIGNMENT", whole(number, &line), message);
        }
    }

    fn read_header(&mut self, number: usize, line: &str) {
        let Some(id) = header_id(line) else {
            let message = "Invalid SHAM header format";
            return self.error("MALFORMED_HEADER", whole(number, line), message);
        };
        let at = At { line: number, column: 30, length: units(id) };
        if !(2..=8).contains(&units(id)) {
            let message = "Block ID must be exactly 3 characters";
            self.error("INVALID_BLOCK_ID", at, message);
        } else if !id.chars().all(|c| c.is_ascii_alphanumeric()) {
            let message = "Block ID must contain only alphanumeric characters";
            self.error("INVALID_BLOCK_ID", at, message);
        } else {
            self.open = Some(Open { id: id.to_owned(), properties: Map::new(), start: number });
        }
    }

    fn read_end(&mut self, number: usize, line: &str) {
        let Some(id) = line.strip_prefix("#!END_SHAM_") else { return };
        if !(2..=8).contains(&id.len()) || !id.chars().all(|c| c.is_ascii_alphanumeric()) {
            return;
        }
        let own = self.id();
        if id != own {
            let message = format!("End marker '{id}' doesn't match block ID '{own}'");
            self.error("MISMATCHED_END", whole(number, line), message);
        }
        self.close(Some(number));
    }

    fn read_assignment(&mut self, number: usize, line: &str) {
        let span = |start, end| span(number, line, start, end);
        let equals = line.find('=').expect("classified by it");
        if line.find("=>") == Some(equals) {
            return self.error("INVALID_VALUE", span(equals, equals + 2), BAD);
        }
        if let Some(at) = line.find(":=") {
            let message = "Invalid assignment operator ':=' - only '=' is allowed";
            return self.error("INVALID_ASSIGNMENT_OPERATOR", span(at, at + 2), message);
        }
        let (before, after) = (&line[..equals], &line[equals + 1..]);
        let (key, value) = (trim(before), trim(after));
        if key.is_empty() {
            let message = "Assignment without key name";
            return self.error("EMPTY_KEY", span(equals, equals + 1), message);
        }
        if value.is_empty() {
            let at = At { line: number, column: units(line) + 1, length: 1 };
            return self.error("INVALID_VALUE", at, BAD);
        }
        let start = equals + 1 + after.find(value).expect("a part of it");
        if value.starts_with('"') {
            return self.read_quoted(&Assigned { number, line, before, value, start });
        }
        let delimiter = value.strip_prefix("<<'").and_then(|rest| rest.strip_suffix('\''));
        match delimiter.filter(|name| !name.is_empty() && !name.contains('\'')) {
            None => {
                self.error("INVALID_VALUE", span(start, start + value.len()), BAD);
            }
            Some(delimiter) => {
                let at = span(start + 3, start + 3 + delimiter.len());
                self.open_heredoc(before, delimiter, at);
            }
        }
    }

    fn read_quoted(&mut self, it: &Assigned<'_>) {
        let (value, start, key) = (it.value, it.start, trim(it.before));
        let Some(length) = quoted_length(value) else {
            let message = "Unclosed quoted string";
            return self.error("UNCLOSED_QUOTE", it.span(start, it.line.len()), message);
        };
        let Ok(text) = serde_json::from_str::<String>(&value[..length]) else {
            return self.error("INVALID_VALUE", it.span(start, start + length), BAD);
        };
        let rest = trim(&value[length..]);
        if rest.is_empty() {
            if self.check_key(it.number, it.before) == Verdict::Kept {
                self.set(key, text);
            }
            return;
        }
        if key_message(key).is_none() && !self.has(key) {
            self.set(key, text);
        }
        let from = start + length + value[length..].find(rest).expect("a part of it");
        let message = "Unexpected content after quoted value";
        self.error("TRAILING_CONTENT", it.span(from, it.line.len()), message);
    }

    fn open_heredoc(&mut self, before: &str, delimiter: &str, at: At) {
        if self.check_key(at.line, before) == Verdict::Dropped {
            return;
        }
        let wanted = format!("EOT_SHAM_{}", self.id());
        if delimiter == wanted {
            let (key, content) = (trim(before).to_owned(), String::new());
            self.heredoc = Some(Heredoc { key, delimiter: wanted, content });
        } else {
            let message = format!("Heredoc delimiter must be '{wanted}'");
            self.error("INVALID_HEREDOC_DELIMITER", at, message);
        }
    }

    /// What becomes of the value of the key that stands in `before`, all that is before the `=`.
    fn check_key(&mut self, number: usize, before: &str) -> Verdict {
        let key = trim(before);
        let first = before.chars().next().expect("a key");
        let message = key_message(key);
        let sound = message.is_none();
        if is_space(first) {
            let message = format!("Key contains invalid character '{first}' at position 1");
            let length = units(before.trim_end_matches(is_space));
            self.error("INVALID_KEY", At { line: number, column: 1, length }, message);
            return if sound { Verdict::OnlyHeredoc } else { Verdict::Dropped };
        }
        let at = At { line: number, column: 1, length: units(key) };
        if let Some(message) = message {
            self.error("INVALID_KEY", at, message);
            return Verdict::Dropped;
        }
        if self.has(key) {
            let message = format!("Duplicate key '{key}' in block '{}'", self.id());
            self.error("DUPLICATE_KEY", at, message);
        }
        Verdict::Kept
    }

    fn read_heredoc(&mut self, number: usize, line: &str) {
        let heredoc = self.heredoc.as_mut().expect("open");
        if line != heredoc.delimiter {
            heredoc.content.push_str(line);
            heredoc.content.push_str(self.breaks[number - 1]);
            return;
        }
        let Heredoc { key, content, .. } = self.heredoc.take().expect("open");
        let without = content.strip_suffix("\r\n").or(content.strip_suffix('\n'));
        self.set(&key, without.unwrap_or(&content).to_owned());
    }

    fn end(&mut self) {
        let at = At { line: self.lines.len() + 1, column: 1, length: 0 };
        if let Some(heredoc) = self.heredoc.take() {
            let message = format!("Heredoc '{}' not closed before EOF", heredoc.delimiter);
            self.error("UNCLOSED_HEREDOC", at, message);
            self.close(None);
        } else if self.open.is_some() {
            let message = format!("Block '{}' not closed before EOF", self.id());
            self.error("UNCLOSED_BLOCK", at, message);
            self.close(None);
        }
    }

    fn id(&self) -> String {
        self.open.as_ref().expect("a block").id.clone()
    }

    fn has(&self, key: &str) -> bool {
        self.open.as_ref().expect("a block").properties.contains_key(key)
    }

    fn set(&mut self, key: &str, value: String) {
        self.open.as_mut().expect("a block").properties.insert(key.to_owned(), value.into());
    }

    fn close(&mut self, end: Option<usize>) {
        let Open { id, properties, start } = self.open.take().expect("a block");
        self.blocks.push(
            json!({ "id": id, "properties": properties, "startLine": start, "endLine": end }),
        );
    }

    fn error(&mut self, code: &str, at: At, message: impl Into<String>) {
        let first = at.line.saturating_sub(3).min(self.raw.len().saturating_sub(5));
        let context = self.raw[first..(first + 5).min(self.raw.len())].join("\n");
        self.errors.push(json!({
            "code": code,
            "line": at.line,
            "column": at.column,
            "length": at.length,
            "blockId": self.open.as_ref().map(|open| &open.id),
            "content": self.lines.get(at.line - 1).map_or("", String::as_str),
            "context": context,
            "message": message.into(),
        }));
    }
}

#[derive(PartialEq, Eq)]
enum Verdict {
    Kept,
    OnlyHeredoc,
    Dropped,
}

fn whole(number: usize, line: &str) -> At {
    At { line: number, column: 1, length: units(line) }
}

fn span(number: usize, line: &str, start: usize, end: usize) -> At {
    let (column, length) = (units(&line[..start]) + 1, units(&line[start..end]));
    At { line: number, column, length }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

fn is_space(c: char) -> bool {
    "\u{9}\u{a}\u{b}\u{c}\u{d} \u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\
     \u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}"
        .contains(c)
}

fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

fn header_id(line: &str) -> Option<&str> {
    let id = line.strip_prefix("#!SHAM [@three-char-SHA-256: ")?.strip_suffix(']')?;
    (!id.is_empty() && !id.contains(']')).then_some(id)
}

fn quoted_length(value: &str) -> Option<usize> {
    let mut escaped = true;
    for (at, c) in value.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn key_message(key: &str) -> Option<String> {
    for (at, c) in key.char_indices() {
        let group = c.general_category_group();
        let letter = c == '_' || group == GeneralCategoryGroup::Letter;
        if !letter && (at == 0 || group != GeneralCategoryGroup::Number) {
            let position = units(&key[..at]) + 1;
            return Some(format!("Key contains invalid character '{c}' at position {position}"));
        }
    }
    (units(key) > 256).then(|| "Key exceeds 256 character limit".to_owned())
}
