//! What a layer says of a path, above the worktree: as the kernel reads one, but without a mount.
//!
//! Nobody writes to the layer meanwhile, and no link in it is followed.

use std::{
    fs::File,
    io,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::{Path, PathBuf},
};

use bstr::{BStr, BString};
use rustix::fs::{CWD, Mode, OFlags, openat};

use super::scan::{Found, children};
use crate::{
    base::RepoPath,
    workspace::{EntryKind, observe::Missing},
};

/// What a layer says of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::workspace) enum Laid {
    /// Nothing: the worktree has the word.
    Through,
    /// Nothing stands there.
    Absent(Missing),
    /// A directory, at that place in the layer. `through`: what the worktree has in it is in it too,
    /// as far as the layer says nothing of that.
    Dir { at: PathBuf, through: bool },
    /// A file, at that place in the layer.
    File(PathBuf),
    /// A link, at that place in the layer, and where it leads.
    Link { at: PathBuf, target: BString },
}

impl Laid {
    /// Looks at `rel`, which is `root` or stands inside it. What stands above `root` is not asked.
    pub(super) fn at(
        (layer, top): (&Path, &Path),
        root: &RepoPath,
        rel: &RepoPath,
    ) -> io::Result<Self> {
        let mut steps: Vec<RepoPath> =
            rel.ancestors().filter(|dir| dir == root || dir.is_inside(root)).collect();
        steps.reverse();
        let mut through = true;
        for step in &steps {
            let at = layer.join(step.as_path());
            match found(&at)? {
                None if through => return Ok(Self::Through),
                None | Some(Found::Gone) => return Ok(Self::Absent(Missing::NoEntry)),
                Some(Found::Dir { replaces, .. }) => {
                    through = through && !replaces && is_dir(&top.join(step.as_path()));
                }
                Some(Found::Link) => return Ok(Self::Absent(Missing::Link)),
                Some(Found::File { .. } | Found::Special) => {
                    return Ok(Self::Absent(Missing::NotDir));
                }
            }
        }
        let at = layer.join(rel.as_path());
        Ok(match found(&at)? {
            None if through => Self::Through,
            None | Some(Found::Gone) => Self::Absent(Missing::NoEntry),
            Some(Found::Dir { replaces, .. }) => {
                let through = through && !replaces && is_dir(&top.join(rel.as_path()));
                Self::Dir { at, through }
            }
            Some(Found::Link) => {
                let target = fs_err::read_link(&at)?.into_os_string().as_bytes().into();
                Self::Link { at, target }
            }
            Some(Found::File { .. } | Found::Special) => Self::File(at),
        })
    }
}

/// What the layer says of the names in a directory of it: what kind of thing each stands for.
pub(in crate::workspace) fn kinds(dir: &Path) -> io::Result<Vec<(BString, EntryKind)>> {
    let mut kinds = Vec::new();
    for name in children(dir)? {
        let kind = match Found::at(&dir.join(&name))? {
            Found::Gone => EntryKind::Absent,
            Found::Dir { .. } => EntryKind::Dir,
            Found::Link => EntryKind::Link,
            Found::File { .. } | Found::Special => EntryKind::File,
        };
        kinds.push((BStr::new(name.as_bytes()).to_owned(), kind));
    }
    Ok(kinds)
}

/// Opens a file of the layer for reading.
pub(in crate::workspace) fn open(at: &Path) -> io::Result<(File, std::fs::Metadata)> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(openat(CWD, at, flags, Mode::empty())?);
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

/// How many bytes something in the layer has, and when it was changed, in seconds.
pub(in crate::workspace) fn size_and_time(at: &Path) -> io::Result<(u64, i64)> {
    let metadata = at.symlink_metadata()?;
    Ok((metadata.size(), metadata.mtime()))
}

fn found(at: &Path) -> io::Result<Option<Found>> {
    match Found::at(at) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

fn is_dir(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}
