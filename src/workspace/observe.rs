//! Looking at the disk through a granted path: what stands there, and its content.

use std::{
    fs::{File, Metadata},
    io::Read,
    os::{fd::OwnedFd, unix::fs::MetadataExt},
    sync::Arc,
};

use bstr::{BString, ByteSlice};
use rustix::{
    fs::{OFlags, readlinkat},
    io::Errno,
};
use sha2::{Digest, Sha256};

use super::{
    fingerprint::{Fingerprint, file_stat},
    fs_error::FsCode,
};
use crate::{
    base::FileStat,
    policy::{GrantedPath, PLACE},
};

/// The bits of `st_mode` that chmod(2) sets.
pub(super) const PERMISSIONS: u32 = 0o7777;

/// Why nothing stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// It, or a directory above it, does not exist.
    NoEntry,
    /// What should be a directory above it is something else.
    NotDir,
    /// A symbolic link stands above it.
    Link,
}

/// What stands at a path on disk.
#[derive(Clone, Debug)]
pub(super) enum Seen {
    Absent(Missing),
    Dir { mode: u32 },
    Link { target: BString },
    File { stat: FileStat, hash: [u8; 32], content: Arc<[u8]> },
}

impl Seen {
    pub(super) fn fingerprint(&self) -> Fingerprint {
        match self {
            Self::Absent(_) => Fingerprint::Absent,
            Self::Dir { .. } => Fingerprint::Dir,
            Self::Link { target } => Fingerprint::Link { target: target.clone() },
            Self::File { stat, hash, .. } => Fingerprint::File { stat: *stat, hash: *hash },
        }
    }
}

/// What kind of thing stands at a path on disk, looked at without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peeked {
    Absent(Missing),
    Dir,
    Link,
    File,
}

/// What opening for reading comes to.
pub(super) enum Opened {
    Absent(Missing),
    Dir(Metadata),
    Link(BString),
    File(File, Metadata),
}

/// Opens a regular file for reading, or says what else stands there. Never waits for a FIFO.
pub(super) fn open(path: &GrantedPath) -> Result<Opened, FsCode> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = match path.open(flags) {
        Ok(fd) => File::from(fd),
        Err(errno) => return not_opened(path, errno),
    };
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Ok(Opened::Dir(metadata));
    }
    if !metadata.is_file() {
        return Err(FsCode::Eacces);
    }
    Ok(Opened::File(file, metadata))
}

fn not_opened(path: &GrantedPath, errno: Errno) -> Result<Opened, FsCode> {
    if let Some(missing) = missing(errno)
        && missing != Missing::Link
    {
        return Ok(Opened::Absent(missing));
    }
    if missing(errno).is_none() {
        return Err(errno.into());
    }
    // A link: at the end it opens as a place, on the way it does not.
    match path.open(PLACE) {
        Ok(fd) => link_target(&fd).map(Opened::Link).map_err(FsCode::from),
        Err(errno) => {
            missing(errno).map_or_else(|| Err(errno.into()), |why| Ok(Opened::Absent(why)))
        }
    }
}

fn link_target(fd: &OwnedFd) -> Result<BString, Errno> {
    Ok(readlinkat(fd, "", Vec::new())?.into_bytes().into())
}

fn missing(errno: Errno) -> Option<Missing> {
    match errno {
        Errno::NOENT => Some(Missing::NoEntry),
        Errno::NOTDIR => Some(Missing::NotDir),
        Errno::LOOP => Some(Missing::Link),
        _ => None,
    }
}

/// Looks at a path and reads the file that stands there. A file of more than `limit` bytes is
/// EFBIG, and not read.
pub(super) fn observe(path: &GrantedPath, limit: Option<u64>) -> Result<Seen, FsCode> {
    let (file, metadata) = match open(path)? {
        Opened::Absent(why) => return Ok(Seen::Absent(why)),
        Opened::Dir(metadata) => return Ok(Seen::Dir { mode: metadata.mode() & PERMISSIONS }),
        Opened::Link(target) => return Ok(Seen::Link { target }),
        Opened::File(file, metadata) => (file, metadata),
    };
    if limit.is_some_and(|limit| metadata.size() > limit) {
        return Err(FsCode::Efbig);
    }
    let content = read_all(file, metadata.size())?;
    let hash = Sha256::digest(&content).into();
    Ok(Seen::File { stat: file_stat(&metadata), hash, content: content.into() })
}

/// Reads a file of about `size` bytes to its end, with as few calls as it takes.
pub(super) fn read_all(mut file: File, size: u64) -> Result<Vec<u8>, FsCode> {
    let expected = usize::try_from(size).map_err(|_| FsCode::Efbig)?.saturating_add(1);
    let mut content = Vec::new();
    content.try_reserve_exact(expected).map_err(|_| FsCode::Efbig)?;
    content.resize(expected, 0);
    let mut filled = 0;
    while let Some(rest) = content.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        let count = file.read(rest)?;
        if count == 0 {
            content.truncate(filled);
            return Ok(content);
        }
        filled += count;
    }
    // It has grown since.
    file.read_to_end(&mut content)?;
    Ok(content)
}

/// Looks at a path without reading anything.
pub(super) fn peek(path: &GrantedPath) -> Result<Peeked, FsCode> {
    let fd = match path.open(PLACE) {
        Ok(fd) => fd,
        Err(errno) => {
            return missing(errno).map_or_else(|| Err(errno.into()), |why| Ok(Peeked::Absent(why)));
        }
    };
    let kind = File::from(fd).metadata()?.file_type();
    Ok(if kind.is_dir() {
        Peeked::Dir
    } else if kind.is_symlink() {
        Peeked::Link
    } else {
        Peeked::File
    })
}

/// How many bytes the file at a path has.
pub(super) fn size(path: &GrantedPath) -> Result<u64, FsCode> {
    Ok(File::from(path.open(PLACE)?).metadata()?.size())
}

/// The names in a directory, in no order, until `found` says that one is enough.
pub(super) fn any_name(
    path: &GrantedPath,
    mut found: impl FnMut(&bstr::BStr) -> bool,
) -> Result<bool, FsCode> {
    let fd = path.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
    for entry in rustix::fs::Dir::new(fd)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes().as_bstr();
        if name != "." && name != ".." && found(name) {
            return Ok(true);
        }
    }
    Ok(false)
}
