//! Putting the view together: the overlay over the worktree, the git directory over the overlay,
//! and empty directories over what is not to be seen.

use std::{
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::mount::{MountPropagationFlags, mount_change};

use super::{
    covers::{self, Attached, STAYING},
    devices,
    launch::{Bytes, Place},
    layers::Layers,
    mounts::{self, MountAttributes},
    stop::{Stop, Trying},
};
use crate::workspace::process::{SandboxMode, SandboxOptions};

/// A view that stands.
pub(super) struct Built {
    /// Where the command's changes are.
    pub(super) upper: OwnedFd,
    /// Whether `/proc` shows the command's own processes alone.
    pub(super) own_processes: bool,
}

/// Makes the view in this mount namespace.
pub(super) fn build(place: &Place, sandbox: SandboxOptions) -> Result<Built, Stop> {
    let alone = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", alone).trying("part from the machine's mounts")?;
    let worktree = place.worktree.path();
    let layers = Layers::prepare(place)?;
    let overlay = Attached { mount: layers.mount()?, path: worktree.to_owned() };
    let over = over_the_overlay(place, sandbox)?;
    let sandboxed = sandbox.mode != SandboxMode::Off;
    let mut own_processes = true;
    let unreadable = place.layers.path().join("unreadable");
    let home = place.home.as_ref().filter(|_| sandboxed).map(Bytes::path);
    if sandboxed {
        // Covered before they are taken: what stays to be seen stays covered.
        home.map_or(Ok(()), |home| covers::cover_secrets(home, &unreadable))?;
        let staying = staying(place, sandbox.mode)?;
        mounts::forbid_writing_everywhere().trying("make the machine's files read-only")?;
        covers::empty_shared(worktree)?;
        staying.iter().try_for_each(Attached::attach)?;
        devices::mount_devices()?;
        own_processes = devices::mount_processes();
    }
    overlay.attach()?;
    over.iter().try_for_each(Attached::attach)?;
    if let Some(home) = home.filter(|home| home.starts_with(worktree)) {
        covers::cover_secrets(home, &unreadable)?;
    }
    if place.scratch.path().is_dir() {
        // Empty rather than unreadable: whoever looks through the worktree is not stopped by it.
        covers::cover(place.scratch.path(), "555", MountAttributes::ReadOnly)?;
    }
    Ok(Built { upper: layers.into_upper(), own_processes })
}

/// What is attached over the overlay, outer things first: the git directory, `.clada`, and whatever
/// else is mounted in the worktree.
fn over_the_overlay(place: &Place, sandbox: SandboxOptions) -> Result<Vec<Attached>, Stop> {
    let worktree = place.worktree.path();
    let mut paths: Vec<PathBuf> = place.git_dirs.iter().map(|dir| dir.path().to_owned()).collect();
    paths.push(worktree.join(".git"));
    paths.push(worktree.join(".clada"));
    let mounted = mounts::mount_points().trying("list what is mounted")?;
    let mounted = mounted.into_iter().map(|path| PathBuf::from(Bytes::from(path).os()));
    paths.extend(mounted.filter(|path| path != worktree && path.starts_with(worktree)));
    let outermost = outermost(paths);
    let sandboxed = sandbox.mode != SandboxMode::Off;
    let mut over = Vec::new();
    for path in outermost {
        let Some(taken) = Attached::of(&path)? else { continue };
        let is_git = place.git_dirs.iter().any(|dir| dir.path() == path);
        let writable = !sandboxed || (is_git && sandbox.allow_git);
        over.push(if writable { taken } else { taken.read_only()? });
        if sandboxed && writable {
            keep_from_writing(&path, place, &mut over)?;
        }
    }
    Ok(over)
}

/// What says in a git directory which programs git runs, and where the rest of it is. A command that
/// may write the git directory may write none of it, nor the git directories of other worktrees and of
/// submodules.
fn keep_from_writing(dir: &Path, place: &Place, over: &mut Vec<Attached>) -> Result<(), Stop> {
    make_what_git_would_obey(dir)?;
    for name in
        ["config", "config.worktree", "hooks", "commondir", "gitdir", "modules", "worktrees"]
    {
        let Some(taken) = Attached::of(&dir.join(name))? else { continue };
        over.push(taken.read_only()?);
    }
    // That of this very worktree, where it is a linked one, lies among those of the others.
    for own in place.git_dirs.iter().map(Bytes::path) {
        if own != dir && own.starts_with(dir) {
            if let Some(taken) = Attached::of(own)? {
                over.push(taken);
            }
            keep_from_writing(own, place, over)?;
        }
    }
    Ok(())
}

/// Makes what is not there and would be obeyed if the command made it: only what is there can be
/// covered. Empty, it says nothing to git.
fn make_what_git_would_obey(dir: &Path) -> Result<(), Stop> {
    let what = "keep the git directory's settings";
    let is_there = |name: &str| dir.join(name).symlink_metadata().is_ok();
    let is_linked = is_there("commondir");
    if !is_linked && !is_there("hooks") {
        fs_err::create_dir(dir.join("hooks")).trying(what)?;
    }
    if !is_there("config.worktree") {
        mounts::empty_file(&dir.join("config.worktree")).trying(what)?;
    }
    Ok(())
}

/// What must stay to be seen of the directories that are emptied.
fn staying(place: &Place, mode: SandboxMode) -> Result<Vec<Attached>, Stop> {
    let home = place.home.iter().filter(|_| mode != SandboxMode::Strict);
    let mut paths: Vec<PathBuf> =
        place.roots.iter().chain(home).map(|path| path.path().to_owned()).collect();
    paths.extend(STAYING.map(PathBuf::from));
    let inside: Vec<PathBuf> = paths.into_iter().filter(|path| covers::is_emptied(path)).collect();
    let mut staying = Vec::new();
    for path in outermost(inside) {
        if let Some(taken) = Attached::of(&path)? {
            staying.push(taken.read_only()?);
        }
    }
    Ok(staying)
}

/// Paths less those that lie in another one of them.
fn outermost(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    paths.dedup();
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !kept.iter().any(|outer: &PathBuf| path.starts_with::<&Path>(outer)) {
            kept.push(path);
        }
    }
    kept
}
