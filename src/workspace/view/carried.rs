//! Ignored files that a command left and that are too much to be held in memory: they wait in the git
//! directory and go to the worktree by rename.
//!
//! They wait as the kernel left them in the view's layer: names that are gone are devices 0:0 there,
//! and a directory that replaces another one is marked. Until they are put in place the next view takes
//! them over and gives them back.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::{
    fs::{FlockOperation, Mode, chmod, flock, llistxattr, lremovexattr},
    io::Errno,
};

use super::{
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

    fn roots(&self) -> MutexGuard<'_, BTreeMap<RepoPath, bool>> {
        // Each change of the set is one step: it is whole whoever has panicked.
        self.roots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn names(&self) -> BTreeSet<RepoPath> {
        self.roots().keys().cloned().collect()
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
    pub(super) fn take(&self, layer: &Path, more: BTreeMap<RepoPath, bool>) -> io::Result<()> {
        let mut roots = self.roots();
        roots.extend(more);
        for root in roots.keys() {
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

    /// Takes these out of what waits: they are written otherwise.
    pub(super) fn leave_out<'p>(&self, paths: impl Iterator<Item = &'p RepoPath>) {
        for path in paths {
            // One that is not there is as good.
            let _ = fs_err::remove_file(self.waiting(path));
        }
    }

    /// Takes all that waits into a store of its own, the directory `store`, and works out how it
    /// gets into the worktree, where `beside` changes as well. It is carried once.
    pub fn cross(&self, store: (&Path, bool), beside: &Beside) -> Result<Crossing, CrossingError> {
        let tree = self.dir.join("tree");
        let (top, roots, since) = (&self.top, self.roots().clone(), self.since);
        cross(&Outset { tree: &tree, top, roots, beside, since }, store)
    }

    /// The topmost ignored directories and files that are carried, and whether what they replace is
    /// kept for undo.
    #[must_use]
    pub fn told(&self) -> BTreeMap<String, bool> {
        self.roots().iter().map(|(path, kept)| (path.to_string(), *kept)).collect()
    }

    /// How much is kept for undo of a transaction.
    #[must_use]
    pub fn keep(&self) -> u64 {
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

/// Makes a new directory plain: without the kernel's accounts of a view, all the way down.
pub(in crate::workspace) fn clean(dir: &Path) -> io::Result<()> {
    strip(dir)?;
    for name in children(dir)? {
        let at = dir.join(name);
        match Found::at(&at)? {
            Found::Gone | Found::Special => fs_err::remove_file(&at)?,
            Found::File { .. } | Found::Link => strip(&at)?,
            Found::Dir { .. } => clean(&at)?,
        }
    }
    Ok(())
}

/// How many bytes the names of a file's attributes have at the most (`XATTR_LIST_MAX`).
const MOST_ATTRIBUTES: usize = 64 * 1024;

/// Removes the attributes by which the kernel keeps its accounts of a view, and what would let whoever
/// runs a file become its owner.
pub(in crate::workspace) fn strip(file: &Path) -> io::Result<()> {
    let mut names = vec![0_u8; MOST_ATTRIBUTES];
    let length = match llistxattr(file, &mut names[..]) {
        Ok(length) => length,
        Err(Errno::NOTSUP) => 0,
        Err(errno) => return Err(errno.into()),
    };
    let names = names.get(..length).unwrap_or_default();
    for name in names.split(|&byte| byte == 0).filter(|name| name.starts_with(b"user.overlay.")) {
        lremovexattr(file, name)?;
    }
    if let Found::File { mode, .. } = Found::at(file)?
        && mode != without_identity(mode, 0)
    {
        chmod(file, Mode::from_raw_mode(without_identity(mode, 0)))?;
    }
    Ok(())
}
