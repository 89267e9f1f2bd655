//! `file_read`, `file_read_numbered`: a file's text into the report.

use super::{
    edit_lines::range,
    lines::LineRange,
    numbered::{Numbered, numbered},
    outcome::{Failure, Performed, data},
    run::Scene,
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath},
    workspace::{Call, FsCode, FsError},
};

/// How many bytes an action may return. Numbers can make a file many times as long.
pub(super) const MOST_READ: usize = 64 * 1024 * 1024;

/// How a file's text is shown.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    /// As it is.
    Whole,
    /// Lines of it, all if there is no range, after their numbers and the delimiter.
    Numbered(Option<LineRange<'a>>, &'a str),
}

/// What is shown of a file.
pub(super) struct Shown {
    pub(super) text: String,
    /// What is wrong where there are fewer lines than were asked for.
    pub(super) short: Option<String>,
}

impl<'a> View<'a> {
    /// Lines after their numbers. The action's name is for the message.
    pub(super) fn numbered(
        action: &str,
        lines: Option<&'a Text<'_>>,
        delimiter: &'a Text<'_>,
    ) -> Result<Self, Box<Failure>> {
        let range = lines.map(|lines| range(action, lines)).transpose()?;
        Ok(Self::Numbered(range, &delimiter.value))
    }
}

/// `file_read`: the whole file.
pub(super) fn read(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Read)?;
    let Shown { text, .. } = show(scene, &granted, View::Whole, MOST_READ)?;
    Ok(data([("path", granted.shown().into()), ("content", text.into())]))
}

/// `file_read_numbered`: lines of a file; what there is of them where they are not all there.
pub(super) fn read_numbered(scene: &mut Scene<'_>, path: &Text<'_>, view: View<'_>) -> Performed {
    let granted = scene.grant(path, Access::Read)?;
    let Shown { text, short } = show(scene, &granted, view, MOST_READ)?;
    let read = data([("path", granted.shown().into()), ("content", text.into())]);
    let Some(short) = short else { return Ok(read) };
    let mut failure = Failure::new("LINES_RANGE", format!("file_read_numbered: {short}"));
    failure.data = Some(read);
    Err(failure)
}

/// What is shown of a file, in at most `room` bytes.
pub(super) fn show(
    scene: &mut Scene<'_>,
    path: &GrantedPath,
    view: View<'_>,
    room: usize,
) -> Result<Shown, Box<Failure>> {
    let content = scene.overlay.read_text(path)?;
    let shown = match view {
        View::Whole if content.len() <= room => Some(Shown { text: content, short: None }),
        View::Whole => None,
        View::Numbered(range, delimiter) => numbered(&content, range.as_ref(), delimiter, room)
            .map(|Numbered { text, short }| {
                let short = short.zip(range).map(|(count, range)| {
                    format!("Requested lines {range} but file only has {count} lines")
                });
                Shown { text, short }
            }),
    };
    shown.ok_or_else(|| {
        let error = FsError::new(FsCode::Efbig, Call::Open, path.shown());
        let mut failure = Box::<Failure>::from(error);
        failure.hint = Some("read less at a time".to_owned());
        failure
    })
}
