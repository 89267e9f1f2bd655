//! What was seen at a path, so that a later change by somebody else is noticed.

use std::{fs::Metadata, os::unix::fs::MetadataExt};

use bstr::BString;

use crate::base::FileStat;

/// What stood at a path when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fingerprint {
    /// Nothing.
    Absent,
    /// A directory.
    Dir,
    /// A symbolic link.
    Link {
        /// Where it leads, as it is written.
        target: BString,
    },
    /// A file.
    File {
        /// Its numbers.
        stat: FileStat,
        /// The SHA-256 of its content.
        hash: [u8; 32],
    },
}

impl Fingerprint {
    /// The file's numbers; `None` where there was no file.
    #[must_use]
    pub fn stat(&self) -> Option<&FileStat> {
        match self {
            Self::File { stat, .. } => Some(stat),
            Self::Absent | Self::Dir | Self::Link { .. } => None,
        }
    }
}

/// Takes the numbers that fingerprints and git's index need.
#[must_use]
pub fn file_stat(metadata: &Metadata) -> FileStat {
    let nanoseconds = |part: i64| u32::try_from(part).unwrap_or(0);
    FileStat {
        ctime: (metadata.ctime(), nanoseconds(metadata.ctime_nsec())),
        mtime: (metadata.mtime(), nanoseconds(metadata.mtime_nsec())),
        dev: metadata.dev(),
        ino: metadata.ino(),
        uid: metadata.uid(),
        gid: metadata.gid(),
        size: metadata.size(),
        mode: metadata.mode(),
    }
}
