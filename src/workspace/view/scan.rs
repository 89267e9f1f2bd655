//! What stands in the layer that took a command's changes.

use std::{
    ffi::OsString,
    fs::Permissions,
    io::{self, Read},
    os::unix::{
        ffi::OsStrExt,
        fs::{FileTypeExt, MetadataExt, PermissionsExt},
    },
    path::{Path, PathBuf},
    sync::Arc,
};

use bstr::{BStr, BString};

use super::error::{HarvestError, unreadable};
use crate::{
    base::RepoPath,
    workspace::{FileState, change_set::FileTime},
};

/// What a name in the layer says of the worktree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::workspace) enum Found {
    /// Nothing stands there any more.
    Gone,
    /// A directory stands there. `replaces`: nothing that was in it before is in it.
    Dir { mode: u32, replaces: bool },
    /// A file stands there.
    File { mode: u32, size: u64, time: FileTime },
    /// A link stands there.
    Link,
    /// A FIFO, a socket, a device.
    Special,
}

/// A name in the layer.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// From the worktree's top.
    pub(super) rel: RepoPath,
    /// Where its content is.
    pub(super) at: At,
    pub(super) found: Found,
}

/// Where the content of something is.
#[derive(Clone, Debug)]
pub(super) enum At {
    /// In the layer.
    Layer(PathBuf),
    /// In memory; of a link, where it leads.
    Held(Arc<[u8]>),
}

impl At {
    /// A file's content, which has about that size.
    pub(super) fn content(&self, size: u64) -> Result<Arc<[u8]>, HarvestError> {
        let path = match self {
            Self::Held(content) => return Ok(Arc::clone(content)),
            Self::Layer(path) => path,
        };
        let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
        let opened = match fs_err::File::open(path) {
            // The layer is ours, and its modes have been noted.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                fs_err::set_permissions(path, Permissions::from_mode(0o400))
                    .and_then(|()| fs_err::File::open(path))
            }
            opened => opened,
        };
        let mut file = opened.map_err(unreadable(path))?;
        file.read_to_end(&mut content).map_err(unreadable(path))?;
        Ok(content.into())
    }

    /// Where a link leads.
    pub(super) fn target(&self) -> Result<BString, HarvestError> {
        match self {
            Self::Held(target) => Ok(target.to_vec().into()),
            Self::Layer(path) => {
                let target = fs_err::read_link(path).map_err(unreadable(path))?;
                Ok(target.into_os_string().into_encoded_bytes().into())
            }
        }
    }
}

/// Lists all that stands in a layer, directories before what is in them.
pub(super) fn scan(layer: &Path) -> io::Result<Vec<Item>> {
    let mut items = Vec::new();
    into_dir(layer, &RepoPath::default(), &mut items)?;
    Ok(items)
}

/// The names in a directory, sorted.
pub(in crate::workspace) fn children(dir: &Path) -> io::Result<Vec<OsString>> {
    let entries: Result<Vec<_>, _> = fs_err::read_dir(dir)?.collect();
    let mut names: Vec<_> = entries?.into_iter().map(|entry| entry.file_name()).collect();
    names.sort();
    Ok(names)
}

fn into_dir(dir: &Path, rel: &RepoPath, items: &mut Vec<Item>) -> io::Result<()> {
    for name in children(dir)? {
        let at = dir.join(&name);
        let found = Found::at(&at)?;
        let rel = rel.join(BStr::new(name.as_bytes()));
        let is_dir = matches!(found, Found::Dir { .. });
        items.push(Item { rel: rel.clone(), at: At::Layer(at.clone()), found });
        if is_dir {
            into_dir(&at, &rel, items)?;
        }
    }
    Ok(())
}

impl Found {
    /// Looks at a place in the layer.
    pub(in crate::workspace) fn at(at: &Path) -> io::Result<Self> {
        let metadata = at.symlink_metadata()?;
        let kind = metadata.file_type();
        let mode = metadata.mode() & 0o7777;
        Ok(if kind.is_dir() {
            Self::Dir { mode, replaces: is_opaque(at) }
        } else if kind.is_symlink() {
            Self::Link
        } else if kind.is_file() {
            let nanoseconds = u32::try_from(metadata.mtime_nsec()).unwrap_or(0);
            Self::File { mode, size: metadata.size(), time: (metadata.mtime(), nanoseconds) }
        } else if kind.is_char_device() && metadata.rdev() == 0 {
            Self::Gone
        } else {
            Self::Special
        })
    }
}

/// A mode less set-user-ID and set-group-ID, which a command does not give: whoever runs such a file
/// becomes its owner. What it `had` it keeps.
pub(super) fn without_identity(mode: u32, had: u32) -> u32 {
    mode & (0o1777 | had)
}

/// A file less the set-user-ID and set-group-ID that it did not have.
pub(super) fn as_before(is: &FileState, found: FileState) -> FileState {
    match (is, found) {
        (
            FileState::File { mode: Some(had), .. },
            FileState::File { content, mode: Some(mode) },
        ) => FileState::File { content, mode: Some(without_identity(mode, *had)) },
        (_, FileState::File { content, mode: Some(mode) }) => {
            FileState::File { content, mode: Some(without_identity(mode, 0)) }
        }
        (_, found) => found,
    }
}

/// Whether the kernel has marked a directory as one that hides what is below it.
fn is_opaque(dir: &Path) -> bool {
    let mut value = [0_u8; 1];
    let read = rustix::fs::lgetxattr(dir, "user.overlay.opaque", &mut value[..]);
    read.is_ok_and(|_| value == *b"y")
}
