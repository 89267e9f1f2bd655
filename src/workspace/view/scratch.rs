//! A directory for one view, in the git directory. It goes with the view, or with the next one
//! where the process was killed.

use std::{
    fs::File,
    io,
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::{Path, PathBuf},
};

use rustix::fs::{FlockOperation, flock};

/// How the names of the directories begin.
const PREFIX: &str = "view-";

/// A directory for one view.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes one, and removes what dead processes left.
    pub(super) fn make(home: &Path) -> io::Result<Self> {
        fs_err::create_dir_all(home)?;
        remove_dead(home);
        let dir = tempfile::Builder::new().prefix(PREFIX).tempdir_in(home)?;
        let lock = fs_err::File::create_new(dir.path().join("lock"))?.into();
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        let scratch = Self { path: dir.keep(), _lock: lock };
        for name in ["upper", "memory"] {
            fs_err::create_dir(scratch.path.join(name))?;
        }
        for name in ["unreadable", "outcome"] {
            fs_err::File::create_new(scratch.path.join(name))?;
        }
        let nobody = std::fs::Permissions::from_mode(0o0);
        fs_err::set_permissions(scratch.path.join("unreadable"), nobody)?;
        Ok(scratch)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what a first attempt left, for a second one.
    pub(super) fn renew(&self) -> io::Result<()> {
        remove_tree(&self.path.join("work"));
        fs_err::write(self.path.join("outcome"), "")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        remove_tree(&self.path);
    }
}

/// Removes the directories whose processes are gone: nobody holds their locks.
fn remove_dead(home: &Path) {
    for entry in fs_err::read_dir(home).into_iter().flatten().flatten() {
        let Ok(lock) = fs_err::File::open(entry.path().join("lock")) else { continue };
        if flock(lock.file(), FlockOperation::NonBlockingLockExclusive).is_ok() {
            remove_tree(&entry.path());
        }
    }
}

/// Removes a directory with all that is in it, whatever its mode. What cannot be removed stays: it
/// is in nobody's way.
pub(in crate::workspace) fn remove_tree(dir: &Path) {
    let open = std::fs::Permissions::from_mode(0o700);
    let is_dir = |path: &Path| path.symlink_metadata().is_ok_and(|found| found.is_dir());
    if !is_dir(dir) || fs_err::remove_dir(dir).is_ok() {
        return;
    }
    let _ = fs_err::set_permissions(dir, open);
    for entry in fs_err::read_dir(dir).into_iter().flatten().flatten() {
        if is_dir(&entry.path()) {
            remove_tree(&entry.path());
        } else {
            let _ = fs_err::remove_file(entry.path());
        }
    }
    let _ = fs_err::remove_dir(dir);
}

/// Makes a directory that is as open as the umask lets it be.
pub(super) fn make_dir(path: &Path) -> io::Result<()> {
    match std::fs::DirBuilder::new().mode(0o777).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}
