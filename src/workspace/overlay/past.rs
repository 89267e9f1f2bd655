//! What a path was before the actions, and what became of it: for hints.

use std::collections::HashMap;

use bstr::BString;

use super::{Key, Overlay, key};
use crate::{
    base::RepoPath,
    policy::GrantedPath,
    workspace::{
        change_set::FileState,
        entry::State,
        fs_error::{Call, FsError},
        observe::{self, Seen},
        view::Laid,
    },
};

/// What the actions did to what stood at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stands at that path of the same root now.
    Moved(RepoPath),
    /// It was deleted, or moved and replaced there.
    Gone,
}

/// How many moves of one thing are followed.
const MOST_MOVES: usize = 100;

/// Where things went and where they came from.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    to: HashMap<Key, Key>,
    from: HashMap<Key, Key>,
}

impl Moves {
    pub(super) fn add(&mut self, old: Key, new: Key) {
        self.from.insert(new.clone(), old.clone());
        self.to.insert(old, new);
    }

    /// What stood at a path was deleted there: it is not what went from it before.
    pub(super) fn forget(&mut self, path: &Key) {
        self.from.remove(path);
        self.to.remove(path);
    }

    /// Where the last thing that went from a path is, if nothing was moved over it.
    fn end(&self, path: &Key) -> Option<&Key> {
        let step = |from: &&Key| self.to.get(from).filter(|to| self.from.get(to) == Some(from));
        std::iter::successors(step(&path), |at| step(at)).take(MOST_MOVES).last()
    }
}

impl Overlay {
    /// The text that a file on disk had when it was first looked at; `None` where there was none,
    /// or nobody looked.
    #[must_use]
    pub fn text_on_disk(&self, path: &GrantedPath) -> Option<&str> {
        let Some((_, Seen::File { content, .. })) = self.seen.get(&key(path)) else { return None };
        std::str::from_utf8(content).ok()
    }

    /// What the actions did to what stood at a path, if they took it from there.
    #[must_use]
    pub fn fate(&self, path: &GrantedPath) -> Option<Fate> {
        let key = key(path);
        let Some((_, State::Not(FileState::Absent))) = self.pending.get(&key) else { return None };
        let there = self.moves.end(&key).filter(|(root, _)| *root == key.0);
        let there = there.filter(|end| match self.pending.get(end) {
            Some((_, State::Not(state))) => *state != FileState::Absent,
            Some((_, State::Dir)) | None => false,
        });
        Some(there.map_or(Fate::Gone, |(_, rel)| Fate::Moved(rel.clone())))
    }

    /// The first `most` names that the disk gives for a directory, and those that the actions put
    /// there, sorted. Some may be gone.
    pub fn some_names(&self, dir: &GrantedPath, most: usize) -> Result<Vec<BString>, FsError> {
        let mut names: Vec<BString> = Vec::new();
        let found = |name: &bstr::BStr| {
            names.push(name.to_owned());
            names.len() >= most
        };
        let listed = observe::any_name(dir, found);
        let before = names.len();
        let key = key(dir);
        let laid = self.laid(dir).unwrap_or(Laid::Through);
        names.extend(self.left_in(dir, (&laid, &key)).unwrap_or_default().into_keys());
        if names.len() == before {
            listed.map_err(|code| FsError::new(code, Call::Scandir, dir.shown()))?;
        }
        names.sort();
        names.dedup();
        Ok(names)
    }
}
