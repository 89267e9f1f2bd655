//! Ignored files that a command left and that are too much to be held in memory: they wait in the git
//! directory and go to the worktree by rename.
//!
//! They wait as the kernel left them in the view's layer: names that are gone are devices 0:0 there,
//! and a directory that replaces another one is marked. Until they are put in place the next view takes
//! them over and gives them back.

use std::{
    collections::BTreeMap,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::{
    fs::{FlockOperation, Mode, XattrFlags, chmod, flock, llistxattr, lremovexattr, lsetxattr},
    io::Errno,
};

use super::{
    laid::Laid,
    scan::{Found, children, without_identity},
    scratch::{make_dir, remove_tree},
};
use crate::{
    base::RepoPath,
    policy::GrantedPath,
    workspace::{
        crossing::{Beside, Crossing, CrossingError, Moment, Outset, cross},
        sandbox::like,
    },
};

/// Ignored files that wait for their place in the worktree. Dropped, they are gone.
#[derive(Debug)]
pub struct Carried {
    dir: PathBuf,
    _lock: File,
    top: GrantedPath,
    /// The topmost ignored directories, or files, that wait, and whether what they replace is kept.
    roots: Mutex<BTreeMap<RepoPath, bool>>,
    /// When the first command began that left any of it.
    since: Moment,
    keep: u64,
}

impl Carried {
    pub(super) fn make(
        scratch: &Path,
        top: &GrantedPath,
        (since, keep): (Moment, u64),
    ) -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix("carried-").tempdir_in(scratch)?;
        let lock = fs_err::File::create_new(dir.path().join("lock"))?.into();
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        fs_err::create_dir(dir.path().join("tree"))?;
        let roots = Mutex::default();
        Ok(Self { dir: dir.keep(), _lock: lock, top: top.clone(), roots, since, keep })
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<RepoPath, bool>> {
        // Each change of the set is one step: it is whole whoever has panicked.
        self.roots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The topmost ignored directories and files that wait, and whether what they replace is kept.
    pub(in crate::workspace) fn roots(&self) -> BTreeMap<RepoPath, bool> {
        self.locked().clone()
    }

    /// The one of them that a path is, or stands inside.
    pub(in crate::workspace) fn root_of(&self, path: &RepoPath) -> Option<RepoPath> {
        let roots = self.locked();
        let here = std::iter::once(path.clone()).chain(path.ancestors());
        here.filter(|path| roots.contains_key(path)).last()
    }

    /// What waits for a path, which is `root` or stands inside it.
    pub(in crate::workspace) fn laid(&self, root: &RepoPath, path: &RepoPath) -> io::Result<Laid> {
        Laid::at((&self.tree(), &self.top()), root, path)
    }

    /// Where all of it waits.
    pub(super) fn tree(&self) -> PathBuf {
        self.dir.join("tree")
    }

    /// The worktree's top.
    pub(super) fn top(&self) -> PathBuf {
        self.top.absolute()
    }

    fn waiting(&self, root: &RepoPath) -> PathBuf {
        self.tree().join(root.as_path())
    }

    /// Lends some of it to a layer.
    pub(super) fn give<'r>(
        &self,
        layer: &Path,
        roots: impl Iterator<Item = &'r RepoPath>,
    ) -> io::Result<()> {
        for root in roots {
            let (from, to) = (self.waiting(root), layer.join(root.as_path()));
            if from.symlink_metadata().is_ok() {
                self.parents(root, layer)?;
                fs_err::rename(from, to)?;
            }
        }
        Ok(())
    }

    /// Takes these out of a layer, those that it lent among them.
    pub(super) fn take(&self, layer: &Path, roots: BTreeMap<RepoPath, bool>) -> io::Result<()> {
        for root in roots.keys() {
            let (from, to) = (layer.join(root.as_path()), self.waiting(root));
            if from.symlink_metadata().is_ok() {
                if let Some(parent) = to.parent() {
                    fs_err::create_dir_all(parent)?;
                }
                // What was released is nobody's any more.
                remove_tree(&to);
                let _ = fs_err::remove_file(&to);
                fs_err::rename(from, &to)?;
                let is_dir = to.symlink_metadata()?.is_dir();
                if is_dir && is_hidden_below(layer, root) {
                    lsetxattr(&to, OPAQUE, b"y", XattrFlags::empty())?;
                }
            }
        }
        self.locked().extend(roots);
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

    /// Takes these into a store of its own, and works out how they get into the worktree.
    pub(super) fn cross(
        &self,
        roots: BTreeMap<RepoPath, bool>,
        store: (&Path, bool),
        beside: &Beside,
    ) -> Result<Crossing, CrossingError> {
        let (tree, top, since) = (self.tree(), &self.top, self.since);
        cross(&Outset { tree: &tree, top, roots, beside, since }, store)
    }

    /// How much is kept for undo of a transaction.
    pub(super) fn keep(&self) -> u64 {
        self.keep
    }

    pub(super) fn since(&self) -> Moment {
        self.since
    }
}

impl Drop for Carried {
    fn drop(&mut self) {
        remove_tree(&self.dir);
    }
}

/// By which the kernel marks a directory that hides what is below it.
pub(super) const OPAQUE: &str = "user.overlay.opaque";

/// Whether a directory above a path hides what is below that in the worktree.
fn is_hidden_below(layer: &Path, path: &RepoPath) -> bool {
    let hides = |dir: &Path| matches!(Found::at(dir), Ok(Found::Dir { replaces: true, .. }));
    path.ancestors().any(|dir| hides(&layer.join(dir.as_path())))
}

/// Makes a new directory plain: without the kernel's accounts of a view, all the way down.
pub(in crate::workspace) fn clean(dir: &Path) -> io::Result<()> {
    strip_attributes(dir)?;
    for name in children(dir)? {
        let at = dir.join(name);
        match Found::at(&at)? {
            Found::Gone | Found::Special => fs_err::remove_file(&at)?,
            found @ (Found::File { .. } | Found::Link) => strip_found(&at, &found)?,
            Found::Dir { .. } => clean(&at)?,
        }
    }
    Ok(())
}

/// Removes the attributes by which the kernel keeps its accounts of a view, and what would let whoever
/// runs a file become its owner.
pub(in crate::workspace) fn strip(file: &Path) -> io::Result<()> {
    strip_found(file, &Found::at(file)?)
}

fn strip_found(file: &Path, found: &Found) -> io::Result<()> {
    strip_attributes(file)?;
    if let Found::File { mode, .. } = *found
        && mode != without_identity(mode, 0)
    {
        chmod(file, Mode::from_raw_mode(without_identity(mode, 0)))?;
    }
    Ok(())
}

fn strip_attributes(file: &Path) -> io::Result<()> {
    let length = |buffer: &mut [u8]| match llistxattr(file, buffer) {
        Err(Errno::NOTSUP) => Ok(0),
        length => length,
    };
    // Of thousands of files hardly one has any.
    let mut names = vec![0_u8; length(&mut [])?];
    if names.is_empty() {
        return Ok(());
    }
    let length = length(&mut names)?;
    let names = names.get(..length).unwrap_or_default();
    for name in names.split(|&byte| byte == 0).filter(|name| name.starts_with(b"user.overlay.")) {
        lremovexattr(file, name)?;
    }
    Ok(())
}
