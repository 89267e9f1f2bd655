//! What stands in a worktree: every file, link and directory in it, but for what is passed over.
//!
//! Looks and reads; the one thing that it may change is the mode of what is closed to its owner, where
//! it is told to.

use std::{collections::BTreeMap, fs::File, os::unix::fs::MetadataExt};

use bstr::{BStr, BString, ByteSlice};
use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags, chmodat, fchmod, fstat, statat},
    io::Errno,
};

use super::{
    change_set::FileState,
    fingerprint::file_stat,
    fs_error::{Call, FsError},
    observe::{self, Missing, Opened, PERMISSIONS, Seen},
};
use crate::{
    base::{FileStat, RepoPath},
    policy::{GrantedPath, PLACE},
};

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stands {
    /// A directory with these permission bits.
    Dir {
        /// Of `0o7777`.
        mode: u32,
    },
    /// A file.
    File {
        /// Its numbers.
        stat: FileStat,
    },
    /// A link.
    Link {
        /// Where it leads, as it is written.
        target: BString,
    },
    /// A FIFO, a socket, a device.
    Special,
    /// Something that the system does not let be looked at.
    Closed,
}

/// How a worktree is gone through.
#[derive(Clone, Copy)]
pub struct Going<'a> {
    /// Whether a path is passed over, a directory (`true`) with all that is in it.
    pub passes: &'a dyn Fn(&RepoPath, bool) -> bool,
    /// Whether directories that cannot be entered are opened for their owner.
    pub opens: bool,
}

/// What was found in a directory and below.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// What stands there, by its path.
    pub stands: BTreeMap<RepoPath, (GrantedPath, Stands)>,
    /// Submodules and other repositories: nothing in them is looked at.
    pub repositories: Vec<RepoPath>,
}

impl Census {
    /// Takes one of all that is in a directory.
    pub fn take(top: &GrantedPath, going: Going<'_>) -> Result<Self, FsError> {
        let mut census = Self::default();
        census.enter(top, going)?;
        Ok(census)
    }

    fn enter(&mut self, dir: &GrantedPath, going: Going<'_>) -> Result<(), FsError> {
        let failed = |errno| FsError::new(errno, Call::Scandir, dir.shown());
        let directory = match dir.open_list() {
            Err(Errno::ACCESS) if going.opens => {
                open_for_owner(dir, 0o700).and_then(|()| dir.open_list())
            }
            opened => opened,
        };
        let directory = match directory {
            Ok(Some(directory)) => directory,
            Ok(None) => {
                self.repositories.push(dir.rel().clone());
                return Ok(());
            }
            Err(Errno::ACCESS) if !going.opens => {
                self.stands.insert(dir.rel().clone(), (dir.clone(), Stands::Closed));
                return Ok(());
            }
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(errno) => return Err(failed(errno)),
        };
        let mut names: Vec<BString> = Vec::new();
        for entry in Dir::new(directory).map_err(failed)? {
            names.push(entry.map_err(failed)?.file_name().to_bytes().into());
        }
        names.sort();
        for name in names.iter().filter(|name| *name != "." && *name != "..") {
            self.name(dir, name.as_bstr(), going)?;
        }
        Ok(())
    }

    fn name(&mut self, dir: &GrantedPath, name: &BStr, going: Going<'_>) -> Result<(), FsError> {
        // What no action may touch is nobody's to put back.
        let Some(path) = dir.child(name) else { return Ok(()) };
        let Some(stands) = look(&path)? else { return Ok(()) };
        let is_dir = matches!(stands, Stands::Dir { .. });
        if (going.passes)(path.rel(), is_dir) {
            return Ok(());
        }
        self.stands.insert(path.rel().clone(), (path.clone(), stands));
        if is_dir { self.enter(&path, going) } else { Ok(()) }
    }
}

/// What stands at a path; `None` where nothing does.
pub fn look(path: &GrantedPath) -> Result<Option<Stands>, FsError> {
    let failed = |errno| FsError::new(errno, Call::Open, path.shown());
    let fd = match path.open(PLACE) {
        Ok(fd) => fd,
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(None),
        Err(Errno::ACCESS) => return Ok(Some(Stands::Closed)),
        Err(errno) => return Err(failed(errno)),
    };
    let file = File::from(fd);
    let metadata =
        file.metadata().map_err(|error| FsError::new(error, Call::Open, path.shown()))?;
    let kind = metadata.file_type();
    Ok(Some(if kind.is_dir() {
        Stands::Dir { mode: metadata.mode() & PERMISSIONS }
    } else if kind.is_file() {
        Stands::File { stat: file_stat(&metadata) }
    } else if kind.is_symlink() {
        let target = rustix::fs::readlinkat(&file, "", Vec::new()).map_err(failed)?;
        Stands::Link { target: target.into_bytes().into() }
    } else {
        Stands::Special
    }))
}

/// What a file or link holds; absent too where a directory stands. `None` where it may not be read.
pub fn read(path: &GrantedPath) -> Result<Option<FileState>, FsError> {
    match observe::open(path) {
        Ok(Opened::Absent(Missing::NoEntry | Missing::NotDir | Missing::Link) | Opened::Dir(_)) => {
            return Ok(Some(FileState::Absent));
        }
        Ok(Opened::Link(target)) => return Ok(Some(FileState::Link { target })),
        Ok(Opened::File(..)) => {}
        Err(super::FsCode::Eacces) => return Ok(None),
        Err(code) => return Err(FsError::new(code, Call::Open, path.shown())),
    }
    let seen = observe::observe(path, None);
    let seen: Seen = seen.map_err(|code| FsError::new(code, Call::Open, path.shown()))?;
    Ok(Some(FileState::from(&seen)))
}

/// Gives the owner these permissions on a file or directory that is no link.
pub fn open_for_owner(path: &GrantedPath, bits: u32) -> rustix::io::Result<()> {
    let parent = path.rel().parent().ok_or(Errno::ACCESS)?;
    let parent = path.open_directory(&parent, PLACE)?;
    let name: &[u8] = path.rel().name();
    let found = statat(&parent, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if FileType::from_raw_mode(found.st_mode) == FileType::Symlink {
        return Err(Errno::LOOP);
    }
    let mode = Mode::from_raw_mode((found.st_mode & PERMISSIONS) | bits);
    chmodat(&parent, name, mode, AtFlags::empty())
}

/// Takes back what [`open_for_owner`] gave to a file, if it is still the one that stands there.
pub fn close_again(path: &GrantedPath, was: &FileStat) -> rustix::io::Result<()> {
    let file = path.open(OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY)?;
    let now = fstat(&file)?;
    if (now.st_dev, now.st_ino) == (was.dev, was.ino) {
        fchmod(&file, Mode::from_raw_mode(was.mode & PERMISSIONS))?;
    }
    Ok(())
}
