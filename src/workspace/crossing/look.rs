//! What stands at a place, with all that is in it: how much it is, and how new.

use std::{fs::Metadata, io, os::unix::fs::MetadataExt, path::Path};

use sha2::{Digest, Sha256};

use crate::base::hex;

/// A moment, as the file system counts: seconds and nanoseconds.
pub(in crate::workspace) type Moment = (i64, i64);

/// What stands at a place, with all that is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::workspace) struct Stood {
    /// How many files and links.
    pub(in crate::workspace) count: usize,
    /// Bytes of files.
    pub(in crate::workspace) bytes: u64,
    /// When any file or link was last changed.
    pub(in crate::workspace) files: Moment,
    /// The same of all that stands in it, directories too, but for the place itself.
    pub(in crate::workspace) inside: Moment,
    /// Whether a repository of its own is in it.
    pub(in crate::workspace) has_repository: bool,
    /// All names, sizes, times of last change and modes, as one number; the time and mode of the
    /// place itself is not in it where it is a directory, nor are times of other directories.
    pub(in crate::workspace) seal: String,
}

/// When a file's numbers, and so perhaps the file, were last changed.
pub(in crate::workspace) fn moment_of(metadata: &Metadata) -> Moment {
    (metadata.ctime(), metadata.ctime_nsec())
}

/// Looks at a place, no link followed; nothing where nothing is.
pub(in crate::workspace) fn look(path: &Path) -> io::Result<Option<Stood>> {
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut stood = Stood::default();
    let mut seal = Sha256::new();
    if metadata.is_dir() {
        stood.enter(path, &mut seal)?;
    } else {
        stood.add(&metadata, &mut seal);
    }
    stood.seal = hex(&seal.finalize());
    Ok(Some(stood))
}

/// Whether nothing stands there, or nothing can.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

impl Stood {
    fn enter(&mut self, dir: &Path, seal: &mut Sha256) -> io::Result<()> {
        let entries: io::Result<Vec<_>> = fs_err::read_dir(dir)?.collect();
        let mut entries = entries?;
        entries.sort_by_key(fs_err::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let metadata = entry.metadata()?;
            self.has_repository |= name == ".git";
            self.inside = self.inside.max(moment_of(&metadata));
            seal.update(name.as_encoded_bytes());
            seal.update([0]);
            if metadata.is_dir() {
                seal.update(metadata.mode().to_le_bytes());
                self.enter(&entry.path(), seal)?;
                seal.update([0]);
            } else {
                self.add(&metadata, seal);
            }
        }
        Ok(())
    }

    fn add(&mut self, metadata: &Metadata, seal: &mut Sha256) {
        self.count += 1;
        self.files = self.files.max(moment_of(metadata));
        self.bytes += if metadata.is_file() { metadata.len() } else { 0 };
        seal.update(metadata.mode().to_le_bytes());
        seal.update(metadata.len().to_le_bytes());
        seal.update(metadata.mtime().to_le_bytes());
        seal.update(metadata.mtime_nsec().to_le_bytes());
    }
}
