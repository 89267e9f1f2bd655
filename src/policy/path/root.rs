//! A directory below which paths may be granted, held open.

use std::{
    os::fd::{AsFd, OwnedFd},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use rustix::{
    fs::{CWD, Mode, OFlags, openat},
    io,
};

use super::{
    beneath::{PLACE, Reach},
    blacklist::Blacklist,
};
use crate::base::RepoPath;

/// What a root is to the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootKind {
    /// The worktree: what is written below it can be committed.
    Worktree,
    /// A directory that the user allows: what is written below it is logged only.
    Allowed,
}

/// A directory below which paths may be granted, held open so that it stays the same directory.
#[derive(Debug)]
pub struct Root {
    /// Its place among the gate's roots; 0 is where relative paths start.
    pub(super) index: usize,
    kind: RootKind,
    canonical: PathBuf,
    spellings: Vec<PathBuf>,
    handle: OwnedFd,
    reach: Reach,
    /// Git's own directories, by device and inode.
    git_directories: Arc<[(u64, u64)]>,
    /// What a response may not name.
    blacklist: Arc<Blacklist>,
}

impl Root {
    /// Opens a directory as a root.
    pub(super) fn open(index: usize, kind: RootKind, path: &Path) -> std::io::Result<Self> {
        let canonical = fs_err::canonicalize(path)?;
        let flags = PLACE | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = openat(CWD, &canonical, flags, Mode::empty())?;
        let reach = Reach::of(handle.as_fd());
        let mut root = Self {
            index,
            kind,
            canonical,
            spellings: Vec::new(),
            handle,
            reach,
            git_directories: Arc::default(),
            blacklist: Arc::default(),
        };
        root.add_spelling(path);
        Ok(root)
    }

    /// Says which directories, by device and inode, are git's own.
    pub(super) fn set_git_directories(&mut self, git_directories: &Arc<[(u64, u64)]>) {
        self.git_directories = Arc::clone(git_directories);
    }

    /// Says what a response may not name.
    pub(super) fn set_blacklist(&mut self, blacklist: &Arc<Blacklist>) {
        self.blacklist = Arc::clone(blacklist);
    }

    /// What a response may not name.
    pub(super) fn blacklist(&self) -> &Blacklist {
        &self.blacklist
    }

    /// Whether a directory, by device and inode, is git's own.
    pub(super) fn is_git_directory(&self, id: (u64, u64)) -> bool {
        self.git_directories.contains(&id)
    }

    /// Lets absolute paths also start with `spelling`, where it is absolute and without `..`.
    pub(super) fn add_spelling(&mut self, spelling: &Path) {
        let plain = !spelling.components().any(|part| part == Component::ParentDir);
        if spelling.is_absolute() && plain && spelling != self.canonical {
            self.spellings.push(spelling.to_owned());
        }
    }

    /// What it is to the repository.
    #[must_use]
    pub fn kind(&self) -> RootKind {
        self.kind
    }

    /// Its absolute path without any link.
    #[must_use]
    pub fn canonical(&self) -> &Path {
        &self.canonical
    }

    /// What of `path` lies below the root, if it starts with one of the root's spellings.
    pub(super) fn strip<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        let spellings = self.spellings.iter().map(PathBuf::as_path);
        std::iter::once(self.canonical.as_path())
            .chain(spellings)
            .find_map(|spelling| path.strip_prefix(spelling).ok())
    }

    /// Opens what stands at `rel`, no link followed.
    pub(super) fn open_below(&self, rel: &RepoPath, flags: OFlags) -> io::Result<OwnedFd> {
        self.reach.open(self.handle.as_fd(), rel.as_path(), flags)
    }
}
