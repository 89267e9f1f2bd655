//! `--format json`: a whole value and nothing else.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use serde::Serialize;

use super::escape::{is_harmful, is_plain};

/// Writes a value as indented JSON with a line break at its end.
///
/// What would act on a terminal is written as `\u009b`, which means the same to whoever reads it.
pub fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    out.write_all(without_controls(&text).as_bytes())?;
    out.write_all(b"\n")
}

/// A value as JSON on a line of its own, with its line break.
pub fn json_line(value: &impl Serialize) -> io::Result<String> {
    let text = serde_json::to_string(value)?;
    Ok(without_controls(&text).into_owned() + "\n")
}

/// What is told of one response among several.
#[derive(Serialize)]
struct OfResponse<'a, T> {
    file: &'a str,
    result: &'a T,
}

/// What is told of a response: as it is, over several lines, or where there may be others, on a
/// line of its own with the response's name.
pub fn json_of(value: &impl Serialize, among_others: Option<&str>) -> io::Result<String> {
    if let Some(file) = among_others {
        return json_line(&OfResponse { file, result: value });
    }
    let mut json = Vec::new();
    write_json(value, &mut json)?;
    String::from_utf8(json).map_err(io::Error::other)
}

/// Escapes what JSON itself lets stand. Outside strings the only control is the line break.
fn without_controls(json: &str) -> Cow<'_, str> {
    let acts = |c: char| is_harmful(c) && c != '\n';
    if is_plain(json) || !json.contains(acts) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if acts(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::ExecutionResult;

    fn json(value: &impl Serialize) -> String {
        let mut out = Vec::new();
        write_json(value, &mut out).expect("written to memory");
        String::from_utf8(out).expect("JSON is text")
    }

    #[test]
    fn an_empty_result_has_all_that_is_always_there() {
        let result = ExecutionResult { success: true, ..Default::default() };
        let expected = "{\n  \"success\": true,\n  \"totalBlocks\": 0,\n  \"executedActions\": 0,\n  \
                        \"results\": [],\n  \"parseErrors\": [],\n  \"warnings\": []\n}\n";
        assert_eq!(json(&result), expected);
    }

    #[test]
    fn controls_are_escaped_and_read_back_the_same() {
        let hostile = "a\x1b[2J\u{7f}\u{9b}\u{202e}\u{e0041}\"\\é\n";
        let text = json(&hostile);
        assert_eq!(text, "\"a\\u001b[2J\\u007f\\u009b\\u202e\\udb40\\udc41\\\"\\\\é\\n\"\n");
        assert_eq!(serde_json::from_str::<String>(&text).expect("JSON"), hostile);
    }
}
