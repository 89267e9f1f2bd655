//! The worktree as the actions so far have left it, held in memory: reads fall through to the
//! disk and are remembered, writes stay here. Never writes to the disk.

mod beneath;
mod changes;
mod layer;
mod list;
mod past;
mod stream;
mod view;

pub use list::{Listed, Measure};
pub use past::Fate;
pub use stream::Content;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use super::{
    above::Above,
    change_set::{FileState, FileTime},
    entry::{Entry, State},
    fs_error::{Call, FsCode, FsError},
    observe::{self, Missing, Peeked, Seen},
    view::{Carried, Laid},
};
use crate::{base::RepoPath, policy::GrantedPath};
use past::Moves;

/// The largest file that is read or edited as text, in bytes (`security.md`: Sizes).
pub const MAX_TEXT: u64 = 10 * 1024 * 1024;

/// Set-user-ID and set-group-ID: new content does not inherit them, as write(2) has it.
const SET_ID: u32 = 0o6000;

/// What kind of thing stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Nothing.
    Absent,
    /// A file.
    File,
    /// A directory.
    Dir,
    /// A symbolic link.
    Link,
}

/// A root's number and a path below it.
pub(super) type Key = (usize, RepoPath);

/// The worktree with what the actions changed.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    /// What was looked at on disk in full, once.
    seen: HashMap<Key, (GrantedPath, Seen)>,
    /// What kind of thing stands on disk, where nobody needed more.
    peeked: HashMap<Key, Peeked>,
    /// What the actions left.
    pending: BTreeMap<Key, (GrantedPath, State)>,
    /// How many entries of `pending` exist directly in a directory.
    children: HashMap<Key, usize>,
    /// How many bytes `pending` holds.
    bytes: u64,
    /// Where the actions moved things.
    moves: Moves,
    /// What commands left that is not held in memory.
    carried: Option<Arc<Carried>>,
    /// The topmost ignored directories and files of it that are gone with a directory above them.
    released: BTreeSet<RepoPath>,
    /// When files were last changed, where that is to stay so, and what they held then.
    times: HashMap<Key, (Arc<[u8]>, FileTime)>,
}

impl Overlay {
    /// The worktree as it is on disk.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file's bytes.
    pub fn read(&mut self, path: &GrantedPath) -> Result<Arc<[u8]>, FsError> {
        let failed = |code| FsError::new(code, Call::Open, path.shown());
        self.read_file(path, None).map_err(failed)
    }

    /// Reads a file of at most [`MAX_TEXT`] bytes of UTF-8.
    pub fn read_text(&mut self, path: &GrantedPath) -> Result<String, FsError> {
        let failed = |code| FsError::new(code, Call::Open, path.shown());
        let content = self.read_file(path, Some(MAX_TEXT)).map_err(failed)?;
        String::from_utf8(content.to_vec()).map_err(|_| failed(FsCode::Eilseq))
    }

    /// What stands at a path; nothing where a part of the way is missing.
    pub fn kind(&mut self, path: &GrantedPath) -> Result<EntryKind, FsError> {
        let peeked = self.peek(path);
        let peeked = peeked.map_err(|code| FsError::new(code, Call::Open, path.shown()))?;
        Ok(match peeked {
            Peeked::Absent(_) => EntryKind::Absent,
            Peeked::Dir => EntryKind::Dir,
            Peeked::Link => EntryKind::Link,
            Peeked::File => EntryKind::File,
        })
    }

    /// Writes a file, whether or not it exists, and makes the directories above it. The mode of
    /// a file that exists is kept.
    pub fn write(&mut self, path: &GrantedPath, content: Vec<u8>) -> Result<(), FsError> {
        self.write_file(path, content).map_err(|code| FsError::new(code, Call::Open, path.shown()))
    }

    /// Removes a file or a link.
    pub fn remove(&mut self, path: &GrantedPath) -> Result<(), FsError> {
        self.remove_file(path).map_err(|code| FsError::new(code, Call::Unlink, path.shown()))
    }

    /// Moves a file or a link, over another one if need be, and makes the directories above.
    /// Its mode moves along. Says whether something was overwritten.
    pub fn rename(&mut self, old: &GrantedPath, new: &GrantedPath) -> Result<bool, FsError> {
        self.rename_file(old, new).map_err(|code| FsError {
            to: Some(new.shown().to_owned()),
            ..FsError::new(code, Call::Rename, old.shown())
        })
    }

    /// Makes a directory and those above it; one that exists is fine.
    pub fn create_dir(&mut self, path: &GrantedPath) -> Result<(), FsError> {
        self.make_dir(path).map_err(|code| FsError::new(code, Call::Mkdir, path.shown()))
    }

    /// Removes a directory, which must be empty.
    pub fn remove_dir(&mut self, path: &GrantedPath) -> Result<(), FsError> {
        self.unmake_dir(path).map_err(|code| FsError::new(code, Call::Rmdir, path.shown()))
    }

    /// How many bytes the actions have left in other paths.
    #[must_use]
    pub fn bytes_elsewhere(&self, path: &GrantedPath) -> u64 {
        let here = self.pending.get(&key(path)).map_or(0, |(_, state)| state.size());
        self.bytes - here
    }

    /// The file or link that stands at a path; absent too where a directory does.
    pub fn state(&mut self, path: &GrantedPath) -> Result<FileState, FsError> {
        let failed = |code| FsError::new(code, Call::Open, path.shown());
        Ok(match self.load(path, None).map_err(failed)? {
            Entry::Absent(_) | Entry::Dir => FileState::Absent,
            Entry::File { content, mode } => FileState::File { content, mode },
            Entry::Link { target } => FileState::Link { target },
        })
    }

    /// Makes a path hold exactly that, mode and all, and makes the directories above it. A
    /// directory is not replaced.
    pub fn restore(&mut self, path: &GrantedPath, state: FileState) -> Result<(), FsError> {
        let failed = |code| FsError::new(code, Call::Open, path.shown());
        match (self.load(path, None).map_err(failed)?, &state) {
            (Entry::Dir | Entry::Absent(_), FileState::Absent) => return Ok(()),
            (Entry::Dir, _) => return Err(failed(FsCode::Eisdir)),
            (Entry::Absent(missing), _) => self.make_parents(path, missing).map_err(failed)?,
            (Entry::File { .. } | Entry::Link { .. }, _) => {}
        }
        self.set(path, State::Not(state));
        Ok(())
    }

    fn read_file(&mut self, path: &GrantedPath, limit: Option<u64>) -> Result<Arc<[u8]>, FsCode> {
        match self.load(path, limit)? {
            Entry::File { .. } if path.is_written_as_directory() => Err(FsCode::Enotdir),
            Entry::File { content, .. } => {
                let within = |limit| u64::try_from(content.len()).is_ok_and(|size| size <= limit);
                if limit.is_none_or(within) { Ok(content) } else { Err(FsCode::Efbig) }
            }
            Entry::Dir => Err(FsCode::Eisdir),
            Entry::Link { .. } => Err(FsCode::Eloop),
            Entry::Absent(missing) => Err(missing.into()),
        }
    }

    fn write_file(&mut self, path: &GrantedPath, content: Vec<u8>) -> Result<(), FsCode> {
        let mode = match self.load(path, None)? {
            Entry::File { .. } if path.is_written_as_directory() => return Err(FsCode::Eisdir),
            Entry::File { content: old, mode } if *old == *content => mode,
            Entry::File { mode, .. } => mode.map(|mode| mode & !SET_ID),
            Entry::Dir => return Err(FsCode::Eisdir),
            Entry::Link { .. } => return Err(FsCode::Eloop),
            Entry::Absent(Missing::NoEntry) if path.is_written_as_directory() => {
                return Err(FsCode::Eisdir);
            }
            Entry::Absent(missing) => {
                self.make_parents(path, missing)?;
                None
            }
        };
        self.set(path, State::Not(FileState::File { content: content.into(), mode }));
        Ok(())
    }

    fn remove_file(&mut self, path: &GrantedPath) -> Result<(), FsCode> {
        if matches!(self.laid(path)?, Laid::File(_)) && !self.is_pending(path) {
            // Of what is not on the disk nobody needs the content.
            self.check_entry(path)?;
        } else {
            self.load_entry(path)?;
        }
        self.set(path, State::Not(FileState::Absent));
        self.moves.forget(&key(path));
        Ok(())
    }

    fn rename_file(&mut self, old: &GrantedPath, new: &GrantedPath) -> Result<bool, FsCode> {
        let moved = self.load_entry(old)?;
        if old == new && !new.is_written_as_directory() {
            return Ok(false);
        }
        let overwrote = match self.load(new, None)? {
            Entry::Dir => return Err(FsCode::Eisdir),
            _ if new.is_written_as_directory() => return Err(FsCode::Enotdir),
            Entry::File { .. } | Entry::Link { .. } => true,
            Entry::Absent(missing) => {
                self.make_parents(new, missing)?;
                false
            }
        };
        self.set(new, State::Not(moved));
        self.set(old, State::Not(FileState::Absent));
        self.moves.add(key(old), key(new));
        Ok(overwrote)
    }

    /// The file or link at a path, to remove or to move it.
    fn load_entry(&mut self, path: &GrantedPath) -> Result<FileState, FsCode> {
        match self.load(path, None)? {
            Entry::Dir => Err(FsCode::Eisdir),
            Entry::Absent(missing) => Err(missing.into()),
            _ if path.is_written_as_directory() => Err(FsCode::Enotdir),
            Entry::File { content, mode } => Ok(FileState::File { content, mode }),
            Entry::Link { target } => Ok(FileState::Link { target }),
        }
    }

    /// Fails where [`Overlay::load_entry`] would.
    fn check_entry(&mut self, path: &GrantedPath) -> Result<(), FsCode> {
        match self.peek(path)? {
            Peeked::Dir => Err(FsCode::Eisdir),
            Peeked::Absent(missing) => Err(missing.into()),
            Peeked::File | Peeked::Link if path.is_written_as_directory() => Err(FsCode::Enotdir),
            Peeked::File | Peeked::Link => Ok(()),
        }
    }

    fn make_dir(&mut self, path: &GrantedPath) -> Result<(), FsCode> {
        match self.peek(path)? {
            Peeked::Dir => Ok(()),
            Peeked::File | Peeked::Link => Err(FsCode::Eexist),
            Peeked::Absent(missing) => {
                self.make_parents(path, missing)?;
                self.set(path, State::Dir);
                Ok(())
            }
        }
    }

    /// Makes the directories above a path at which nothing stands, or says why it cannot.
    fn make_parents(&mut self, path: &GrantedPath, missing: Missing) -> Result<(), FsCode> {
        if missing != Missing::NoEntry {
            return Err(missing.into());
        }
        let mut made = Vec::new();
        for dir in path.rel().ancestors() {
            let Some(dir) = path.above(dir) else { break };
            match self.peek(&dir)? {
                Peeked::Dir => break,
                Peeked::File => return Err(FsCode::Enotdir),
                Peeked::Link => return Err(FsCode::Eloop),
                Peeked::Absent(_) => made.push(dir),
            }
        }
        for dir in made {
            self.set(&dir, State::Dir);
        }
        Ok(())
    }

    /// What stands at a path, with its content.
    fn load(&mut self, path: &GrantedPath, limit: Option<u64>) -> Result<Entry, FsCode> {
        let laid = self.laid(path)?;
        // What the disk holds is looked at in any case: it is what a change set begins with. But not
        // below what commands left: what changes there goes with that.
        let on_disk = if laid == Laid::Through { Some(self.look(path, limit)?) } else { None };
        let key = key(path);
        let pending = self.pending.get(&key).map(|(_, state)| state);
        let entry = match (pending, Above::of(&key, &self.pending)) {
            // What is above decides first, as it does for the kernel.
            (_, Above::Broken(missing)) => return Ok(Entry::Absent(missing)),
            (Some(state), _) => return Ok(Entry::from(state)),
            (None, above) => match on_disk {
                Some(seen) => (Some(Entry::from(seen)), above),
                None => (laid.entry(limit)?, above),
            },
        };
        Ok(match entry {
            (Some(Entry::Absent(missing)), above) => Entry::Absent(above.refine(missing)),
            (Some(entry), _) => entry,
            (None, above) => Entry::Absent(above.refine(Missing::NoEntry)),
        })
    }

    /// What kind of thing stands at a path.
    fn peek(&mut self, path: &GrantedPath) -> Result<Peeked, FsCode> {
        let key = key(path);
        let above = Above::of(&key, &self.pending);
        if let Above::Broken(missing) = above {
            return Ok(Peeked::Absent(missing));
        }
        if let Some((_, state)) = self.pending.get(&key) {
            return Ok(Peeked::from(state));
        }
        if let Some(peeked) = self.laid(path)?.peeked(above) {
            return Ok(peeked);
        }
        let on_disk = match (self.seen.get(&key), self.peeked.get(&key)) {
            (Some((_, seen)), _) => Peeked::from(seen),
            (None, Some(peeked)) => *peeked,
            (None, None) => {
                let peeked = observe::peek(path)?;
                self.peeked.insert(key, peeked);
                peeked
            }
        };
        Ok(match on_disk {
            Peeked::Absent(missing) => Peeked::Absent(above.refine(missing)),
            Peeked::Dir | Peeked::Link | Peeked::File => on_disk,
        })
    }

    /// What stands at a path on disk; looked at once.
    fn look(&mut self, path: &GrantedPath, limit: Option<u64>) -> Result<Seen, FsCode> {
        let key = key(path);
        if let Some((_, seen)) = self.seen.get(&key) {
            return Ok(seen.clone());
        }
        let seen = observe::observe(path, limit)?;
        self.seen.insert(key, (path.clone(), seen.clone()));
        Ok(seen)
    }

    fn set(&mut self, path: &GrantedPath, state: State) {
        let exists = state != State::Not(FileState::Absent);
        self.bytes = self.bytes_elsewhere(path) + state.size();
        let (root, rel) = key(path);
        let parent = rel.parent().map(|parent| (root, parent));
        let old = self.pending.insert((root, rel), (path.clone(), state));
        let existed = old.is_some_and(|(_, old)| old != State::Not(FileState::Absent));
        let Some(parent) = parent else { return };
        let count = self.children.entry(parent).or_default();
        match (existed, exists) {
            (false, true) => *count += 1,
            (true, false) => *count -= 1,
            (true, true) | (false, false) => {}
        }
    }
}

fn key(path: &GrantedPath) -> Key {
    let (root, rel) = path.key();
    (root, rel.clone())
}

mod dirs;
mod size;
#[cfg(test)]
mod tests;
