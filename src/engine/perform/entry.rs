//! `file_delete`, `file_move`: names, whatever the file holds.

use super::{
    outcome::{Failure, Performed, data},
    run::Scene,
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath},
    workspace::EntryKind,
};

/// `file_delete`: a file, or a link itself.
pub(super) fn delete(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Entry)?;
    scene.overlay.remove(&granted)?;
    Ok(data([("path", granted.shown().into())]))
}

/// Refuses to give a file that is not shown a name under which it would be.
pub(super) fn keeps_secret(old: &GrantedPath, new: &GrantedPath) -> Result<(), Box<Failure>> {
    let tells = !old.may_be_shown() && new.may_be_shown();
    if tells { Err(old.refuse_to_show().into()) } else { Ok(()) }
}

/// `file_move`: over another file if need be, and says so.
pub(super) fn rename(scene: &mut Scene<'_>, from: &Text<'_>, to: &Text<'_>) -> Performed {
    let old = scene.grant(from, Access::Entry)?;
    let new = scene.grant(to, Access::Entry)?;
    let kind = scene.overlay.kind(&old)?;
    if kind == EntryKind::Absent {
        let error = format!("file_move: Source file not found '{}' (ENOENT)", old.shown());
        let mut failure = Failure::new("ENOENT", error);
        failure.missing = Some(old.shown().to_owned());
        return Err(failure);
    }
    if kind == EntryKind::Link && !new.may_be_link() {
        return Err(new.refuse_link().into());
    }
    keeps_secret(&old, &new)?;
    let overwrote = scene.overlay.rename(&old, &new)?;
    let mut moved = data([("old_path", old.shown().into()), ("new_path", new.shown().into())]);
    if overwrote {
        moved.insert("overwrote".to_owned(), true.into());
    }
    Ok(moved)
}
