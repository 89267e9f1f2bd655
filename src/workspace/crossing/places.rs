//! The renames between the worktree and a store.

use std::{
    io::{self, ErrorKind},
    os::fd::{AsFd, OwnedFd},
};

use rustix::{
    fs::{AtFlags, CWD, Mode, OFlags, RenameFlags, mkdirat, openat, renameat_with, unlinkat},
    io::Errno,
};

use super::{
    error::{CrossingError, failed_at},
    store::{Move, Stamp, Store},
};
use crate::{
    base::{RepoPath, failpoint::around},
    policy::{GrantedPath, PLACE},
};

/// The worktree and a store.
pub(super) struct Places<'a> {
    top: &'a GrantedPath,
    store: &'a Store,
    /// The directory of the last path: thousands of them stand in a few.
    last: Option<(RepoPath, OwnedFd)>,
}

impl<'a> Places<'a> {
    pub(super) fn new(top: &'a GrantedPath, store: &'a Store) -> Self {
        Self { top, store, last: None }
    }

    /// Makes a move, or where it is not `there`, takes it back. What comes out of the worktree must
    /// be what was seen there: else it goes back.
    pub(super) fn go(&mut self, step: &Move, there: bool) -> Result<(), CrossingError> {
        let (goes, comes) = ends(step, there);
        let failed = failed_at(&step.path);
        let changed = || CrossingError::Changed(vec![step.path.to_string()]);
        match self.change(&step.path, (goes.is_some(), comes.is_some())) {
            Err(error)
                if matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) =>
            {
                return Err(changed());
            }
            done => done.map_err(&failed)?,
        }
        if Stamp::at(&self.store.place(&step.path)).map_err(&failed)? == goes {
            return Ok(());
        }
        self.change(&step.path, (comes.is_some(), goes.is_some())).map_err(&failed)?;
        Err(changed())
    }

    /// What stands in the worktree and what waits in the store change places.
    fn change(&mut self, path: &RepoPath, (goes, comes): (bool, bool)) -> io::Result<()> {
        let flags = if goes && comes { RenameFlags::EXCHANGE } else { RenameFlags::NOREPLACE };
        let waits = self.store.place(path);
        if let Some(parent) = waits.parent() {
            fs_err::create_dir_all(parent)?;
        }
        let dir = self.parent(path)?.as_fd();
        let name = path.name();
        around("carry", || {
            if comes {
                renameat_with(CWD, &waits, dir, name.as_ref() as &[u8], flags)
            } else {
                renameat_with(dir, name.as_ref() as &[u8], CWD, &waits, flags)
            }
        })?;
        Ok(())
    }

    /// Removes those of the directories that are empty; parents come first.
    pub(super) fn remove_empty(&mut self, dirs: &[RepoPath]) {
        for dir in dirs.iter().rev() {
            if let Ok(parent) = self.parent(dir) {
                let name: &[u8] = dir.name();
                // What the user has put something into stays.
                let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
            }
        }
        self.last = None;
    }

    /// The directory that a path stands in, no link followed. One that is gone is made again.
    fn parent(&mut self, path: &RepoPath) -> io::Result<&OwnedFd> {
        let parent = path.parent().unwrap_or_default();
        let known = self.last.take().filter(|(known, _)| *known == parent);
        let dir = match known {
            Some((_, dir)) => dir,
            None => self.open(path)?,
        };
        Ok(&self.last.insert((parent, dir)).1)
    }

    fn open(&self, path: &RepoPath) -> io::Result<OwnedFd> {
        let mut dir = self.top.open(PLACE | OFlags::DIRECTORY)?;
        let mut parents: Vec<RepoPath> = path.ancestors().collect();
        parents.reverse();
        for parent in parents {
            let name: &[u8] = parent.name();
            let flags = PLACE | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let open = || openat(&dir, name, flags, Mode::empty());
            let opened = match open() {
                Err(Errno::NOENT) => {
                    mkdirat(&dir, name, Mode::from_raw_mode(0o777))?;
                    open()
                }
                opened => opened,
            };
            dir = opened?;
        }
        Ok(dir)
    }
}

/// What goes and what comes when a move is made, or taken back.
pub(super) fn ends(step: &Move, there: bool) -> (Option<Stamp>, Option<Stamp>) {
    if there { (step.goes, step.comes) } else { (step.comes, step.goes) }
}
