//! `file_read`: a file's text into the report.

use super::{
    outcome::{Performed, data},
    run::Scene,
};
use crate::{action::Text, policy::Access};

/// `file_read`: the whole file.
pub(super) fn read(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Read)?;
    let content = scene.overlay.read_text(&granted)?;
    Ok(data([("path", granted.shown().into()), ("content", content.into())]))
}
