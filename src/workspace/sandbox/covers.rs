//! What a command must not see: the home's secrets, others' sockets, the scratch.

use std::{
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use super::{
    mounts::{self, MountAttributes},
    stop::{Stop, Trying},
};

/// Directories that others put sockets and temporary files in. They are empty in a sandbox.
pub(super) const EMPTIED: [&str; 3] = ["/tmp", "/run", "/var/run"];

/// What of those stays: where programs are and names are looked up.
pub(super) const STAYING: [&str; 8] = [
    "/run/NetworkManager/resolv.conf",
    "/run/booted-system",
    "/run/current-system",
    "/run/opengl-driver",
    "/run/resolvconf/resolv.conf",
    "/run/systemd/resolve/resolv.conf",
    "/run/systemd/resolve/stub-resolv.conf",
    "/run/wrappers",
];

/// What of a home is secret.
const SECRETS: [&str; 13] = [
    ".aws",
    ".azure",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".config/gcloud",
    ".config/gh",
    ".config/git/credentials",
    ".docker",
    ".git-credentials",
    ".gnupg",
    ".kube",
    ".netrc",
    ".ssh",
];

/// A mount and where it is to be attached.
pub(super) struct Attached {
    pub(super) mount: OwnedFd,
    pub(super) path: PathBuf,
}

impl Attached {
    /// Takes what stands at a path now, if anything does.
    pub(super) fn of(path: &Path) -> Result<Option<Self>, Stop> {
        match mounts::clone_tree(path) {
            Ok(mount) => Ok(Some(Self { mount, path: path.to_owned() })),
            Err(rustix::io::Errno::NOENT | rustix::io::Errno::NOTDIR) => Ok(None),
            Err(errno) => Err(Stop::new(format!("hold `{}`", path.display()), errno)),
        }
    }

    /// Makes it read-only.
    pub(super) fn read_only(self) -> Result<Self, Stop> {
        mounts::forbid_writing(self.mount.as_fd()).trying("make a mount read-only")?;
        Ok(self)
    }

    /// Attaches it; what it stands on is made if it is not there.
    pub(super) fn attach(&self) -> Result<(), Stop> {
        let what = || format!("mount over `{}`", self.path.display());
        let attached = mounts::attach(&self.mount, &self.path);
        if attached.is_ok() {
            return Ok(());
        }
        let is_dir = rustix::fs::fstat(&self.mount)
            .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_dir());
        let dir = if is_dir { Some(self.path.as_path()) } else { self.path.parent() };
        let made = dir.map_or(Ok(()), fs_err::create_dir_all);
        made.and_then(|()| if is_dir { Ok(()) } else { mounts::empty_file(&self.path) })
            .and_then(|()| Ok(mounts::attach(&self.mount, &self.path)?))
            .map_err(|error| Stop::new(what(), error))
    }
}

/// Whether a path lies in, or is, one of the directories that are emptied.
pub(super) fn is_emptied(path: &Path) -> bool {
    EMPTIED.iter().any(|dir| path.starts_with(dir))
}

/// Empties the directories that others use, except where the worktree itself is one of them or
/// above them.
pub(super) fn empty_shared(worktree: &Path) -> Result<(), Stop> {
    for dir in EMPTIED.map(Path::new) {
        let is_dir = dir.symlink_metadata().is_ok_and(|found| found.is_dir());
        if is_dir && !dir.starts_with(worktree) {
            let mode = if dir == Path::new("/tmp") { "1777" } else { "755" };
            cover(dir, mode, MountAttributes::NoDevices)?;
        }
    }
    Ok(())
}

/// Covers what is secret in a home. `unreadable` is a file that nobody may read.
pub(super) fn cover_secrets(home: &Path, unreadable: &Path) -> Result<(), Stop> {
    let found = SECRETS.iter().map(|name| home.join(name));
    for path in found.filter_map(|path| path.canonicalize().ok()) {
        if path.is_dir() {
            cover(&path, "000", MountAttributes::ReadOnly)?;
        } else if let Some(unreadable) = Attached::of(unreadable)? {
            Attached { path, ..unreadable }.attach()?;
        }
    }
    Ok(())
}

/// Mounts an empty directory over one.
pub(super) fn cover(dir: &Path, mode: &str, attributes: MountAttributes) -> Result<(), Stop> {
    let empty = mounts::memory(mode, attributes);
    empty
        .and_then(|empty| mounts::attach(&empty, dir))
        .map_err(|errno| Stop::new(format!("cover `{}`", dir.display()), errno))
}
