//! `dir_create`, `dir_delete`.

use super::{
    outcome::{Performed, data},
    run::Scene,
};
use crate::{action::Text, policy::Access};

/// `dir_create`: with those above it; one that exists is fine.
pub(super) fn create(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    scene.overlay.create_dir(&granted)?;
    Ok(data([("path", granted.shown().into())]))
}

/// `dir_delete`: only an empty one.
pub(super) fn delete(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Entry)?;
    scene.overlay.remove_dir(&granted)?;
    Ok(data([("path", granted.shown().into())]))
}
