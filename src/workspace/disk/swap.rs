//! A path that was put and can still be taken back.

use std::{fs::File, rc::Rc};

use bstr::{BString, ByteSlice};
use rustix::io::Errno;

use super::{
    inspect::{Found, inspect},
    put::Shared,
    rename::{At, exchange, exchange_back, identity, move_back, rename_new, rename_over, unlink},
};
use crate::{
    base::{FileStat, RepoPath},
    policy::{GrantedPath, PLACE},
    workspace::{Call, FileState, FsError, file_stat},
};

/// What stood at a path before, under a temporary name.
#[derive(Debug)]
pub(super) struct Held {
    /// The directory of the temporary name, relative to the root.
    pub(super) dir: RepoPath,
    pub(super) name: BString,
    /// How many bytes it has.
    pub(super) size: u64,
}

/// What taking a swap back came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// The path holds what it held before.
    Restored,
    /// Somebody else has written to the path since: what they wrote is kept.
    Kept,
}

/// A path that was put. What it held before is held until this is finished; dropped without,
/// it is taken back.
#[must_use = "dropping a swap takes it back"]
#[derive(Debug)]
pub struct Swap {
    shared: Rc<Shared>,
    path: GrantedPath,
    to: FileState,
    held: Option<Held>,
    stat: Option<FileStat>,
    open: bool,
}

impl Swap {
    pub(super) fn new(
        shared: Rc<Shared>,
        path: GrantedPath,
        to: FileState,
        held: Option<Held>,
        stat: Option<FileStat>,
    ) -> Self {
        Self { shared, path, to, held, stat, open: true }
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &GrantedPath {
        &self.path
    }

    /// The numbers of what was put, taken after the rename; `None` where nothing stands now.
    #[must_use]
    pub fn stat(&self) -> Option<FileStat> {
        self.stat
    }

    /// Whether the path still holds what was put there. What cannot be looked at is taken to.
    #[must_use]
    pub fn still_holds(&self) -> bool {
        let now = match self.path.open(PLACE) {
            Ok(found) => File::from(found).metadata().ok().as_ref().map(file_stat),
            Err(Errno::NOENT | Errno::NOTDIR) => return self.to == FileState::Absent,
            Err(_) => return true,
        };
        if now.is_some() && now == self.stat {
            return true;
        }
        let Ok(dir) = self.shared.parent(&self.path) else { return false };
        let target = At::new(&dir, self.path.rel().name());
        inspect(target, &self.to).is_ok_and(|found| matches!(found, Found::Same(_)))
    }

    /// Lets it be: what was held is removed, or waits in the trash for that.
    pub fn finish(mut self) -> Result<(), FsError> {
        self.open = false;
        let gone = match &self.shared.trash {
            None => self.release(|held, _| unlink(held)),
            Some(trash) => self.release(|held, size| trash.take(&self.path, size, held)),
        };
        gone.map_err(|errno| FsError::new(errno, Call::Unlink, self.path.shown()))
    }

    /// Takes it back, unless somebody else has written to the path since.
    pub fn undo(mut self) -> Result<Undone, FsError> {
        self.open = false;
        self.revert().map_err(|error| FsError::new(error, Call::Open, self.path.shown()))
    }

    /// Lets `take` take away what is held; its bytes are counted.
    fn release(
        &self,
        take: impl FnOnce(At<'_>, u64) -> rustix::io::Result<()>,
    ) -> rustix::io::Result<()> {
        let Some(held) = &self.held else { return Ok(()) };
        let dir = self.shared.directory(&self.path, &held.dir)?;
        take(At::new(&dir, held.name.as_bstr()), held.size)
    }

    fn revert(&self) -> std::io::Result<Undone> {
        match (&self.held, &self.to) {
            (None, FileState::Absent) => Ok(Undone::Restored),
            (None, _) => self.uncreate(),
            (Some(held), FileState::Absent) => self.undelete(held),
            (Some(held), _) => self.unreplace(held),
        }
    }

    fn uncreate(&self) -> std::io::Result<Undone> {
        let dir = self.shared.parent(&self.path)?;
        let name = self.shared.temporary_name(&self.path);
        let aside = At::new(&dir, name.as_bstr());
        let target = At::new(&dir, self.path.rel().name());
        match rename_new(target, aside) {
            Ok(()) => {}
            Err(Errno::NOENT) => return Ok(Undone::Restored),
            Err(errno) => return Err(errno.into()),
        }
        if let Found::Same(_) = inspect(aside, &self.to)? {
            unlink(aside)?;
            return Ok(Undone::Restored);
        }
        move_back(aside, target)?;
        Ok(Undone::Kept)
    }

    fn undelete(&self, held: &Held) -> std::io::Result<Undone> {
        let hold_dir = self.shared.directory(&self.path, &held.dir)?;
        let dir = self.shared.parent(&self.path)?;
        let target = At::new(&dir, self.path.rel().name());
        match rename_new(At::new(&hold_dir, held.name.as_bstr()), target) {
            Ok(()) => Ok(Undone::Restored),
            Err(Errno::EXIST) => self.kept(),
            Err(errno) => Err(errno.into()),
        }
    }

    fn unreplace(&self, held: &Held) -> std::io::Result<Undone> {
        let dir = self.shared.parent(&self.path)?;
        let aside = At::new(&dir, held.name.as_bstr());
        let target = At::new(&dir, self.path.rel().name());
        if !self.shared.exchanges.get() {
            if let Found::Other = inspect(target, &self.to)? {
                return self.kept();
            }
            rename_over(aside, target)?;
            return Ok(Undone::Restored);
        }
        let old = identity(aside)?;
        match exchange(aside, target) {
            Ok(()) => {}
            Err(Errno::NOENT) => return self.kept(),
            Err(errno) => return Err(errno.into()),
        }
        if let Found::Same(_) = inspect(aside, &self.to)? {
            unlink(aside)?;
            return Ok(Undone::Restored);
        }
        if exchange_back(aside, target, old)? {
            return self.kept();
        }
        Ok(Undone::Kept)
    }

    /// Leaves what somebody else wrote. What was held is in the object database by now.
    fn kept(&self) -> std::io::Result<Undone> {
        self.release(|held, _| unlink(held))?;
        Ok(Undone::Kept)
    }
}

impl Drop for Swap {
    fn drop(&mut self) {
        if self.open {
            // There is nobody to tell: recovery finds the journal and finishes this.
            self.revert().ok();
        }
    }
}
