//! Directory handles, opened once per directory and kept while they are in use.

use std::{collections::HashMap, os::fd::OwnedFd, rc::Rc};

use rustix::io::Result;

use crate::{
    base::RepoPath,
    policy::{GrantedPath, PLACE},
};

/// How many handles are kept: writing goes from directory to directory, so few serve.
const CAPACITY: usize = 64;

/// The handles of the directories that were written to last.
#[derive(Debug, Default)]
pub(super) struct Handles {
    open: HashMap<(usize, RepoPath), Rc<OwnedFd>>,
}

impl Handles {
    /// The handle of the directory `dir` that `path` stands in, at any depth.
    pub(super) fn get(&mut self, path: &GrantedPath, dir: &RepoPath) -> Result<Rc<OwnedFd>> {
        let key = (path.key().0, dir.clone());
        if let Some(handle) = self.open.get(&key) {
            return Ok(Rc::clone(handle));
        }
        let handle = Rc::new(path.open_directory(dir, PLACE)?);
        if self.open.len() >= CAPACITY {
            self.open.clear();
        }
        self.open.insert(key, Rc::clone(&handle));
        Ok(handle)
    }

    /// Forgets a directory that is made or removed.
    pub(super) fn forget(&mut self, dir: &GrantedPath) {
        let (root, rel) = dir.key();
        self.open.remove(&(root, rel.clone()));
    }
}
