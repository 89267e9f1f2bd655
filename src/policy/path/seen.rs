//! What the gate remembers of directories, so that a response of a thousand files in ten of them
//! looks at ten.
//!
//! What a gate grants is opened below its roots' handles, where no link is followed: to look at a
//! directory once is as safe as to look again. Between two passes it forgets all the same.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use crate::base::RepoPath;

/// Directories that a gate has looked at.
#[derive(Debug, Default)]
pub(super) struct Seen {
    plain: RefCell<HashSet<PathBuf>>,
    nested: RefCell<HashMap<RepoPath, bool>>,
}

impl Seen {
    /// Forgets all.
    pub(super) fn clear(&self) {
        self.plain.borrow_mut().clear();
        self.nested.borrow_mut().clear();
    }

    /// Whether an absolute path is known for a directory, no link and not git's own.
    pub(super) fn is_plain_directory(&self, path: &Path) -> bool {
        self.plain.borrow().contains(path)
    }

    /// Remembers a directory.
    pub(super) fn plain_directory(&self, path: &Path) {
        self.plain.borrow_mut().insert(path.to_owned());
    }

    /// Whether the directory `dir` is, or lies in, one below the top that holds a `.git`.
    pub(super) fn in_nested_repository(&self, top: &Path, dir: &RepoPath) -> bool {
        if dir.is_root() {
            return false;
        }
        let known = self.nested.borrow().get(dir).copied();
        known.unwrap_or_else(|| {
            let path = top.join(dir.as_path());
            let nested = path.join(".git").symlink_metadata().is_ok()
                || dir.parent().is_some_and(|dir| self.in_nested_repository(top, &dir));
            // Names of what does not exist could be as many and as deep as anybody likes.
            if self.is_plain_directory(&path) {
                self.nested.borrow_mut().insert(dir.clone(), nested);
            }
            nested
        })
    }
}
