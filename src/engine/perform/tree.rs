//! `path_delete`, `file_copy`, `file_touch`, and directories as a whole: what `rm -r`, `cp -r` and
//! `mv` do. All of it is done, or none.

use std::path::Path;

use super::{
    entry::keeps_secret,
    outcome::{Failure, Performed, data},
    run::Scene,
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath},
    workspace::{Call, EntryKind, FileState, FsCode, FsError, Listed, mode_of_new_executable},
};

/// Set-user-ID and set-group-ID: a copy does not inherit them.
const SET_ID: u32 = 0o6000;

type Done = Result<(), Box<Failure>>;

/// `path_delete`: a file, or a directory with all that it holds.
pub(super) fn delete(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Entry)?;
    all_or_none(scene, |scene| remove(scene, &granted))?;
    Ok(data([("path", granted.shown().into())]))
}

/// `file_copy`: over another file if need be.
pub(super) fn copy_file(scene: &mut Scene<'_>, from: &Text<'_>, to: &Text<'_>) -> Performed {
    let old = scene.grant(from, Access::Read)?;
    let new = scene.grant(to, Access::Write)?;
    all_or_none(scene, |scene| copy_one(scene, &old, &new))?;
    Ok(data([("old_path", old.shown().into()), ("new_path", new.shown().into())]))
}

/// `file_touch`: an empty file where there is none.
pub(super) fn touch(scene: &mut Scene<'_>, path: &Text<'_>) -> Performed {
    let granted = scene.grant(path, Access::Write)?;
    touch_one(scene, &granted)?;
    Ok(data([("path", granted.shown().into())]))
}

pub(super) fn touch_one(scene: &mut Scene<'_>, path: &GrantedPath) -> Done {
    if scene.overlay.kind(path)? == EntryKind::Absent {
        scene.overlay.write(path, Vec::new())?;
    }
    Ok(())
}

/// Gives a file the permission to be run, to all who may read it, or takes it from everyone, as git
/// does.
pub(super) fn set_executable(scene: &mut Scene<'_>, path: &GrantedPath, executable: bool) -> Done {
    let FileState::File { content, mode } = scene.overlay.state(path)? else {
        return Err(FsError::new(FsCode::Enoent, Call::Open, path.shown()).into());
    };
    let mode = match (executable, mode) {
        (true, None) => Some(mode_of_new_executable()),
        (true, Some(mode)) => Some(mode | ((mode & 0o444) >> 2)),
        (false, mode) => mode.map(|mode| mode & !0o111),
    };
    Ok(scene.overlay.restore(path, FileState::File { content, mode })?)
}

/// Does it all, or puts back what was before.
pub(super) fn all_or_none(scene: &mut Scene<'_>, act: impl FnOnce(&mut Scene<'_>) -> Done) -> Done {
    let before = scene.overlay.clone();
    let done = act(scene);
    if done.is_err() {
        *scene.overlay = before;
    }
    done
}

/// Removes a file, a link, or a directory with all that it holds.
pub(super) fn remove(scene: &mut Scene<'_>, path: &GrantedPath) -> Done {
    if scene.overlay.kind(path)? != EntryKind::Dir {
        return Ok(scene.overlay.remove(path)?);
    }
    if path.rel().is_root() {
        return Err(FsError::new(FsCode::Ebusy, Call::Rmdir, path.shown()).into());
    }
    let entries = below(scene, path)?;
    scene.check_size(path, total(scene, &entries))?;
    for entry in entries.iter().filter(|entry| entry.kind != EntryKind::Dir) {
        scene.overlay.remove(&entry.path)?;
    }
    for entry in entries.iter().rev().filter(|entry| entry.kind == EntryKind::Dir) {
        scene.overlay.remove_dir(&entry.path)?;
    }
    // What the policy hides from a list, such as a repository of its own, keeps it from going.
    Ok(scene.overlay.remove_dir(path)?)
}

/// Copies a file, or a directory with all that it holds.
pub(super) fn copy(scene: &mut Scene<'_>, old: &GrantedPath, new: &GrantedPath) -> Done {
    if scene.overlay.kind(old)? != EntryKind::Dir {
        return copy_one(scene, old, new);
    }
    outside(old, new)?;
    let entries = below(scene, old)?;
    scene.check_size(new, total(scene, &entries))?;
    scene.overlay.create_dir(new)?;
    for entry in entries {
        let to = beneath(scene, (old, new), &entry)?;
        if entry.kind == EntryKind::Dir {
            scene.overlay.create_dir(&to)?;
        } else {
            copy_one(scene, &entry.path, &to)?;
        }
    }
    Ok(())
}

/// Moves a file, or a directory with all that it holds, to where nothing stands yet.
pub(super) fn shift(scene: &mut Scene<'_>, old: &GrantedPath, new: &GrantedPath) -> Done {
    if scene.overlay.kind(old)? != EntryKind::Dir {
        return move_one(scene, old, new);
    }
    outside(old, new)?;
    if old.rel().is_root() || scene.overlay.kind(new)? != EntryKind::Absent {
        let error = FsError {
            to: Some(new.shown().to_owned()),
            ..FsError::new(FsCode::Eexist, Call::Rename, old.shown())
        };
        return Err(error.into());
    }
    let entries = below(scene, old)?;
    scene.check_size(new, total(scene, &entries))?;
    scene.overlay.create_dir(new)?;
    for entry in &entries {
        let to = beneath(scene, (old, new), entry)?;
        if entry.kind == EntryKind::Dir {
            scene.overlay.create_dir(&to)?;
        } else {
            move_one(scene, &entry.path, &to)?;
        }
    }
    for entry in entries.iter().rev().filter(|entry| entry.kind == EntryKind::Dir) {
        scene.overlay.remove_dir(&entry.path)?;
    }
    Ok(scene.overlay.remove_dir(old)?)
}

fn move_one(scene: &mut Scene<'_>, old: &GrantedPath, new: &GrantedPath) -> Done {
    if scene.overlay.kind(old)? == EntryKind::Link && !new.may_be_link() {
        return Err(new.refuse_link().into());
    }
    keeps_secret(old, new)?;
    scene.overlay.rename(old, new)?;
    Ok(())
}

fn copy_one(scene: &mut Scene<'_>, old: &GrantedPath, new: &GrantedPath) -> Done {
    keeps_secret(old, new)?;
    if scene.overlay.kind(old)? == EntryKind::Link {
        if !new.may_be_link() {
            return Err(new.refuse_link().into());
        }
        let link = scene.overlay.state(old)?;
        return Ok(scene.overlay.restore(new, link)?);
    }
    let content = scene.overlay.read(old)?;
    scene.check_size(new, content.len())?;
    let is_new = scene.overlay.kind(new)? == EntryKind::Absent;
    match scene.overlay.state(old)? {
        FileState::File { content, mode } if is_new => {
            let mode = mode.map(|mode| mode & !SET_ID);
            scene.overlay.restore(new, FileState::File { content, mode })?;
        }
        FileState::File { .. } | FileState::Absent | FileState::Link { .. } => {
            scene.overlay.write(new, content.to_vec())?;
        }
    }
    Ok(())
}

/// All that a directory holds, directories before what is in them.
fn below(scene: &Scene<'_>, dir: &GrantedPath) -> Result<Vec<Listed>, Box<Failure>> {
    let mut found: Vec<Listed> = Vec::new();
    let mut open = vec![dir.clone()];
    while let Some(dir) = open.pop() {
        for entry in scene.overlay.list(&dir)? {
            if entry.kind == EntryKind::Dir {
                open.push(entry.path.clone());
            }
            found.push(entry);
        }
    }
    Ok(found)
}

/// How many bytes the files have.
fn total(scene: &Scene<'_>, entries: &[Listed]) -> usize {
    let sizes = entries.iter().filter_map(|entry| scene.overlay.measure(entry));
    let total = sizes.fold(0_u64, |total, measure| total.saturating_add(measure.size));
    usize::try_from(total).unwrap_or(usize::MAX)
}

/// Where what stands in one directory comes to stand in another; the gate is asked again.
fn beneath(
    scene: &Scene<'_>,
    (old, new): (&GrantedPath, &GrantedPath),
    entry: &Listed,
) -> Result<GrantedPath, Box<Failure>> {
    let inside = entry.path.rel().below(old.rel()).unwrap_or_default();
    let path = new.absolute().join(inside.as_path());
    let access = if entry.kind == EntryKind::Link { Access::Entry } else { Access::Write };
    Ok(scene.gate.grant_absolute_over(Path::new(&path), access, scene.overlay)?)
}

/// A directory cannot come to stand within itself.
fn outside(old: &GrantedPath, new: &GrantedPath) -> Done {
    let same_root = old.key().0 == new.key().0;
    if old == new || (same_root && new.rel().is_inside(old.rel())) {
        let error = format!("EINVAL: invalid argument, '{}' -> '{}'", old.shown(), new.shown());
        return Err(Failure::with_hint("EINVAL", error, "the target lies within the directory"));
    }
    Ok(())
}
