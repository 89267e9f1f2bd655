//! `file_write`, `file_create`, `file_append`: whole contents.

use super::{
    outcome::{Failure, Performed, data},
    run::Scene,
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath},
    workspace::{Call, EntryKind, FsCode, FsError},
};

/// The hint where a file is to be made that is there already.
const EXISTS: &str =
    "to change the file that is there, send the text to look for in it and what replaces that";

/// `file_write`: whether or not the file exists.
pub(super) fn write(scene: &mut Scene<'_>, path: &Text<'_>, content: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    put(scene, &granted, content)
}

/// `file_create`: the file must not exist.
pub(super) fn create(scene: &mut Scene<'_>, path: &Text<'_>, content: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    absent(scene, &granted)?;
    put(scene, &granted, content)
}

/// Checks that nothing stands at a path.
pub(super) fn absent(scene: &mut Scene<'_>, path: &GrantedPath) -> Result<(), Box<Failure>> {
    if scene.overlay.kind(path)? == EntryKind::Absent {
        return Ok(());
    }
    let error = FsError::new(FsCode::Eexist, Call::Open, path.shown());
    let mut failure = Box::<Failure>::from(error);
    failure.hint = Some(EXISTS.to_owned());
    Err(failure)
}

/// `file_append`: at the end of what there is, exactly as written.
pub(super) fn append(scene: &mut Scene<'_>, path: &Text<'_>, content: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    let mut text = match scene.overlay.read_text(&granted) {
        Ok(text) => text,
        Err(error) if error.code == FsCode::Enoent => String::new(),
        Err(error) => return Err(error.into()),
    };
    scene.check_size(&granted, text.len() + content.value.len())?;
    text.push_str(&content.value);
    scene.overlay.write(&granted, text.into_bytes())?;
    Ok(written(&granted, content.value.len()))
}

fn put(scene: &mut Scene<'_>, path: &GrantedPath, content: &Text<'_>) -> Performed {
    let mut bytes = content.value.as_bytes().to_vec();
    let lacks_end = bytes.last().is_some_and(|&last| last != b'\n');
    if scene.options.final_newline && lacks_end {
        bytes.push(b'\n');
    }
    let count = bytes.len();
    scene.check_size(path, count)?;
    scene.overlay.write(path, bytes)?;
    Ok(written(path, count))
}

fn written(path: &GrantedPath, count: usize) -> serde_json::Map<String, serde_json::Value> {
    data([("path", path.shown().into()), ("bytesWritten", count.into())])
}
