//! What a view is made of, and what of it is kept.

use std::path::{Path, PathBuf};

use crate::{base::RepoPath, policy::Gate};

/// The program that starts commands: this one, by its hidden first argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher(pub PathBuf);

impl Launcher {
    /// The program that runs now, even if its file was replaced since. It must be `git-clada`.
    #[must_use]
    pub fn this_program() -> Self {
        Self(PathBuf::from("/proc/self/exe"))
    }
}

/// Where commands run (`clada.view`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewChoice {
    /// In a view, or where there is none and the sandbox is off, in the worktree itself.
    #[default]
    Auto,
    /// In a view, or not at all.
    Overlay,
    /// In the worktree itself; the sandbox must be off.
    InPlace,
}

impl ViewChoice {
    /// The setting's value.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Overlay => "overlay",
            Self::InPlace => "in-place",
        }
    }

    /// Reads the setting's value.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Auto, Self::Overlay, Self::InPlace].into_iter().find(|choice| choice.name() == name)
    }
}

/// What a view is made of.
#[derive(Clone, Copy, Debug)]
pub struct ViewOptions<'a> {
    /// The gate, whose first root is the worktree.
    pub gate: &'a Gate,
    /// Where scratch directories are made: `clada/scratch` in the git directory.
    pub scratch: &'a Path,
    /// The git directory and the common directory.
    pub git_dirs: &'a [PathBuf],
    /// The user's home, whose secrets are covered.
    pub home: Option<&'a Path>,
    /// Further directories that a command is to see, wherever they are: the allowed roots.
    pub roots: &'a [PathBuf],
    /// What starts the command.
    pub launcher: &'a Launcher,
}

/// What of a command's changes is kept.
#[derive(Clone, Copy)]
pub struct HarvestOptions<'a> {
    /// Whether git ignores a path of the worktree that it does not track.
    pub is_ignored: &'a dyn Fn(&RepoPath) -> bool,
    /// Whether git ignores a directory with all that is in it, and tracks nothing there.
    pub is_ignored_dir: &'a dyn Fn(&RepoPath) -> bool,
    /// How many bytes of what ignored files replace are kept for undo (`clada.keepIgnored`).
    pub keep_ignored: u64,
    /// How many bytes of other files a command may leave (what `clada.maxWrite` has left).
    pub max_write: u64,
}
