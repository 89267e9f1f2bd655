//! The folder that git runs hooks from, and what stands in it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::git::Repo;

use super::error::HooksError;
use super::script::{Hook, Script, version};

/// The folder in which hooks that were there before are kept, beside ours. git runs nothing in it.
/// They keep their names, by which some tell what they are to do.
pub const KEPT: &str = "before-clada";

/// Where hooks are.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The folder.
    pub path: PathBuf,
    /// Whether responses may write it.
    pub in_worktree: bool,
    /// Whether it is another one than this repository's own, and so perhaps several ones'.
    pub shared: bool,
}

/// What stands where a hook belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing.
    Missing,
    /// Ours, or somebody else's.
    There(Script),
}

/// A hook as it was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which one.
    pub hook: Hook,
    /// What stands there.
    pub state: State,
    /// The version of ours.
    pub version: Option<u32>,
    /// Whether git would run it.
    pub executable: bool,
    /// Whether a hook that was there before is kept.
    pub kept: bool,
    /// Whether that one would run.
    pub kept_executable: bool,
}

impl Folder {
    /// The folder of a repository: that of all its worktrees, unless `core.hooksPath` says another
    /// one.
    pub fn of(repo: &Repo) -> Result<Self, HooksError> {
        let path = repo.hooks_dir();
        if path.exists() && !path.is_dir() {
            return Err(HooksError::Off(path));
        }
        let there = path.ancestors().find(|above| above.exists()).unwrap_or(&path);
        let in_worktree = repo.is_reached(there);
        let real = there.canonicalize().unwrap_or_else(|_| there.to_owned());
        let own = [repo.common_dir(), repo.git_dir(), repo.worktree()];
        let own = own.iter().filter_map(|dir| dir.canonicalize().ok());
        let shared = !own.into_iter().any(|dir| real.starts_with(dir));
        Ok(Self { path, in_worktree, shared })
    }

    /// Where a hook belongs.
    #[must_use]
    pub fn place(&self, hook: Hook) -> PathBuf {
        self.path.join(hook.name())
    }

    /// Where what was there before is kept.
    #[must_use]
    pub fn kept(&self, hook: Hook) -> PathBuf {
        self.path.join(KEPT).join(hook.name())
    }

    /// What stands there for each hook.
    pub fn look(&self) -> Result<Vec<Found>, HooksError> {
        Hook::ALL.into_iter().map(|hook| self.found(hook)).collect()
    }

    fn found(&self, hook: Hook) -> Result<Found, HooksError> {
        let place = self.place(hook);
        let kept = self.kept(hook);
        let mut found = Found {
            hook,
            state: State::Missing,
            version: None,
            executable: is_executable(&place),
            kept: is_there(&kept),
            kept_executable: is_executable(&kept),
        };
        if is_there(&place) {
            // A link is somebody else's, wherever it leads; so is one that leads nowhere.
            let content = if place.is_symlink() || !place.is_file() {
                Vec::new()
            } else {
                let what = format!("read the hook `{}`", place.display());
                fs_err::read(&place).map_err(HooksError::io(what))?
            };
            found.state = State::There(hook.judge(&content));
            found.version = version(&content);
        }
        Ok(found)
    }
}

/// Whether anything bears the name, a link that leads nowhere too.
pub(super) fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}
