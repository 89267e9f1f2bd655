//! The dialects as a model is taught them: how a block is written, and what to mind.
//!
//! A dialect that can be taught is a [`Teach`] in [`TAUGHT`]; nothing else lists them.

use std::fmt::Write as _;

use super::spelling::{ANNOTATION, Spelling};
use super::{nesl::Nesl, render::Wording, sham::Sham};
use crate::syntax::Dialect;

/// Every dialect that a model can be taught.
static TAUGHT: &[&dyn Teach] = &[&Sham, &Nesl];

/// A dialect that a model can be taught.
pub trait Teach: Sync {
    /// Its name on the command line: `sham`.
    fn name(&self) -> &'static str;

    /// A block that holds these fields, with a line break at its end. The ID is a sound one that
    /// no value mentions.
    fn block(&self, id: &str, fields: &[(&str, &str)]) -> String;

    /// What to mind in writing it, a sentence or two each.
    fn rules(&self) -> Vec<String>;

    /// The same in as few words as will do.
    fn rules_in_brief(&self) -> Vec<String>;
}

/// The dialects that a model can be taught, the one that is taught by default first.
#[must_use]
pub fn taught() -> &'static [&'static dyn Teach] {
    TAUGHT
}

impl<S: Spelling> Teach for S {
    fn name(&self) -> &'static str {
        let words = self.words();
        words.taught_as
    }

    fn block(&self, id: &str, fields: &[(&str, &str)]) -> String {
        let words = self.words();
        let mut text = format!("{}[@{ANNOTATION}: {id}]\n", words.header);
        for (key, value) in fields {
            // A heredoc loses a `\r` at its end to the line break, and quotes hold no `:=`.
            if value.contains('\n') && !value.ends_with('\r') {
                let delimiter = format!("{}{id}", words.delimiter);
                let _ = writeln!(text, "{key} = <<'{delimiter}'\n{value}\n{delimiter}");
            } else {
                let _ = writeln!(text, "{key} = {}", quoted(value));
            }
        }
        let _ = writeln!(text, "{}{id}", words.end);
        text
    }

    fn rules(&self) -> Vec<String> {
        let words = self.words();
        let (header, end, delimiter) = (words.header, words.end, words.delimiter);
        vec![
            format!(
                "A block is a header line `{header}[@{ANNOTATION}: ID]`, lines `key = value`, and \
                 an end line `{end}ID`. They begin at the start of their lines, with no space \
                 before them."
            ),
            "ID is three letters or digits that you make up, another one for each block. It is the \
             same in a block's header, heredocs and end."
                .to_owned(),
            "A block holds one action. Blocks do not stand inside each other; there are no \
             comments in them, and no key comes twice."
                .to_owned(),
            "A value is always quoted, numbers and booleans too: `count = \"3\"`. In the quotes \
             JSON's escapes hold (`\\\"`, `\\\\`, `\\n`), and the value is on one line."
                .to_owned(),
            format!(
                "For several lines write a heredoc: `key = <<'{delimiter}ID'`, then the lines, \
                 then `{delimiter}ID` alone on its line. Nothing in it is escaped, trimmed or \
                 read as anything: write exactly what is meant, with its own indentation."
            ),
            "The line break in front of the delimiter is not part of the value. So for a file that \
             ends in a line break, as most do, leave an empty line before the delimiter."
                .to_owned(),
            format!(
                "A file that itself holds such blocks goes into a heredoc like any other: choose \
                 an ID whose `{delimiter}ID` stands nowhere in it."
            ),
        ]
    }

    fn rules_in_brief(&self) -> Vec<String> {
        let delimiter = self.words().delimiter;
        vec![
            "One action a block, blocks never nested, no comments. ID: 3 new letters or digits \
             each block, the same in its header, heredocs and end."
                .to_owned(),
            format!(
                "Every value is a JSON string or, for several lines, a heredoc: raw, nothing \
                 escaped. `{delimiter}ID` must not occur in its text. An empty line before it ends \
                 the file in a line break."
            ),
        ]
    }
}

/// A value in quotes.
fn quoted(value: &str) -> String {
    serde_json::Value::from(value).to_string().replace(":=", "\\u003a=")
}

/// How many IDs are tried to find one that a task's values do not mention.
const MOST_IDS: usize = 10_000;

/// Writes a task as a block, with an ID that none of its values mentions.
pub(super) fn render(
    dialect: Dialect,
    task: &Wording<'_>,
    number: usize,
) -> Result<String, &'static str> {
    let spelling = taught().iter().find(|each| each.name() == dialect.name());
    let Some(spelling) = spelling else { return Err("it has no blocks with keys") };
    let free = |id: &String| !task.fields.iter().any(|(_, value)| value.contains(id.as_str()));
    let id = (number..number + MOST_IDS).map(block_id).find(free).unwrap_or_default();
    let fields: Vec<(&str, &str)> =
        task.fields.iter().map(|(key, value)| (key.as_ref(), value.as_ref())).collect();
    Ok(spelling.block(&id, &fields))
}

/// A number as an ID of three letters or digits, or more where it is large.
fn block_id(number: usize) -> String {
    const DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let (mut rest, mut id) = (number, String::new());
    while rest > 0 || id.len() < 3 {
        id.push(DIGITS.get(rest % DIGITS.len()).copied().map_or('a', char::from));
        rest /= DIGITS.len();
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{syntax::parse, text::Response};

    #[test]
    fn a_block_that_is_written_is_read_back_without_a_problem() {
        let fields = [
            ("action", "file_write"),
            ("quoted", "a \"b\" \\ ü\t"),
            ("empty", ""),
            ("lines", "  one\n\n#!SHAM [@three-char-SHA-256: k7m]\n'two'\n"),
            ("break", "\n"),
        ];
        for dialect in taught() {
            let text = dialect.block("x9Z", &fields);
            let response = Response::new("r.md", text.into_bytes()).expect("valid");
            let parsed = parse(&response);
            assert_eq!(parsed.problems, [], "{}", dialect.name());
            let [block] = parsed.blocks.as_slice() else { panic!("one block") };
            let read: Vec<_> = block
                .fields
                .iter()
                .map(|field| (field.key.value, field.value.value.as_ref()))
                .collect();
            assert_eq!(
                (block.id.value.as_ref(), read),
                ("x9Z", fields.to_vec()),
                "{}",
                dialect.name()
            );
        }
    }
}
