//! Removing directories.

use super::{Overlay, key};
use crate::{
    policy::GrantedPath,
    workspace::{
        EntryKind, FileState, FsCode,
        entry::State,
        observe::{self, Peeked, Seen},
        view::Laid,
    },
};

impl Overlay {
    /// Removes a directory, which must be empty.
    pub(super) fn unmake_dir(&mut self, path: &GrantedPath) -> Result<(), FsCode> {
        match self.peek(path)? {
            Peeked::Dir if path.rel().is_root() => return Err(FsCode::Ebusy),
            Peeked::Dir => {}
            Peeked::File | Peeked::Link => return Err(FsCode::Enotdir),
            Peeked::Absent(missing) => return Err(missing.into()),
        }
        if self.holds_something(path)? {
            return Err(FsCode::Enotempty);
        }
        self.release_below(path)?;
        self.set(path, State::Not(FileState::Absent));
        Ok(())
    }

    fn holds_something(&mut self, dir: &GrantedPath) -> Result<bool, FsCode> {
        let key = key(dir);
        if self.children.get(&key).is_some_and(|&count| count > 0) {
            return Ok(true);
        }
        let laid = self.laid(dir)?;
        let left = self.left_in(dir, (&laid, &key))?;
        if left.values().any(|kind| *kind != EntryKind::Absent) {
            return Ok(true);
        }
        let is_on_disk = match laid {
            Laid::Through => matches!(self.look(dir, None)?, Seen::Dir { .. }),
            Laid::Dir { through, .. } => through,
            Laid::Absent(_) | Laid::File(_) | Laid::Link { .. } => false,
        };
        Ok(is_on_disk && observe::any_name(dir, |name| !left.contains_key(name))?)
    }
}
