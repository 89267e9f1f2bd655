//! Taking away what cannot be put aside: what holds nothing.

use rustix::{
    fs::{AtFlags, unlinkat},
    io::Errno,
};

use crate::{
    base::failpoint::around,
    policy::{GrantedPath, PLACE},
    workspace::{Call, FsError},
};

/// Removes a FIFO, a socket or a device: it holds nothing.
pub fn remove_special(path: &GrantedPath) -> Result<(), FsError> {
    match remove(path, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT | Errno::NOTDIR) => Ok(()),
        Err(errno) => Err(FsError::new(errno, Call::Unlink, path.shown())),
    }
}

/// Removes a directory unless something is in it.
pub fn remove_if_empty(path: &GrantedPath) -> Result<(), FsError> {
    match remove(path, AtFlags::REMOVEDIR) {
        Ok(()) | // Where a link stands above it, it is gone: no link is followed.
        Err(
            Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::NOTEMPTY | Errno::EXIST,
        ) => Ok(()),
        Err(errno) => Err(FsError::new(errno, Call::Rmdir, path.shown())),
    }
}

fn remove(path: &GrantedPath, flags: AtFlags) -> rustix::io::Result<()> {
    let parent = path.rel().parent().ok_or(Errno::BUSY)?;
    let dir = path.open_directory(&parent, PLACE)?;
    let name: &[u8] = path.rel().name();
    around("remove what holds nothing", || unlinkat(&dir, name, flags))
}
