//! What commands print, line by line as it comes, on standard error.

use std::io::Write;

use crate::engine::Printed;
use crate::report::escape_line;

/// Prints a line of a command: `[task-3:exec] compiling`.
pub fn print(printed: Printed<'_>) {
    let Printed { number, action, line, .. } = printed;
    let line = format!("[task-{number}:{action}] {}\n", escape_line(line));
    // Who no longer reads misses nothing that the report does not tell.
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}
