//! What is known of a file beside its content.

use super::{Overlay, key};
use crate::base::FileStat;
use crate::policy::GrantedPath;
use crate::workspace::{
    fs_error::{Call, FsCode, FsError},
    observe::{self, Peeked, Seen},
    view::{Laid, size_and_time},
};

impl Overlay {
    /// How many bytes the actions have left.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The numbers of the file that stands at a path on disk, as it was read.
    #[must_use]
    pub fn stat_on_disk(&self, path: &GrantedPath) -> Option<FileStat> {
        match self.seen.get(&key(path)) {
            Some((_, Seen::File { stat, .. })) => Some(*stat),
            _ => None,
        }
    }

    /// How many bytes the file at a path has. Fails as reading it would.
    pub fn size(&mut self, path: &GrantedPath) -> Result<u64, FsError> {
        self.file_size(path).map_err(|code| FsError::new(code, Call::Open, path.shown()))
    }

    fn file_size(&mut self, path: &GrantedPath) -> Result<u64, FsCode> {
        match self.peek(path)? {
            Peeked::File if path.is_written_as_directory() => return Err(FsCode::Enotdir),
            Peeked::File => {}
            Peeked::Dir => return Err(FsCode::Eisdir),
            Peeked::Link => return Err(FsCode::Eloop),
            Peeked::Absent(missing) => return Err(missing.into()),
        }
        let laid = self.laid(path)?;
        let key = key(path);
        match (self.pending.get(&key), self.seen.get(&key)) {
            (Some((_, state)), _) => Ok(state.size()),
            (None, seen) => match (laid, seen) {
                (Laid::File(at), _) => Ok(size_and_time(&at)?.0),
                (_, Some((_, Seen::File { stat, .. }))) => Ok(stat.size),
                _ => observe::size(path),
            },
        }
    }
}
