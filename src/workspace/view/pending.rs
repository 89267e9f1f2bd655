//! Putting into a view's layer what the actions have left in memory so far.

use std::{
    collections::HashSet,
    io::{self, Write},
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, symlink},
    },
    path::Path,
};

use rustix::fs::{Timespec, Timestamps, futimens};

use super::scratch::make_dir;
use crate::{
    base::RepoPath,
    policy::{GrantedPath, PLACE, RootKind},
    workspace::{FileState, Overlay, change_set::FileTime, entry::State, sandbox::like},
};

/// Puts the pending files of the worktree into `layer`, and returns what is gone from the worktree.
/// Those that stand among what commands left there are in it already.
pub(super) fn put(overlay: &Overlay, layer: &Path) -> io::Result<Vec<RepoPath>> {
    let mut gone: HashSet<RepoPath> = HashSet::new();
    let mut names = Vec::new();
    for (path, state) in overlay.pending() {
        let outside = path.root().kind() != RootKind::Worktree || path.rel().is_root();
        if outside || overlay.is_among_carried(path) {
            continue;
        }
        match state {
            State::Not(FileState::Absent) => {
                let is_new = !path.rel().ancestors().any(|dir| gone.contains(&dir));
                if is_new && path.open(PLACE).is_ok() {
                    gone.insert(path.rel().clone());
                    names.push(path.rel().clone());
                }
            }
            State::Not(state) => {
                put_parents(path, layer)?;
                let at = layer.join(path.rel().as_path());
                put_file(&at, (state, overlay.time_of(path)))?;
            }
            State::Dir => put_dir(path, layer)?,
        }
    }
    Ok(names)
}

/// Puts a file or a link where nothing stands.
pub(super) fn put_file(at: &Path, (state, time): (&FileState, Option<FileTime>)) -> io::Result<()> {
    match state {
        FileState::Absent => {}
        FileState::Link { target } => symlink(std::ffi::OsStr::from_bytes(target), at)?,
        FileState::File { content, mode } => {
            let mut file = fs_err::File::create_new(at)?;
            file.write_all(content)?;
            if let Some(mode) = mode {
                file.set_permissions(std::fs::Permissions::from_mode(*mode))?;
            }
            if let Some((seconds, nanoseconds)) = time {
                let time = Timespec { tv_sec: seconds, tv_nsec: nanoseconds.into() };
                let times = Timestamps { last_access: time, last_modification: time };
                futimens(&file, &times)?;
            }
        }
    }
    Ok(())
}

fn put_parents(path: &GrantedPath, layer: &Path) -> io::Result<()> {
    let mut parents: Vec<RepoPath> = path.rel().ancestors().collect();
    parents.reverse();
    for parent in parents.into_iter().filter_map(|parent| path.above(parent)) {
        put_dir(&parent, layer)?;
    }
    Ok(())
}

/// Makes a directory, as it is on disk if it is there.
fn put_dir(path: &GrantedPath, layer: &Path) -> io::Result<()> {
    let at = layer.join(path.rel().as_path());
    if at.symlink_metadata().is_ok() {
        return Ok(());
    }
    put_parents(path, layer)?;
    make_dir(&at)?;
    let on_disk = path.absolute();
    if on_disk.symlink_metadata().is_ok_and(|found| found.is_dir()) {
        like(&on_disk, &at)?;
    }
    Ok(())
}
