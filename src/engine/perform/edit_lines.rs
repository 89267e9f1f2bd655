//! `file_replace_lines`, `file_comment_lines`, `file_uncomment_lines`: lines by their numbers.

use super::{
    comment::{Change, Changed},
    language::{self, Language},
    lines::{self, Cut, LineRange},
    outcome::{Failure, Performed, data},
    replace,
    run::Scene,
};
use crate::{action::Text, policy::Access};

/// Which lines of which file, and the action's name for its messages.
#[derive(Clone, Copy)]
pub(super) struct Where<'a> {
    pub(super) action: &'a str,
    pub(super) path: &'a Text<'a>,
    pub(super) lines: &'a Text<'a>,
}

/// `file_replace_lines`: the break behind the last line stays, and a BOM before the first.
pub(super) fn replace(scene: &mut Scene<'_>, at: Where<'_>, new: &Text<'_>) -> Performed {
    let granted = scene.grant(at.path, Access::Write)?;
    let range = range(at.action, at.lines)?;
    let content = scene.overlay.read_text(&granted)?;
    let Cut { before, lines: old, after } = cut(at, &content, &range)?;
    let end = lines::split(old).last().map_or("", |(_, end)| end);
    let new = replace::with_breaks_of(&content, &new.value);
    scene.check_size(&granted, before.len() + new.len() + end.len() + after.len())?;
    let replaced = [before, &new, end, after].concat();
    scene.overlay.write(&granted, replaced.into_bytes())?;
    Ok(data([("path", granted.shown().into()), ("lines_replaced", range.count().into())]))
}

/// Comments lines out, or takes their comments away.
pub(super) fn comment(scene: &mut Scene<'_>, at: Where<'_>, change: Change) -> Performed {
    let granted = scene.grant(at.path, Access::Write)?;
    let range = range(at.action, at.lines)?;
    let content = scene.overlay.read_text(&granted)?;
    let language = language(at, change, &content)?;
    let Cut { before, lines: old, after } = cut(at, &content, &range)?;
    let Changed { text, lines } = change.apply(old, language);
    if lines > 0 {
        scene.check_size(&granted, before.len() + text.len() + after.len())?;
        scene.overlay.write(&granted, [before, &text, after].concat().into_bytes())?;
    }
    Ok(data([("path", granted.shown().into()), ("lines_changed", lines.into())]))
}

/// Reads what `lines` says.
pub(super) fn range<'a>(action: &str, lines: &'a Text<'_>) -> Result<LineRange<'a>, Box<Failure>> {
    LineRange::parse(&lines.value).map_err(|error| {
        let mut failure = Failure::new("LINES_INVALID", format!("{action}: {error}"));
        failure.hint = Some("write a line `4` or a range `23-43`, counted from 1".to_owned());
        failure
    })
}

fn cut<'t>(
    at: Where<'_>,
    content: &'t str,
    range: &LineRange<'_>,
) -> Result<Cut<'t>, Box<Failure>> {
    lines::cut(content, range).ok_or_else(|| {
        let (action, count) = (at.action, lines::count(content));
        let error =
            format!("{action}: Line range {range} is out of bounds (file has {count} lines)");
        let mut failure = Failure::new("LINES_RANGE", error);
        let shows = "`file_read_numbered` shows the lines by number";
        failure.hint = Some(match count {
            0 => "the file is empty: `file_write` gives it a content".to_owned(),
            _ => format!("the last line is {count}; {shows}"),
        });
        failure
    })
}

fn language(
    at: Where<'_>,
    change: Change,
    content: &str,
) -> Result<&'static Language, Box<Failure>> {
    let found = language::find(&at.path.value, content);
    let error = match found {
        Some(language) if language.has_line_comments() => return Ok(language),
        Some(language) => format!("{} has no line comments", language.name),
        None => format!("No line comment is known for '{}'", at.path.value),
    };
    let mut failure = Failure::new("LINES_INVALID", format!("{}: {error}", at.action));
    failure.hint = Some(change.instead(found));
    Err(failure)
}
