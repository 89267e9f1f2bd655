//! What shall stand at a path, made under a temporary name beside it.

use std::{
    fs::{File, Metadata, Permissions},
    io::{self, Write},
    os::{
        fd::OwnedFd,
        unix::fs::{MetadataExt, PermissionsExt, fchown},
    },
    rc::Rc,
};

use bstr::{BStr, BString, ByteSlice};
use rustix::{
    fs::{Mode, OFlags, openat, symlinkat},
    io::Errno,
};

use super::rename::{At, exchange, rename_new, unlink};
use crate::{
    base::FileStat,
    policy::PLACE,
    workspace::{FileState, file_stat},
};

/// How often a race for a name is run again.
const TRIES: usize = 8;

fn set_mode(file: &File, mode: Option<u32>) -> io::Result<()> {
    mode.map_or(Ok(()), |mode| file.set_permissions(Permissions::from_mode(mode)))
}

/// A new file or link under a temporary name, which goes when this goes.
pub(super) struct Fresh {
    dir: Rc<OwnedFd>,
    pub(super) name: BString,
    file: Option<File>,
    armed: bool,
}

impl Fresh {
    /// Makes what shall stand at a path, under a temporary name beside it.
    pub(super) fn make(dir: &Rc<OwnedFd>, name: BString, to: &FileState) -> io::Result<Self> {
        let bytes: &[u8] = &name;
        match to {
            FileState::Absent => Err(Errno::INVAL.into()),
            FileState::Link { target } => {
                let target: &[u8] = target;
                symlinkat(target, dir, bytes)?;
                Ok(Self { dir: Rc::clone(dir), name, file: None, armed: true })
            }
            FileState::File { content, mode } => {
                let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                // Nobody reads a file before it has the mode that it shall have.
                let first = if mode.is_some() { 0o600 } else { 0o666 };
                let fd = openat(dir, bytes, flags, Mode::from_raw_mode(first))?;
                let mut file = File::from(fd);
                let written = file.write_all(content).and_then(|()| set_mode(&file, *mode));
                let fresh = Self { dir: Rc::clone(dir), name, file: Some(file), armed: true };
                written.map(|()| fresh)
            }
        }
    }

    pub(super) fn at(&self) -> At<'_> {
        At::new(&*self.dir, self.name.as_bstr())
    }

    /// Gives the new file the old one's owner, as far as the system lets us.
    pub(super) fn inherit(&mut self, old: Option<&Metadata>, to: &FileState) {
        let (Some(file), Some(old), FileState::File { mode, .. }) = (&self.file, old, to) else {
            return;
        };
        let Ok(new) = file.metadata() else { return };
        if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
            return;
        }
        if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
            fchown(file, None, Some(old.gid())).ok();
        }
        // A change of owner takes the set-ID bits away.
        set_mode(file, *mode).ok();
    }

    /// Lets it stay, now that it has its own name, and takes its numbers.
    pub(super) fn keep(mut self, name: &BStr) -> io::Result<FileStat> {
        self.armed = false;
        if let Some(file) = &self.file {
            return Ok(file_stat(&file.metadata()?));
        }
        let name: &[u8] = name;
        let flags = PLACE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let link = File::from(openat(&self.dir, name, flags, Mode::empty())?);
        Ok(file_stat(&link.metadata()?))
    }

    /// Gives the path back what it held. If somebody else wrote there again in between, that is
    /// what it shall hold.
    pub(super) fn exchange_back(&mut self, target: At<'_>) -> io::Result<()> {
        // Until it is known that the temporary name stands for ours, it must not be removed.
        self.armed = false;
        for _ in 0..TRIES {
            match exchange(self.at(), target) {
                Ok(()) => {}
                Err(Errno::NOENT) => return Ok(rename_new(self.at(), target)?),
                Err(errno) => return Err(errno.into()),
            }
            if self.is_ours() {
                self.armed = true;
                return Ok(());
            }
        }
        Err(Errno::BUSY.into())
    }

    fn is_ours(&self) -> bool {
        let name: &[u8] = &self.name;
        let flags = PLACE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let found = openat(&self.dir, name, flags, Mode::empty()).map(File::from);
        let found = found.and_then(|found| found.metadata().map_err(|_| Errno::IO));
        match (found, &self.file) {
            (Ok(found), Some(file)) => file
                .metadata()
                .is_ok_and(|ours| (ours.dev(), ours.ino()) == (found.dev(), found.ino())),
            (Ok(found), None) => found.is_symlink(),
            (Err(_), _) => false,
        }
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if self.armed {
            unlink(self.at()).ok();
        }
    }
}
