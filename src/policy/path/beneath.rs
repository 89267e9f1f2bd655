//! Opening files below a directory handle so that nothing can lead out of it: no `..`, no
//! symbolic link, no magic link of /proc. The one home of openat2.

use std::{
    ffi::OsStr,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    path::{Component, Path},
};

use rustix::{
    fs::{Mode, OFlags, openat},
    io::{Errno, Result, retry_on_intr},
};

/// A handle that only names a place: enough to look below it and to make and remove entries.
#[cfg(target_os = "linux")]
pub(crate) const PLACE: OFlags = OFlags::PATH;
/// A handle that only names a place, where the system has none such: one for reading.
#[cfg(not(target_os = "linux"))]
pub(crate) const PLACE: OFlags = OFlags::RDONLY;

/// How the components between a handle and a file are crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The kernel resolves beneath the handle (openat2).
    #[cfg(target_os = "linux")]
    Kernel,
    /// One component after the other, none of them a link.
    Steps,
}

impl Reach {
    /// Finds out what the kernel can do, by trying it.
    #[cfg(target_os = "linux")]
    pub(super) fn of(root: BorrowedFd<'_>) -> Self {
        let tried = in_kernel(root, Path::new("."), PLACE | OFlags::DIRECTORY);
        if tried.is_ok() { Self::Kernel } else { Self::Steps }
    }

    /// Finds out what the kernel can do.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(_root: BorrowedFd<'_>) -> Self {
        Self::Steps
    }

    /// Opens `rel` below `root`. A link is never followed: one on the way, or at the end, is
    /// ELOOP or ENOTDIR; with [`PLACE`] one at the end is opened itself.
    ///
    /// `rel` has no `..`; an empty one means the root. Nothing is ever created.
    pub(super) fn open(self, root: BorrowedFd<'_>, rel: &Path, flags: OFlags) -> Result<OwnedFd> {
        let rel = if rel.as_os_str().is_empty() { Path::new(".") } else { rel };
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match self {
            #[cfg(target_os = "linux")]
            Self::Kernel => in_kernel(root, rel, flags),
            Self::Steps => in_steps(root, rel, flags),
        }
    }
}

#[cfg(target_os = "linux")]
fn in_kernel(root: BorrowedFd<'_>, rel: &Path, flags: OFlags) -> Result<OwnedFd> {
    use rustix::fs::{ResolveFlags, openat2};
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS | ResolveFlags::NO_SYMLINKS;
    retry_on_intr(|| openat2(root, rel, flags, Mode::empty(), resolve))
}

fn in_steps(root: BorrowedFd<'_>, rel: &Path, flags: OFlags) -> Result<OwnedFd> {
    let on_the_way = PLACE | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut names = rel.components().map(Component::as_os_str);
    let mut name = names.next().unwrap_or(OsStr::new("."));
    let mut dir: Option<OwnedFd> = None;
    loop {
        if name == ".." {
            return Err(Errno::XDEV);
        }
        let below = dir.as_ref().map_or(root, AsFd::as_fd);
        let Some(next) = names.next() else {
            return retry_on_intr(|| openat(below, name, flags, Mode::empty()));
        };
        dir = Some(retry_on_intr(|| openat(below, name, on_the_way, Mode::empty()))?);
        name = next;
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Read, os::unix::fs::symlink};

    use rustix::fs::CWD;

    use super::*;

    /// A directory `in` with a file, a directory and links, beside a file that is outside.
    fn tree() -> (tempfile::TempDir, OwnedFd) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        fs_err::create_dir_all(dir.path().join("in/sub")).expect("made");
        fs_err::write(dir.path().join("in/sub/f"), "inside").expect("written");
        fs_err::write(dir.path().join("secret"), "outside").expect("written");
        symlink("../secret", dir.path().join("in/out")).expect("linked");
        symlink("sub", dir.path().join("in/dirlink")).expect("linked");
        let flags = PLACE | OFlags::DIRECTORY;
        let root = openat(CWD, dir.path().join("in"), flags, Mode::empty()).expect("opened");
        (dir, root)
    }

    fn both() -> Vec<Reach> {
        vec![
            #[cfg(target_os = "linux")]
            Reach::Kernel,
            Reach::Steps,
        ]
    }

    #[test]
    fn files_below_are_opened() {
        let (_dir, root) = tree();
        for reach in both() {
            let fd = reach.open(root.as_fd(), Path::new("sub/f"), OFlags::RDONLY).expect("opens");
            let mut text = String::new();
            std::fs::File::from(fd).read_to_string(&mut text).expect("read");
            assert_eq!(text, "inside");
            reach.open(root.as_fd(), Path::new(""), PLACE).expect("the root itself opens");
        }
    }

    #[test]
    fn no_link_and_no_dotdot_leads_anywhere() {
        let (_dir, root) = tree();
        for reach in both() {
            for path in ["out", "dirlink/f", "../secret", "sub/../../secret"] {
                let opened = reach.open(root.as_fd(), Path::new(path), OFlags::RDONLY);
                assert!(opened.is_err(), "{reach:?} {path}");
            }
        }
    }
}
