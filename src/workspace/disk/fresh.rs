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

use bstr::{BString, ByteSlice};
use rustix::{
    fs::{Mode, OFlags, Timespec, Timestamps, futimens, openat, symlinkat},
    io::Errno,
};

use super::rename::{At, Identity, exchange_back, unlink};
use crate::{
    base::{FileStat, failpoint::around},
    policy::PLACE,
    workspace::{FileState, change_set::FileTime, file_stat},
};

fn set_mode(file: &File, mode: Option<u32>) -> io::Result<()> {
    mode.map_or(Ok(()), |mode| file.set_permissions(Permissions::from_mode(mode)))
}

/// Writes a file's content. A test may break off in the middle.
fn write(file: &mut File, content: &[u8]) -> io::Result<()> {
    let (first, rest) = content.split_at(content.len() / 2);
    if cfg!(feature = "failpoints") {
        around("write half a file", || file.write_all(first))?;
        return around("write file", || file.write_all(rest));
    }
    file.write_all(content)
}

/// A new file or link under a temporary name, which goes when this goes.
pub(super) struct Fresh {
    dir: Rc<OwnedFd>,
    pub(super) name: BString,
    file: File,
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
                around("symlink", || symlinkat(target, dir, bytes))?;
                let flags = PLACE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                let file = openat(dir, bytes, flags, Mode::empty())?.into();
                Ok(Self { dir: Rc::clone(dir), name, file, armed: true })
            }
            FileState::File { content, mode } => {
                let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
                // Nobody reads a file before it has the mode that it shall have.
                let first = if mode.is_some() { 0o600 } else { 0o666 };
                let first = Mode::from_raw_mode(first);
                let fd = around("make file", || openat(dir, bytes, flags, first))?;
                let mut file = File::from(fd);
                let written = write(&mut file, content).and_then(|()| set_mode(&file, *mode));
                let fresh = Self { dir: Rc::clone(dir), name, file, armed: true };
                written.map(|()| fresh)
            }
        }
    }

    /// What stands under the temporary name already.
    pub(super) fn of(dir: &Rc<OwnedFd>, name: BString, file: File) -> Self {
        Self { dir: Rc::clone(dir), name, file, armed: true }
    }

    /// Says when it was last changed.
    pub(super) fn set_time(&self, (seconds, nanoseconds): FileTime) -> io::Result<()> {
        let time = Timespec { tv_sec: seconds, tv_nsec: nanoseconds.into() };
        let times = Timestamps { last_access: time, last_modification: time };
        Ok(futimens(&self.file, &times)?)
    }

    pub(super) fn at(&self) -> At<'_> {
        At::new(&*self.dir, self.name.as_bstr())
    }

    /// Lets it stay, now that it has its own name, with the owner of what stood there as far as
    /// the system lets us, and takes its numbers.
    pub(super) fn keep(mut self, old: Option<&Metadata>, to: &FileState) -> Option<FileStat> {
        self.armed = false;
        let new = self.file.metadata().ok()?;
        match old {
            Some(old) if (new.uid(), new.gid()) != (old.uid(), old.gid()) => {
                inherit(&self.file, old, to);
                self.file.metadata().ok().as_ref().map(file_stat)
            }
            Some(_) | None => Some(file_stat(&new)),
        }
    }

    /// Gives the path back what it held before this was exchanged for it.
    pub(super) fn exchange_back(&mut self, target: At<'_>) -> io::Result<()> {
        // Until that is done the temporary name stands for something of the user's.
        self.armed = false;
        let ours = Identity::from(&self.file.metadata()?);
        self.armed = exchange_back(self.at(), target, ours)?;
        Ok(())
    }
}

fn inherit(file: &File, old: &Metadata, to: &FileState) {
    if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        fchown(file, None, Some(old.gid())).ok();
    }
    // A change of owner takes the set-ID bits away.
    if let FileState::File { mode, .. } = to {
        set_mode(file, *mode).ok();
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        if self.armed {
            unlink(self.at()).ok();
        }
    }
}
