//! The index file as bytes.

use std::{io::Read, path::Path, time::UNIX_EPOCH};

use gix::hash::Kind;

use super::{IndexError, Scan, layout::Layout, stat::be32};
use crate::base::{FileTime, RepoPath};

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Plain entries.
    V2 = 2,
    /// The same with extended flags.
    V3 = 3,
    /// Prefix-compressed names.
    V4 = 4,
}

/// What has to be known to read an index.
#[derive(Clone, Copy, Debug)]
pub struct IndexOptions {
    /// The hash of the repository's objects.
    pub hash: Kind,
    /// The version of an index that does not exist yet (`index.version`, `feature.manyFiles`).
    pub version_if_absent: Version,
}

/// An index, not decoded.
#[derive(Clone, Debug)]
pub struct IndexBytes {
    data: Vec<u8>,
    mtime: FileTime,
    hash: Kind,
    version: Version,
    count: usize,
}

pub(super) const HEADER_LEN: usize = 12;
pub(super) const SIGNATURE: &[u8; 4] = b"DIRC";

impl IndexBytes {
    /// Reads the index file at `path`. No file is an empty index.
    ///
    /// The checksum is not verified, as git does not either.
    pub fn open(path: &Path, options: IndexOptions) -> Result<Self, IndexError> {
        match read(path) {
            Ok((data, mtime)) => Self::from_bytes(data, mtime, options),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::empty(options)),
            Err(source) => Err(IndexError::Read { path: path.to_owned(), source }),
        }
    }

    /// Takes bytes for an index that was last modified at `mtime`.
    pub fn from_bytes(
        data: Vec<u8>,
        mtime: FileTime,
        options: IndexOptions,
    ) -> Result<Self, IndexError> {
        if data.len() < HEADER_LEN + options.hash.len_in_bytes() {
            return Err(IndexError::corrupt("it is too small", data.len()));
        }
        if !data.starts_with(SIGNATURE) {
            return Err(IndexError::corrupt("it does not start with `DIRC`", 0));
        }
        let version = match be32(&data, 4) {
            2 => Version::V2,
            3 => Version::V3,
            4 => Version::V4,
            other => {
                return Err(IndexError::Unsupported { what: format!("version {other}") });
            }
        };
        let count = usize::try_from(be32(&data, 8)).unwrap_or(usize::MAX);
        Ok(Self { data, mtime, hash: options.hash, version, count })
    }

    /// An index without entries, as where there is no file.
    #[must_use]
    pub fn empty(options: IndexOptions) -> Self {
        let version = options.version_if_absent;
        let mut data = header(version, 0).to_vec();
        data.resize(HEADER_LEN + options.hash.len_in_bytes(), 0);
        Self { data, mtime: (0, 0), hash: options.hash, version, count: 0 }
    }

    /// Passes over all entries once and finds what the index holds for the wanted paths.
    pub fn scan(&self, wanted: &[RepoPath]) -> Result<Scan, IndexError> {
        Scan::of(self, wanted)
    }

    /// All bytes of the file.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// The version of the format.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// When the index file was last written, by the file system's clock.
    #[must_use]
    pub fn mtime(&self) -> FileTime {
        self.mtime
    }

    /// The hash of the repository's objects.
    #[must_use]
    pub fn hash(&self) -> Kind {
        self.hash
    }

    /// How many entries the header promises.
    pub(super) fn promised(&self) -> usize {
        self.count
    }

    /// All up to the checksum.
    pub(super) fn body(&self) -> &[u8] {
        let end = self.data.len().saturating_sub(self.hash.len_in_bytes());
        self.data.get(..end).unwrap_or_default()
    }

    pub(super) fn layout(&self) -> Layout {
        Layout { hash_len: self.hash.len_in_bytes(), compressed: self.version == Version::V4 }
    }
}

/// The first bytes of an index.
pub(super) fn header(version: Version, count: u32) -> [u8; HEADER_LEN] {
    let mut header = [0; HEADER_LEN];
    let (signature, numbers) = header.split_at_mut(4);
    let (first, second) = numbers.split_at_mut(4);
    signature.copy_from_slice(SIGNATURE);
    first.copy_from_slice(&(version as u32).to_be_bytes());
    second.copy_from_slice(&count.to_be_bytes());
    header
}

fn read(path: &Path) -> std::io::Result<(Vec<u8>, FileTime)> {
    // The plain file reads into memory that is not cleared before.
    let (mut file, _) = fs_err::File::open(path)?.into_parts();
    let meta = file.metadata()?;
    let mut data = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0).saturating_add(1));
    file.read_to_end(&mut data)?;
    let since = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    Ok((data, (seconds, since.subsec_nanos())))
}
