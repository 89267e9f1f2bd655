//! Putting content at a path, if the path still holds what it is known to hold.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    os::fd::OwnedFd,
    path::Path,
    rc::Rc,
};

use bstr::{BString, ByteSlice};
use rustix::{
    fs::{AtFlags, Mode, OFlags, mkdirat, unlinkat},
    io::Errno,
};

use super::{
    fresh::Fresh,
    handles::Handles,
    inspect::{Found, inspect},
    naming::Naming,
    rename::{
        At, Hold, exchange, hold, is_unsupported, move_back, rename_new, rename_over, unlink,
    },
    swap::{Held, Swap},
    trash::{Emptying, Trash},
};
use crate::{
    base::{FileStat, RepoPath, failpoint::around},
    policy::{GrantedPath, PLACE},
    workspace::{Call, ChangeSet, FileState, FsError, change_set::FileTime},
};

/// Why nothing was put. The path holds what it held.
#[derive(Debug, thiserror::Error)]
pub enum SwapError {
    /// It does not hold what it was expected to hold: somebody else has written to it.
    #[error("`{path}` was changed by somebody else")]
    Changed {
        /// The path as it is shown.
        path: String,
    },
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] FsError),
}

/// Writes to disk below the roots of one gate. Not for more than one thread.
#[derive(Debug)]
pub struct Disk {
    pub(super) shared: Rc<Shared>,
}

/// What swaps need of the disk as long as they can be revoked.
#[derive(Debug)]
pub(super) struct Shared {
    handles: RefCell<Handles>,
    leaving: HashSet<(usize, RepoPath)>,
    times: HashMap<(usize, RepoPath), FileTime>,
    naming: Naming,
    pub(super) exchanges: Cell<bool>,
    pub(super) trash: Option<Trash>,
}

impl Disk {
    /// Gets ready to write out a change set, with temporary files that `naming` names. What it
    /// replaces is removed in the end; with a directory for `trash` it waits there, where it is
    /// much.
    #[must_use]
    pub fn new(changes: &ChangeSet, naming: Naming, trash: Option<&Path>) -> Self {
        let leaving = changes.removed_dirs.iter().map(|(dir, _)| {
            let (root, rel) = dir.key();
            (root, rel.clone())
        });
        let times = changes.times.iter().map(|(path, time)| {
            let (root, rel) = path.key();
            ((root, rel.clone()), *time)
        });
        let shared = Shared {
            times: times.collect(),
            handles: RefCell::default(),
            leaving: leaving.collect(),
            naming,
            exchanges: Cell::new(true),
            trash: trash.and_then(|dir| Trash::open(dir, changes.changes.len())),
        };
        Self { shared: Rc::new(shared) }
    }

    /// Begins to remove what earlier transactions left in the trash, where it is too much.
    pub fn empty_full_trash(&self) -> Emptying {
        self.shared.trash.as_ref().map(Trash::empty_if_full).unwrap_or_default()
    }

    /// Puts `to` at a path that must hold `expected`, both checked when it is done: what comes
    /// out is what was expected, or it goes back and nothing has happened.
    pub fn put(
        &self,
        path: &GrantedPath,
        to: &FileState,
        expected: &FileState,
    ) -> Result<Swap, SwapError> {
        let put = Put { shared: &self.shared, path, to, expected };
        let done = match (to, expected) {
            (FileState::Absent, FileState::Absent) => put.nothing(),
            (FileState::Absent, _) => put.delete(),
            (_, FileState::Absent) => put.create(),
            _ => put.replace(),
        };
        let (held, stat) = done.map_err(|failure| put.explain(failure))?;
        Ok(Swap::new(Rc::clone(&self.shared), path.clone(), to.clone(), held, stat))
    }

    /// Makes a directory, with the permission bits given or else by the umask. Says whether it
    /// was made; one that is there already is left as it is.
    pub fn make_dir(&self, path: &GrantedPath, mode: Option<u32>) -> Result<bool, FsError> {
        self.try_make_dir(path, mode)
            .map_err(|errno| FsError::new(errno, Call::Mkdir, path.shown()))
    }

    fn try_make_dir(&self, path: &GrantedPath, mode: Option<u32>) -> rustix::io::Result<bool> {
        let dir = self.shared.parent(path)?;
        let name: &[u8] = path.rel().name();
        match around("mkdir", || mkdirat(&dir, name, Mode::from_raw_mode(0o777))) {
            Ok(()) => {}
            Err(Errno::EXIST) if path.open(PLACE | OFlags::DIRECTORY).is_ok() => return Ok(false),
            Err(errno) => return Err(errno),
        }
        self.shared.handles.borrow_mut().forget(path);
        if let Some(mode) = mode
            && let Err(errno) = set_dir_mode(path, mode)
        {
            // It was not there before, and is not to stay as something else than was wanted.
            let _ = unlinkat(&dir, name, AtFlags::REMOVEDIR);
            return Err(errno);
        }
        Ok(true)
    }

    /// Removes a directory, which must be empty.
    pub fn remove_dir(&self, path: &GrantedPath) -> Result<(), FsError> {
        let removed = self.shared.parent(path).and_then(|dir| {
            let name: &[u8] = path.rel().name();
            around("rmdir", || unlinkat(&dir, name, AtFlags::REMOVEDIR))
        });
        self.shared.handles.borrow_mut().forget(path);
        removed.map_err(|errno| FsError::new(errno, Call::Rmdir, path.shown()))
    }
}

/// Gives a directory its permission bits.
fn set_dir_mode(path: &GrantedPath, mode: u32) -> rustix::io::Result<()> {
    let handle = path.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
    around("chmod dir", || rustix::fs::fchmod(&handle, Mode::from_raw_mode(mode)))
}

/// The same for one that was made before its maker was cut short. One that is gone is none.
pub fn finish_dir(path: &GrantedPath, mode: u32) -> Result<(), FsError> {
    match set_dir_mode(path, mode) {
        Ok(()) | Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(()),
        Err(errno) => Err(FsError::new(errno, Call::Mkdir, path.shown())),
    }
}

impl Shared {
    pub(super) fn parent(&self, path: &GrantedPath) -> rustix::io::Result<Rc<OwnedFd>> {
        let parent = path.rel().parent().ok_or(Errno::BUSY)?;
        self.directory(path, &parent)
    }

    pub(super) fn directory(
        &self,
        path: &GrantedPath,
        dir: &RepoPath,
    ) -> rustix::io::Result<Rc<OwnedFd>> {
        self.handles.borrow_mut().get(path, dir)
    }

    /// The nearest directory above a path that stays: what is deleted is held there, so that
    /// the directories that go are empty.
    fn staying(&self, path: &GrantedPath) -> RepoPath {
        let root = path.key().0;
        let mut above = path.rel().ancestors();
        above.find(|dir| !self.leaving.contains(&(root, dir.clone()))).unwrap_or_default()
    }

    pub(super) fn temporary_name(&self, path: &GrantedPath) -> BString {
        self.naming.next(path)
    }
}

/// What went wrong, before it is put in words.
enum Failure {
    Changed,
    Io(std::io::Error),
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Self {
        Self::Io(errno.into())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

type Done = Result<(Option<Held>, Option<FileStat>), Failure>;

/// One path being put.
struct Put<'a> {
    shared: &'a Shared,
    path: &'a GrantedPath,
    to: &'a FileState,
    expected: &'a FileState,
}

impl Put<'_> {
    fn explain(&self, failure: Failure) -> SwapError {
        match failure {
            Failure::Changed => SwapError::Changed { path: self.path.shown().to_owned() },
            Failure::Io(error) => FsError::new(error, Call::Open, self.path.shown()).into(),
        }
    }

    /// The directory of the path; if it is gone or became a link, somebody else did that.
    fn parent(&self) -> Result<Rc<OwnedFd>, Failure> {
        self.shared.parent(self.path).map_err(|errno| match errno {
            Errno::NOENT | Errno::NOTDIR | Errno::LOOP => Failure::Changed,
            other => other.into(),
        })
    }

    /// What shall stand at the path, under a temporary name beside it: the very file that once
    /// stood there, if it waits in the trash and still holds that, else a new one.
    fn fresh(&self, dir: &Rc<OwnedFd>) -> Result<Fresh, Failure> {
        let name = self.shared.temporary_name(self.path);
        let at = At::new(dir, name.as_bstr());
        let trash = self.shared.trash.as_ref();
        if let Some(file) = trash.and_then(|trash| trash.give_back(self.path, self.to, at)) {
            return Ok(Fresh::of(dir, name, file));
        }
        let fresh = Fresh::make(dir, name, self.to)?;
        let (root, rel) = self.path.key();
        if let Some(&time) = self.shared.times.get(&(root, rel.clone())) {
            fresh.set_time(time)?;
        }
        Ok(fresh)
    }

    fn nothing(&self) -> Done {
        match self.path.open(PLACE) {
            Ok(_) => Err(Failure::Changed),
            Err(_) => Ok((None, None)),
        }
    }

    fn create(&self) -> Done {
        let dir = self.parent()?;
        let fresh = self.fresh(&dir)?;
        let target = At::new(&dir, self.path.rel().name());
        match rename_new(fresh.at(), target) {
            Ok(()) => Ok((None, fresh.keep(None, self.to))),
            Err(Errno::EXIST) => Err(Failure::Changed),
            Err(errno) => Err(errno.into()),
        }
    }

    fn delete(&self) -> Done {
        let dir = self.parent()?;
        let target = At::new(&dir, self.path.rel().name());
        let held = Held {
            dir: self.shared.staying(self.path),
            name: self.shared.temporary_name(self.path),
            size: self.expected.size(),
        };
        let hold_dir = self.shared.directory(self.path, &held.dir)?;
        let aside = At::new(&hold_dir, held.name.as_bstr());
        match rename_new(target, aside) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Err(Failure::Changed),
            Err(errno) => return Err(errno.into()),
        }
        match inspect(aside, self.expected) {
            Ok(Found::Same(_)) => Ok((Some(held), None)),
            other => {
                move_back(aside, target)?;
                Err(other.map_or_else(Failure::from, |_| Failure::Changed))
            }
        }
    }

    fn replace(&self) -> Done {
        let dir = self.parent()?;
        let mut fresh = self.fresh(&dir)?;
        let target = At::new(&dir, self.path.rel().name());
        if !self.shared.exchanges.get() {
            return self.replace_without_exchange(fresh, target);
        }
        match exchange(fresh.at(), target) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Err(Failure::Changed),
            Err(errno) if is_unsupported(errno) => {
                self.shared.exchanges.set(false);
                return self.replace_without_exchange(fresh, target);
            }
            Err(errno) => return Err(errno.into()),
        }
        match inspect(fresh.at(), self.expected) {
            Ok(Found::Same(old)) => {
                let held = self.beside(fresh.name.clone());
                Ok((Some(held), fresh.keep(old.as_ref(), self.to)))
            }
            other => {
                fresh.exchange_back(target)?;
                Err(other.map_or_else(Failure::from, |_| Failure::Changed))
            }
        }
    }

    /// The same with a short gap between the look and the rename.
    fn replace_without_exchange(&self, fresh: Fresh, target: At<'_>) -> Done {
        let held = self.beside(self.shared.temporary_name(self.path));
        let aside = At { name: held.name.as_bstr(), ..target };
        let held_by = match hold(target, aside) {
            Ok(held_by) => held_by,
            Err(Errno::NOENT) => return Err(Failure::Changed),
            Err(errno) => return Err(errno.into()),
        };
        match inspect(aside, self.expected) {
            Ok(Found::Same(old)) => {
                rename_over(fresh.at(), target)?;
                Ok((Some(held), fresh.keep(old.as_ref(), self.to)))
            }
            other => {
                match held_by {
                    Hold::Linked => unlink(aside)?,
                    Hold::Moved => move_back(aside, target)?,
                }
                Err(other.map_or_else(Failure::from, |_| Failure::Changed))
            }
        }
    }

    fn beside(&self, name: BString) -> Held {
        let dir = self.path.rel().parent().unwrap_or_default();
        Held { dir, name, size: self.expected.size() }
    }
}
