//! Ignored files that a command left and that are too much to be kept for undo: they wait in the git
//! directory and go to the worktree by rename, never through memory.
//!
//! They wait as the kernel left them in the view's layer: names that are gone are devices 0:0 there,
//! and a directory that replaces another one is marked. Until they are put in place the next view takes
//! them over and gives them back.

use std::{
    collections::BTreeSet,
    fs::File,
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::ffi::OsStrExt,
    },
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use bstr::ByteSlice;
use rustix::{
    fs::{
        AtFlags, CWD, Dir, FlockOperation, Mode, OFlags, chmod, fchmod, flock, llistxattr,
        lremovexattr, mkdirat, openat, renameat, unlinkat,
    },
    io::Errno,
};

use super::{
    scan::{Found, Item, children, without_identity},
    scratch::{make_dir, remove_tree},
};
use crate::{base::RepoPath, policy::GrantedPath, workspace::sandbox::like};

/// Ignored files that wait for their place in the worktree. Dropped, they are gone.
#[derive(Debug)]
pub struct Carried {
    dir: PathBuf,
    _lock: File,
    top: GrantedPath,
    /// The topmost ignored directories, or files, that wait.
    roots: Mutex<BTreeSet<RepoPath>>,
}

impl Carried {
    pub(super) fn make(scratch: &Path, top: &GrantedPath) -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix("carried-").tempdir_in(scratch)?;
        let lock = fs_err::File::create_new(dir.path().join("lock"))?.into();
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        fs_err::create_dir(dir.path().join("tree"))?;
        let roots = Mutex::default();
        Ok(Self { dir: dir.keep(), _lock: lock, top: top.clone(), roots })
    }

    fn roots(&self) -> MutexGuard<'_, BTreeSet<RepoPath>> {
        // Each change of the set is one step: it is whole whoever has panicked.
        self.roots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn names(&self) -> BTreeSet<RepoPath> {
        self.roots().clone()
    }

    fn waiting(&self, root: &RepoPath) -> PathBuf {
        self.dir.join("tree").join(root.as_path())
    }

    /// Lends all that waits to a layer.
    pub(super) fn give(&self, layer: &Path) -> io::Result<()> {
        for root in self.names() {
            let (from, to) = (self.waiting(&root), layer.join(root.as_path()));
            if from.symlink_metadata().is_ok() {
                self.parents(&root, layer)?;
                fs_err::rename(from, to)?;
            }
        }
        Ok(())
    }

    /// Takes these out of a layer, beside what it lent.
    pub(super) fn take(&self, layer: &Path, more: BTreeSet<RepoPath>) -> io::Result<()> {
        let mut roots = self.roots();
        roots.extend(more);
        for root in roots.iter() {
            let (from, to) = (layer.join(root.as_path()), self.waiting(root));
            if from.symlink_metadata().is_ok() {
                if let Some(parent) = to.parent() {
                    fs_err::create_dir_all(parent)?;
                }
                fs_err::rename(from, to)?;
            }
        }
        Ok(())
    }

    fn parents(&self, root: &RepoPath, layer: &Path) -> io::Result<()> {
        let mut parents: Vec<RepoPath> = root.ancestors().collect();
        parents.reverse();
        for parent in parents {
            let at = layer.join(parent.as_path());
            let on_disk = self.top.absolute().join(parent.as_path());
            if at.symlink_metadata().is_err() {
                make_dir(&at)?;
                if on_disk.symlink_metadata().is_ok_and(|found| found.is_dir()) {
                    like(&on_disk, &at)?;
                }
            }
        }
        Ok(())
    }

    /// Puts all that waits into the worktree. What replaced is gone is gone for good.
    pub fn put(&self) -> io::Result<()> {
        for root in std::mem::take(&mut *self.roots()) {
            let mut dir = self.top.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
            let mut parents: Vec<RepoPath> = root.ancestors().collect();
            parents.reverse();
            for parent in parents {
                dir = enter(dir.as_fd(), parent.name().as_bytes())?.0;
            }
            let from = self.waiting(&root);
            put(dir.as_fd(), root.name().as_bytes(), &from)?;
        }
        Ok(())
    }
}

impl Drop for Carried {
    fn drop(&mut self) {
        remove_tree(&self.dir);
    }
}

/// Puts what stands at a place in a layer under a name in a directory.
fn put(dir: BorrowedFd<'_>, name: &[u8], from: &Path) -> io::Result<()> {
    let found = match Found::at(from) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    match found {
        Found::Gone => remove(dir, name),
        Found::File { .. } | Found::Link => {
            if let Found::File { mode, .. } = found
                && mode != without_identity(mode, 0)
            {
                chmod(from, Mode::from_raw_mode(without_identity(mode, 0)))?;
            }
            strip(from)?;
            match renameat(CWD, from, dir, name) {
                Err(Errno::ISDIR | Errno::NOTEMPTY | Errno::EXIST) => {
                    remove(dir, name)?;
                    Ok(renameat(CWD, from, dir, name)?)
                }
                renamed => Ok(renamed?),
            }
        }
        Found::Dir { mode, replaces } => {
            if replaces {
                remove(dir, name)?;
            }
            let (inside, made) = enter(dir, name)?;
            if made {
                fchmod(&inside, Mode::from_raw_mode(mode))?;
            }
            for child in children(from)? {
                put(inside.as_fd(), child.as_bytes(), &from.join(&child))?;
            }
            Ok(())
        }
        Found::Special => Ok(()),
    }
}

/// Opens a directory, or makes it where there is none. Says which.
fn enter(dir: BorrowedFd<'_>, name: &[u8]) -> io::Result<(OwnedFd, bool)> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = || openat(dir, name, flags, Mode::empty());
    match open() {
        Ok(opened) => return Ok((opened, false)),
        Err(Errno::NOENT) => {}
        Err(Errno::NOTDIR | Errno::LOOP) => remove(dir, name)?,
        Err(errno) => return Err(errno.into()),
    }
    mkdirat(dir, name, Mode::from_raw_mode(0o777))?;
    Ok((open()?, true))
}

/// Removes whatever has a name in a directory, no link followed.
fn remove(dir: BorrowedFd<'_>, name: &[u8]) -> io::Result<()> {
    match unlinkat(dir, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        Err(Errno::ISDIR | Errno::PERM) => {}
        Err(errno) => return Err(errno.into()),
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let inside = openat(dir, name, flags, Mode::empty())?;
    for entry in Dir::read_from(&inside)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            remove(inside.as_fd(), name)?;
        }
    }
    Ok(unlinkat(dir, name, AtFlags::REMOVEDIR)?)
}

/// How many bytes the names of a file's attributes have at the most (`XATTR_LIST_MAX`).
const MOST_ATTRIBUTES: usize = 64 * 1024;

/// Removes the attributes by which the kernel keeps its accounts of a view.
fn strip(file: &Path) -> io::Result<()> {
    let mut names = vec![0_u8; MOST_ATTRIBUTES];
    let length = match llistxattr(file, &mut names[..]) {
        Ok(length) => length,
        Err(Errno::NOTSUP) => return Ok(()),
        Err(errno) => return Err(errno.into()),
    };
    let names = names.get(..length).unwrap_or_default();
    for name in names.split(|&byte| byte == 0).filter(|name| name.starts_with(b"user.overlay.")) {
        lremovexattr(file, name)?;
    }
    Ok(())
}

/// Chooses what is too much to be kept for undo: of the topmost ignored directories and files the
/// smallest are kept, as long as they fit into `keep` bytes.
pub(super) fn choose(
    items: &[Item],
    (is_ignored, keep): (&dyn Fn(&RepoPath) -> bool, u64),
    (top, before): (&Path, &BTreeSet<RepoPath>),
) -> BTreeSet<RepoPath> {
    let mut sizes: std::collections::BTreeMap<RepoPath, u64> = std::collections::BTreeMap::new();
    for item in items {
        let new = match item.found {
            Found::File { size, .. } => size,
            Found::Gone | Found::Link => 0,
            Found::Dir { .. } | Found::Special => continue,
        };
        if is_ignored(&item.rel) {
            let old = size_below(&top.join(item.rel.as_path()), keep);
            let size = sizes.entry(topmost(&item.rel, is_ignored)).or_default();
            *size = size.saturating_add(new).saturating_add(old);
        }
    }
    let mut sizes: Vec<(u64, RepoPath)> =
        sizes.into_iter().map(|(root, size)| (size, root)).collect();
    sizes.sort();
    let mut left = keep;
    let mut carried = BTreeSet::new();
    for (size, root) in sizes {
        match left.checked_sub(size).filter(|_| !before.contains(&root)) {
            Some(rest) => left = rest,
            None => {
                carried.insert(root);
            }
        }
    }
    carried
}

/// The topmost directory above an ignored path that is ignored with all that is in it, else the path.
fn topmost(path: &RepoPath, is_ignored: &dyn Fn(&RepoPath) -> bool) -> RepoPath {
    let all = |dir: &RepoPath| is_ignored(&dir.join(".clada-any-name".as_bytes().as_bstr()));
    path.ancestors().filter(all).last().unwrap_or_else(|| path.clone())
}

/// How many bytes the files below a path have; more than `enough` need not be exact.
fn size_below(path: &Path, enough: u64) -> u64 {
    let Ok(metadata) = path.symlink_metadata() else { return 0 };
    if !metadata.is_dir() {
        return if metadata.is_file() { metadata.len() } else { 0 };
    }
    let mut size = 0_u64;
    for entry in fs_err::read_dir(path).into_iter().flatten().flatten() {
        if size > enough {
            break;
        }
        size = size.saturating_add(size_below(&entry.path(), enough));
    }
    size
}
