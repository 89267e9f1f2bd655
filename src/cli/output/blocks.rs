//! The blocks that the parser sees, for people.

use std::fmt::Write as _;

use crate::report::escape_line;
use crate::syntax::{Block, Parsed};

/// How much of a value is shown, in characters.
const SHOWN: usize = 60;

/// A line per block, and one per field below it.
pub fn text(parsed: &Parsed<'_>, width: usize) -> String {
    parsed.blocks.iter().map(|block| one(block, width)).collect()
}

/// The same for one block.
pub fn one(block: &Block<'_>, width: usize) -> String {
    let dialect = block.dialect.title();
    let lines = match block.end_line {
        Some(end) => format!("lines {} to {end}", block.start_line),
        None => format!("from line {} on, not closed", block.start_line),
    };
    let errors = if block.has_errors { ", with errors" } else { "" };
    let mut text = format!("{}  {dialect}, {lines}{errors}\n", block.id.value);
    for field in &block.fields {
        let value: String = field.value.value.chars().take(SHOWN.min(width)).collect();
        let cut = if value.len() < field.value.value.len() { "…" } else { "" };
        let key = field.key.value;
        let bytes = field.value.value.len();
        let unit = if bytes == 1 { "byte" } else { "bytes" };
        // A `String` takes whatever is written to it.
        let _ = writeln!(text, "    {key} = {}{cut}  ({bytes} {unit})", escape_line(&value));
    }
    text
}
