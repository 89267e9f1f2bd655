//! What a directory holds as the actions so far have left it: the disk's names, less those that
//! are gone, and those that have come. Remembers nothing.

use std::{
    collections::BTreeMap,
    fs::File,
    ops::Bound,
    os::{fd::OwnedFd, unix::fs::MetadataExt},
};

use bstr::{BStr, BString, ByteSlice};
use rustix::{
    fs::{AtFlags, Dir, FileType, statat},
    io::Errno,
};

use super::{EntryKind, Key, Overlay, key};
use crate::{
    base::RepoPath,
    policy::{GrantedPath, PLACE},
    workspace::{
        above::Above,
        change_set::FileState,
        entry::{State, is_same},
        fs_error::{Call, FsCode, FsError},
        observe::Seen,
        view::{Laid, size_and_time},
    },
};

/// What a name in a directory stands for.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its place.
    pub path: GrantedPath,
    /// A file, a directory or a link.
    pub kind: EntryKind,
}

/// How large a file or a link is, and when it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// In bytes; of a link, its target's name; 0 of a directory.
    pub size: u64,
    /// In seconds since the epoch; `None` where it is the actions that change it.
    pub modified: Option<i64>,
}

impl Overlay {
    /// What a directory holds, sorted by name. Names that no setting allows are left out, and what
    /// is neither file, directory nor link. A submodule and git's own directory hold nothing.
    pub fn list(&self, dir: &GrantedPath) -> Result<Vec<Listed>, FsError> {
        self.entries(dir).map_err(|code| FsError::new(code, Call::Scandir, dir.shown()))
    }

    /// How large something is and when it changed; `None` where it is gone.
    #[must_use]
    pub fn measure(&self, listed: &Listed) -> Option<Measure> {
        let key = key(&listed.path);
        let laid = self.laid(&listed.path).ok()?;
        let on_disk = || File::from(listed.path.open(PLACE).ok()?).metadata().ok();
        match self.pending.get(&key).map(|(_, state)| state) {
            Some(State::Not(state)) if laid != Laid::Through || !self.is_on_disk(&key, state) => {
                Some(Measure { size: size(state)?, modified: None })
            }
            Some(State::Dir) => Some(Measure { size: 0, modified: None }),
            _ if listed.kind == EntryKind::Dir => {
                let changed = self.pending_in(&key).next().is_some();
                let modified = match &laid {
                    _ if changed => None,
                    Laid::Dir { at, .. } => Some(size_and_time(at).ok()?.1),
                    Laid::Through | Laid::Absent(_) | Laid::File(_) | Laid::Link { .. } => {
                        Some(on_disk()?.mtime())
                    }
                };
                Some(Measure { size: 0, modified })
            }
            _ => {
                let (size, modified) = match &laid {
                    Laid::File(at) | Laid::Link { at, .. } => size_and_time(at).ok()?,
                    Laid::Through | Laid::Absent(_) | Laid::Dir { .. } => {
                        on_disk().map(|found| (found.size(), found.mtime()))?
                    }
                };
                Some(Measure { size, modified: Some(modified) })
            }
        }
    }

    /// The paths of the worktree with that last name which the actions changed.
    #[must_use]
    pub fn pending_named(&self, name: &BStr) -> Vec<RepoPath> {
        let named = self.pending.keys().filter(|(root, rel)| *root == 0 && rel.name() == name);
        named.map(|(_, rel)| rel.clone()).collect()
    }

    fn entries(&self, dir: &GrantedPath) -> Result<Vec<Listed>, FsCode> {
        let key = key(dir);
        let laid = self.laid(dir)?;
        let mut kinds = match self.directory(dir, (&key, &laid))? {
            Some(directory) => kinds_on_disk(directory)?,
            None => BTreeMap::new(),
        };
        kinds.extend(self.left_in(dir, (&laid, &key))?);
        kinds.retain(|_, kind| *kind != EntryKind::Absent);
        let listed =
            |(name, kind): (BString, _)| Some(Listed { path: dir.child(name.as_bstr())?, kind });
        Ok(kinds.into_iter().filter_map(listed).collect())
    }

    /// Opens a directory; `None` where it is not on disk, or not to be looked into.
    fn directory(
        &self,
        dir: &GrantedPath,
        (key, laid): (&Key, &Laid),
    ) -> Result<Option<OwnedFd>, FsCode> {
        let above = Above::of(key, &self.pending);
        let pending = self.pending.get(key).map(|(_, state)| kind_of(state));
        match (above, pending) {
            (Above::Broken(missing), _) => return Err(missing.into()),
            (_, Some(EntryKind::Absent)) => return Err(FsCode::Enoent),
            (_, Some(EntryKind::File)) => return Err(FsCode::Enotdir),
            (_, Some(EntryKind::Link)) => return Err(FsCode::Eloop),
            (Above::Untouched | Above::Made, Some(EntryKind::Dir) | None) => {}
        }
        match (laid, pending) {
            (Laid::Through, _) => {}
            (Laid::Dir { through, .. }, _) if *through => {}
            (Laid::Dir { .. }, _) | (_, Some(_)) => return Ok(None),
            (Laid::Absent(missing), None) => return Err(above.refine(*missing).into()),
            (Laid::File(_), None) => return Err(FsCode::Enotdir),
            (Laid::Link { .. }, None) => return Err(FsCode::Eloop),
        }
        match dir.open_list() {
            // What stands there on disk has made way.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) if pending.is_some() => Ok(None),
            Err(_) if above == Above::Made && pending.is_none() => Err(FsCode::Enoent),
            opened => Ok(opened?),
        }
    }

    /// What the actions left directly in a directory.
    pub(super) fn pending_in<'o>(
        &'o self,
        (root, dir): &'o Key,
    ) -> impl Iterator<Item = (&'o RepoPath, &'o State)> {
        // No name is a NUL, so whatever is inside comes after this.
        let before_all = (*root, dir.join("\0".into()));
        self.pending
            .range((Bound::Excluded(before_all), Bound::Unbounded))
            .take_while(move |((at, rel), _)| at == root && rel.is_inside(dir))
            .filter(move |((_, rel), _)| rel.parent().as_ref() == Some(dir))
            .map(|((_, rel), (_, state))| (rel, state))
    }

    /// Whether what the actions left is what stands on disk.
    fn is_on_disk(&self, key: &Key, state: &FileState) -> bool {
        let seen = self.seen.get(key).map(|(_, seen)| seen);
        seen.is_some_and(|seen| {
            !matches!(seen, Seen::Absent(_)) && is_same(&FileState::from(seen), state)
        })
    }
}

pub(super) fn kind_of(state: &State) -> EntryKind {
    match state {
        State::Dir => EntryKind::Dir,
        State::Not(FileState::Absent) => EntryKind::Absent,
        State::Not(FileState::File { .. }) => EntryKind::File,
        State::Not(FileState::Link { .. }) => EntryKind::Link,
    }
}

fn size(state: &FileState) -> Option<u64> {
    let size = match state {
        FileState::Absent => return None,
        FileState::File { content, .. } => content.len(),
        FileState::Link { target } => target.len(),
    };
    u64::try_from(size).ok()
}

/// The names in a directory on disk that stand for a file, a directory or a link.
pub(super) fn kinds_on_disk(directory: OwnedFd) -> Result<BTreeMap<BString, EntryKind>, FsCode> {
    let mut kinds = BTreeMap::new();
    let mut entries = Dir::new(directory)?;
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes().as_bstr();
        if name == "." || name == ".." {
            continue;
        }
        let mut kind = entry.file_type();
        if kind == FileType::Unknown {
            let found = statat(entries.fd()?, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW);
            kind = found.map_or(kind, |found| FileType::from_raw_mode(found.st_mode));
        }
        let kind = match kind {
            FileType::RegularFile => EntryKind::File,
            FileType::Directory => EntryKind::Dir,
            FileType::Symlink => EntryKind::Link,
            FileType::Fifo
            | FileType::Socket
            | FileType::CharacterDevice
            | FileType::BlockDevice
            | FileType::Unknown => continue,
        };
        kinds.insert(name.to_owned(), kind);
    }
    Ok(kinds)
}
