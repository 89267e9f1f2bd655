//! A file's content as the actions so far have left it, read piece by piece: for files of any
//! size that nothing is made of, so that nobody needs to remember them.

use std::{
    fs::File,
    io::{self, Cursor, Read, Take},
    os::unix::fs::MetadataExt,
    sync::Arc,
};

use super::{Overlay, key};
use crate::{
    policy::GrantedPath,
    workspace::{
        above::Above,
        entry::Entry,
        fs_error::{Call, FsCode, FsError},
        observe::{self, Opened, Seen},
        view::{Laid, open},
    },
};

/// A file's content.
#[derive(Debug)]
pub enum Content {
    /// What the actions left, or have read before.
    Held(Cursor<Arc<[u8]>>),
    /// What is on disk, as far as it reached when it was opened: one that grows has an end too.
    OnDisk(Take<File>),
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Held(held) => held.read(buffer),
            Self::OnDisk(file) => file.read(buffer),
        }
    }
}

impl Overlay {
    /// Opens a file. What is read from the disk is not remembered.
    pub fn stream(&self, path: &GrantedPath) -> Result<Content, FsError> {
        self.content(path).map_err(|code| FsError::new(code, Call::Open, path.shown()))
    }

    fn content(&self, path: &GrantedPath) -> Result<Content, FsCode> {
        let key = key(path);
        let (above, laid) = (Above::of(&key, &self.pending), self.laid(path)?);
        let pending = self.pending.get(&key).map(|(_, state)| Entry::from(state));
        let entry = match (above, pending, self.seen.get(&key)) {
            (Above::Broken(missing), _, _) => Entry::Absent(missing),
            (_, Some(entry), _) => entry,
            (..) if laid != Laid::Through => match laid {
                Laid::File(_) if path.is_written_as_directory() => return Err(FsCode::Enotdir),
                Laid::File(at) => {
                    let (file, metadata) = open(&at)?;
                    return Ok(Content::OnDisk(file.take(metadata.size())));
                }
                Laid::Link { target, .. } => Entry::Link { target },
                Laid::Absent(missing) => Entry::Absent(above.refine(missing)),
                Laid::Dir { .. } | Laid::Through => Entry::Dir,
            },
            (_, None, Some((_, Seen::File { content, .. }))) => {
                Entry::File { content: Arc::clone(content), mode: None }
            }
            (_, None, _) => match observe::open(path)? {
                Opened::File(..) if path.is_written_as_directory() => return Err(FsCode::Enotdir),
                Opened::File(file, metadata) => {
                    return Ok(Content::OnDisk(file.take(metadata.size())));
                }
                Opened::Dir(_) => Entry::Dir,
                Opened::Link(target) => Entry::Link { target },
                Opened::Absent(missing) => Entry::Absent(above.refine(missing)),
            },
        };
        match entry {
            Entry::File { .. } if path.is_written_as_directory() => Err(FsCode::Enotdir),
            Entry::File { content, .. } => Ok(Content::Held(Cursor::new(content))),
            Entry::Dir => Err(FsCode::Eisdir),
            Entry::Link { .. } => Err(FsCode::Eloop),
            Entry::Absent(missing) => Err(missing.into()),
        }
    }
}
