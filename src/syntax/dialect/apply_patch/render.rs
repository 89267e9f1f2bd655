//! Tasks as patches.

use std::fmt::Write as _;

use crate::syntax::{Sign, dialect::render::Wording, hunks, may_be_cut};

/// Writes a task as a patch of one file, with a line break at its end.
pub(in crate::syntax::dialect) fn render(task: &Wording<'_>) -> Result<String, &'static str> {
    let value = |key| task.value(key).unwrap_or_default();
    let mut body = String::new();
    match value("action") {
        "file_create" => {
            let _ = writeln!(body, "*** Add File: {}", value("path"));
            for line in value("content").split_inclusive('\n') {
                body.extend(["+", line.strip_suffix('\n').ok_or(WHOLE_LINES)?, "\n"]);
            }
        }
        "file_delete" => {
            let _ = writeln!(body, "*** Delete File: {}", value("path"));
        }
        "file_patch" => {
            let _ = writeln!(body, "*** Update File: {}", value("path"));
            if let Some(new_path) = task.value("new_path") {
                let _ = writeln!(body, "*** Move to: {new_path}");
            }
            write_hunks(&mut body, value("hunks"))?;
        }
        _ => return Err("it is neither a new file, a patch of one, nor a file that goes"),
    }
    Ok(format!("*** Begin Patch\n{body}*** End Patch\n"))
}

const WHOLE_LINES: &str = "a file that is written here ends in a line break";

/// Writes hunks without the numbers, which this dialect does not have.
fn write_hunks(body: &mut String, text: &str) -> Result<(), &'static str> {
    for hunk in hunks(text) {
        // Half a line would be sought in vain.
        let heading = hunk.heading.filter(|heading| !may_be_cut(heading));
        let named: Vec<&str> = hunk.anchors.iter().copied().chain(heading).collect();
        if named.is_empty() {
            body.push_str("@@\n");
        }
        for anchor in named {
            let _ = writeln!(body, "@@ {anchor}");
        }
        for line in &hunk.lines {
            let sign = match line.sign {
                Sign::Keep => " ",
                Sign::Remove => "-",
                Sign::Add => "+",
            };
            if !line.ended {
                return Err("it speaks of the line break at a file's end");
            }
            body.extend([sign, line.text, "\n"]);
        }
        if hunk.at_end {
            body.push_str("*** End of File\n");
        }
    }
    Ok(())
}
