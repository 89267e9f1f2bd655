//! The renames that writing out is made of, and what stands in for them where the system or
//! the file system has none.

use std::{
    fs::{File, Metadata},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::fs::MetadataExt,
    },
};

use bstr::BStr;
use rustix::{
    fs::{AtFlags, Mode, OFlags, linkat, openat, renameat, statat, unlinkat},
    io::{Errno, Result},
};

use crate::{base::failpoint::around, policy::PLACE};

/// How often a race for a name is run again.
const TRIES: usize = 64;

/// A name in a directory.
#[derive(Clone, Copy)]
pub(super) struct At<'a> {
    pub(super) dir: BorrowedFd<'a>,
    pub(super) name: &'a BStr,
}

impl<'a> At<'a> {
    pub(super) fn new(dir: &'a impl AsFd, name: &'a BStr) -> Self {
        Self { dir: dir.as_fd(), name }
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        self.name
    }
}

/// Exchanges what two names stand for.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
pub(super) fn exchange(one: At<'_>, other: At<'_>) -> Result<()> {
    use rustix::fs::{RenameFlags, renameat_with};
    around("exchange", || {
        renameat_with(one.dir, one.bytes(), other.dir, other.bytes(), RenameFlags::EXCHANGE)
    })
}

/// Exchanges what two names stand for: not here.
#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
pub(super) fn exchange(_one: At<'_>, _other: At<'_>) -> Result<()> {
    Err(Errno::NOSYS)
}

/// Renames, unless something has the new name (EEXIST).
pub(super) fn rename_new(from: At<'_>, to: At<'_>) -> Result<()> {
    match rename_new_in_kernel(from, to) {
        Err(errno) if is_unsupported(errno) => {}
        done => return done,
    }
    match linkat(from.dir, from.bytes(), to.dir, to.bytes(), AtFlags::empty()) {
        Ok(()) => return unlink(from),
        Err(errno) if is_unsupported(errno) || errno == Errno::PERM => {}
        Err(errno) => return Err(errno),
    }
    match statat(to.dir, to.bytes(), AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => renameat(from.dir, from.bytes(), to.dir, to.bytes()),
        Ok(_) => Err(Errno::EXIST),
        Err(errno) => Err(errno),
    }
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_new_in_kernel(from: At<'_>, to: At<'_>) -> Result<()> {
    use rustix::fs::{RenameFlags, renameat_with};
    around("rename", || {
        renameat_with(from.dir, from.bytes(), to.dir, to.bytes(), RenameFlags::NOREPLACE)
    })
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn rename_new_in_kernel(_from: At<'_>, _to: At<'_>) -> Result<()> {
    Err(Errno::NOSYS)
}

/// Renames over whatever has the new name.
pub(super) fn rename_over(from: At<'_>, to: At<'_>) -> Result<()> {
    around("rename over", || renameat(from.dir, from.bytes(), to.dir, to.bytes()))
}

/// How something is held aside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    /// It has its own name, too.
    Linked,
    /// The file system has no hard links: this is its only name.
    Moved,
}

/// Holds what stands at `from` under a new name.
pub(super) fn hold(from: At<'_>, to: At<'_>) -> Result<Hold> {
    match linkat(from.dir, from.bytes(), to.dir, to.bytes(), AtFlags::empty()) {
        Ok(()) => Ok(Hold::Linked),
        Err(errno) if is_unsupported(errno) || errno == Errno::PERM || errno == Errno::MLINK => {
            rename_new(from, to).map(|()| Hold::Moved)
        }
        Err(errno) => Err(errno),
    }
}

/// What tells a file from every other one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl From<&Metadata> for Identity {
    fn from(metadata: &Metadata) -> Self {
        Self(metadata.dev(), metadata.ino())
    }
}

/// What a name stands for by now.
pub(super) fn identity(at: At<'_>) -> std::io::Result<Identity> {
    let flags = PLACE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = File::from(openat(at.dir, at.bytes(), flags, Mode::empty())?);
    Ok(Identity::from(&found.metadata()?))
}

/// Exchanges `aside` and `target` back, where `placed` was put at the target by us. If somebody
/// else has saved to the target in between, it is their last save that stands there in the end.
///
/// Says whether `aside` now stands for something that nobody misses.
pub(super) fn exchange_back(
    aside: At<'_>,
    target: At<'_>,
    mut placed: Identity,
) -> std::io::Result<bool> {
    for _ in 0..TRIES {
        let next = identity(aside)?;
        match exchange(aside, target) {
            Ok(()) => {}
            Err(Errno::NOENT) => {
                rename_new(aside, target)?;
                return Ok(false);
            }
            Err(errno) => return Err(errno.into()),
        }
        // What came out is what we put there, or a save that was made since: then it goes back,
        // in place of the one before it.
        if identity(aside)? == placed {
            return Ok(true);
        }
        placed = next;
    }
    Err(Errno::BUSY.into())
}

/// Gives what was moved aside its name back, unless somebody else has saved under that name
/// since: then theirs is the newer one and stays.
pub(super) fn move_back(aside: At<'_>, target: At<'_>) -> Result<()> {
    match rename_new(aside, target) {
        Err(Errno::EXIST) => unlink(aside),
        done => done,
    }
}

/// Takes a name away.
pub(super) fn unlink(at: At<'_>) -> Result<()> {
    around("unlink", || unlinkat(at.dir, at.bytes(), AtFlags::empty()))
}

/// Whether the kernel or the file system does not know the call.
pub(super) fn is_unsupported(errno: Errno) -> bool {
    [Errno::NOSYS, Errno::INVAL, Errno::OPNOTSUPP, Errno::NOTSUP].contains(&errno)
}
