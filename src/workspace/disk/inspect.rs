//! Looking at what a name stands for, to compare it with what is known.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    os::unix::fs::MetadataExt,
};

use rustix::{
    fs::{Mode, OFlags, openat, readlinkat},
    io::Errno,
};

use super::rename::At;
use crate::workspace::{FileState, observe::PERMISSIONS};

/// What a name stands for, beside what was expected.
pub(super) enum Found {
    /// That; of a file, its numbers.
    Same(Option<Metadata>),
    /// Something else, or nothing.
    Other,
}

/// Compares what a name stands for with a file or link that is known, byte by byte.
pub(super) fn inspect(at: At<'_>, expected: &FileState) -> io::Result<Found> {
    match expected {
        FileState::Absent => Ok(Found::Other),
        FileState::Link { target } => match readlinkat(at.dir, at.bytes(), Vec::new()) {
            Ok(found) if found.as_bytes() == target.as_slice() => Ok(Found::Same(None)),
            Ok(_) | Err(Errno::INVAL | Errno::NOENT) => Ok(Found::Other),
            Err(errno) => Err(errno.into()),
        },
        FileState::File { content, mode } => {
            let file = open_with(at, content, *mode)?;
            Ok(file.map_or(Found::Other, |(_, metadata)| Found::Same(Some(metadata))))
        }
    }
}

/// Opens a file if it holds exactly these bytes, and has that mode where one is given.
pub(super) fn open_with(
    at: At<'_>,
    content: &[u8],
    mode: Option<u32>,
) -> io::Result<Option<(File, Metadata)>> {
    let flags =
        OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = match openat(at.dir, at.bytes(), flags, Mode::empty()) {
        Ok(fd) => File::from(fd),
        // A link, a socket, or nothing.
        Err(Errno::LOOP | Errno::NXIO | Errno::NOENT) => return Ok(None),
        Err(errno) => return Err(errno.into()),
    };
    let metadata = file.metadata()?;
    let same_mode = mode.is_none_or(|mode| metadata.mode() & PERMISSIONS == mode);
    let length = u64::try_from(content.len()).unwrap_or(u64::MAX);
    let alike = metadata.is_file() && same_mode && metadata.size() == length;
    Ok((alike && holds(&file, content)?).then_some((file, metadata)))
}

/// Whether a file holds exactly these bytes.
fn holds(mut file: &File, mut content: &[u8]) -> io::Result<bool> {
    let mut buffer = vec![0; (content.len() + 1).min(64 * 1024)];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(content.is_empty());
        }
        match (content.split_at_checked(count), buffer.get(..count)) {
            (Some((expected, rest)), Some(found)) if expected == found => content = rest,
            _ => return Ok(false),
        }
    }
}
