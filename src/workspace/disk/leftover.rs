//! Temporary files that a transaction left because it was cut short.

use std::{collections::BTreeSet, fs::File, io::Read, os::unix::fs::MetadataExt};

use bstr::{BString, ByteSlice};
use rustix::{
    fs::{Dir, Mode, OFlags, openat, readlinkat},
    io::Errno,
};

use super::{
    naming::{Maker, Token, Told, told},
    rename::{At, unlink},
};
use crate::{
    base::RepoPath,
    policy::{GrantedPath, PLACE},
    workspace::{Call, FileState, FsError, observe::PERMISSIONS},
};

/// A temporary file that was left.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// A path of the transaction below the same root.
    near: GrantedPath,
    dir: RepoPath,
    name: BString,
    told: Told,
}

/// The temporary files of the transaction `token` in the directories above the paths.
pub fn leftovers(token: Token, paths: &[GrantedPath]) -> Result<Vec<Leftover>, FsError> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for path in paths {
        for dir in path.rel().ancestors().chain([RepoPath::default()]) {
            if seen.insert((path.key().0, dir.clone())) {
                let listed = list(token, path, &dir, &mut found);
                listed.map_err(|errno| FsError::new(errno, Call::Scandir, path.shown()))?;
            }
        }
    }
    Ok(found)
}

fn list(
    token: Token,
    near: &GrantedPath,
    dir: &RepoPath,
    found: &mut Vec<Leftover>,
) -> rustix::io::Result<()> {
    let handle = match near.open_directory(dir, OFlags::RDONLY) {
        Ok(handle) => handle,
        // There is no such directory: it was not made yet, or was removed.
        Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(()),
        Err(errno) => return Err(errno),
    };
    for entry in Dir::new(handle)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes().as_bstr();
        if let Some(told) = told(name, token) {
            let (near, dir, name) = (near.clone(), dir.clone(), name.to_owned());
            found.push(Leftover { near, dir, name, told });
        }
    }
    Ok(())
}

impl Leftover {
    /// The number of the path that it belongs to.
    #[must_use]
    pub fn number(&self) -> usize {
        self.told.number
    }

    /// Who made it.
    #[must_use]
    pub fn maker(&self) -> Maker {
        self.told.maker
    }

    /// Where it is, as people write it.
    #[must_use]
    pub fn shown(&self) -> String {
        let place = self.dir.join(self.name.as_bstr());
        self.near.root().canonical().join(place.as_path()).to_string_lossy().into_owned()
    }

    /// What it holds; `Absent` where it is gone, or is neither file nor link.
    pub fn state(&self) -> Result<FileState, FsError> {
        self.read().map_err(|error| FsError::new(error, Call::Open, &self.shown()))
    }

    /// Removes it.
    pub fn remove(&self) -> Result<(), FsError> {
        let dir = self.near.open_directory(&self.dir, PLACE);
        let removed = dir.and_then(|dir| unlink(At::new(&dir, self.name.as_bstr())));
        match removed {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(FsError::new(errno, Call::Unlink, &self.shown())),
        }
    }

    fn read(&self) -> std::io::Result<FileState> {
        let dir = self.near.open_directory(&self.dir, PLACE)?;
        let name: &[u8] = &self.name;
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = match openat(&dir, name, flags, Mode::empty()) {
            Ok(fd) => File::from(fd),
            Err(Errno::LOOP) => {
                let target = readlinkat(&dir, name, Vec::new())?.into_bytes().into();
                return Ok(FileState::Link { target });
            }
            Err(Errno::NOENT | Errno::NXIO) => return Ok(FileState::Absent),
            Err(errno) => return Err(errno.into()),
        };
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Ok(FileState::Absent);
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content)?;
        Ok(FileState::File { content: content.into(), mode: Some(metadata.mode() & PERMISSIONS) })
    }
}
