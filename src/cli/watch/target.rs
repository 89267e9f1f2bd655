//! The file that is watched: what stands there now.

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::cli::context::Context;
use crate::text::MAX_BYTES;

/// A summary, at the most, over a response.
const ABOVE: usize = 1024 * 1024;

/// By which a file is seen to be another, or another content, without being read. The ctime is not
/// among it: a rename changes that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    file: (u64, u64),
    size: u64,
    modified: (i64, i64),
}

impl Stamp {
    /// That of an open file, or of what stands at a path.
    #[must_use]
    pub fn of(meta: &Metadata) -> Self {
        Self {
            file: (meta.dev(), meta.ino()),
            size: meta.size(),
            modified: (meta.mtime(), meta.mtime_nsec()),
        }
    }
}

/// The file that is watched.
#[derive(Clone, Debug)]
pub struct Target {
    /// As it was named.
    pub shown: String,
    /// In full; it may be a link.
    pub path: PathBuf,
}

impl Target {
    /// The file of that name, in the directory of the context.
    #[must_use]
    pub fn named(name: &Path, context: &Context) -> Self {
        Self { shown: name.display().to_string(), path: context.directory.join(name) }
    }

    /// What stands there now, if anything does.
    #[must_use]
    pub fn stamp(&self) -> Option<Stamp> {
        self.path.metadata().ok().as_ref().map(Stamp::of)
    }

    /// The bytes that stand there now; none where nothing does. A FIFO or a device is never read.
    pub fn read(&self) -> io::Result<Option<Vec<u8>>> {
        match self.path.metadata() {
            Ok(meta) if !meta.is_file() => return Err(io::Error::other("it is no regular file")),
            Ok(_) => {}
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(error),
        }
        match Context::read_file(&self.path, MAX_BYTES + ABOVE) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file itself, behind all links.
    pub fn real(&self) -> io::Result<PathBuf> {
        self.path.canonicalize()
    }

    /// A file beside it, whose name is its own and more.
    #[must_use]
    pub fn beside(&self, more: &str) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_owned();
        name.push(more);
        self.path.with_file_name(name)
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
