//! A path that the gate has granted: the only thing that opens files for an action.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    os::fd::OwnedFd,
    path::PathBuf,
    sync::Arc,
};

use bstr::BStr;
use rustix::{
    fs::{AtFlags, OFlags, fstat, statat},
    io,
};

use super::{
    forbidden,
    refusal::Refusal,
    root::{Root, RootKind},
};
use crate::base::RepoPath;

/// A place below a root that an action may touch. Only the gate makes one.
///
/// Two are equal if they name the same place, however they were written.
#[derive(Clone)]
pub struct GrantedPath(Arc<Inner>);

struct Inner {
    root: Arc<Root>,
    rel: RepoPath,
    shown: String,
    as_directory: bool,
}

impl GrantedPath {
    pub(super) fn new(root: Arc<Root>, rel: RepoPath, shown: String) -> Self {
        let as_directory = ["/", "/.", "/.."].iter().any(|end| shown.ends_with(end));
        Self(Arc::new(Inner { root, rel, shown, as_directory }))
    }

    /// The path relative to the worktree's top; `None` below an allowed root outside it.
    #[must_use]
    pub fn worktree_path(&self) -> Option<&RepoPath> {
        (self.0.root.kind() == RootKind::Worktree).then_some(&self.0.rel)
    }

    /// The absolute path without any link.
    #[must_use]
    pub fn absolute(&self) -> PathBuf {
        self.0.root.canonical().join(self.0.rel.as_path())
    }

    /// The path as the response has it, for messages.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.0.shown
    }

    /// The root it lies below.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.0.root
    }

    /// The path relative to its root.
    #[must_use]
    pub fn rel(&self) -> &RepoPath {
        &self.0.rel
    }

    /// Whether it was written as a directory's: with a `/` at the end.
    #[must_use]
    pub fn is_written_as_directory(&self) -> bool {
        self.0.as_directory
    }

    /// Whether a symbolic link may stand here: not where git would read one as `.gitmodules`.
    #[must_use]
    pub fn may_be_link(&self) -> bool {
        !forbidden::is_gitmodules(self.0.rel.name())
    }

    /// The refusal for a link that would stand where [`GrantedPath::may_be_link`] says no.
    #[must_use]
    pub fn refuse_link(&self) -> Refusal {
        Refusal::forbidden(&self.0.shown, "`.gitmodules` through a symbolic link")
    }

    /// Whether what a file here holds may stand in a report: not where its name says that it may
    /// be a secret.
    #[must_use]
    pub fn may_be_shown(&self) -> bool {
        !self.0.root.blacklist().bars_reading(self.0.rel.name())
    }

    /// The refusal for a file where [`GrantedPath::may_be_shown`] says no.
    #[must_use]
    pub fn refuse_to_show(&self) -> Refusal {
        Refusal::secret(&self.0.shown)
    }

    /// The directory above it at `rel`; `None` where it does not stand inside `rel`.
    #[must_use]
    pub fn above(&self, rel: RepoPath) -> Option<Self> {
        if !self.0.rel.is_inside(&rel) {
            return None;
        }
        Some(self.below_same_root(rel))
    }

    /// What is called `name` in this directory; `None` where no setting allows such a name.
    #[must_use]
    pub fn child(&self, name: &BStr) -> Option<Self> {
        let allowed = forbidden::reason(name).is_none();
        allowed.then(|| self.named(name))
    }

    /// What is called `name` in this directory, whether or not the name is allowed.
    pub(super) fn named(&self, name: &BStr) -> Self {
        self.below_same_root(self.0.rel.join(name))
    }

    /// The path from where relative paths start, whichever way it was written; an absolute one
    /// below another root.
    #[must_use]
    pub fn from_top(&self) -> String {
        from_top(&self.0.root, &self.0.rel)
    }

    /// Another place below the same root, which nobody wrote.
    fn below_same_root(&self, rel: RepoPath) -> Self {
        let shown = from_top(&self.0.root, &rel);
        Self::new(Arc::clone(&self.0.root), rel, shown)
    }

    /// Opens what stands here, no link followed and nothing created.
    pub(crate) fn open(&self, flags: OFlags) -> io::Result<OwnedFd> {
        self.0.root.open_below(&self.0.rel, flags)
    }

    /// Opens the directory at `rel` below the same root.
    pub(crate) fn open_directory(&self, rel: &RepoPath, flags: OFlags) -> io::Result<OwnedFd> {
        self.0.root.open_below(rel, flags | OFlags::DIRECTORY)
    }

    /// Opens the directory here to list what it holds; `None` where no action has any business:
    /// in git's own directory, in a submodule.
    pub(crate) fn open_list(&self) -> io::Result<Option<OwnedFd>> {
        let directory = self.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
        let numbers = fstat(&directory)?;
        let is_git = self.0.root.is_git_directory((numbers.st_dev, numbers.st_ino));
        let may_hold_git = self.0.root.kind() == RootKind::Worktree && !self.0.rel.is_root();
        let holds_git =
            || may_hold_git && statat(&directory, ".git", AtFlags::SYMLINK_NOFOLLOW).is_ok();
        Ok(if is_git || holds_git() { None } else { Some(directory) })
    }

    /// What tells it from other places: its root's number and the path below it.
    pub(crate) fn key(&self) -> (usize, &RepoPath) {
        (self.0.root.index, &self.0.rel)
    }
}

fn from_top(root: &Root, rel: &RepoPath) -> String {
    if root.index == 0 {
        return rel.to_string();
    }
    root.canonical().join(rel.as_path()).to_string_lossy().into_owned()
}

impl PartialEq for GrantedPath {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for GrantedPath {}

impl PartialOrd for GrantedPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GrantedPath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for GrantedPath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for GrantedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GrantedPath").field(&self.absolute()).finish()
    }
}
