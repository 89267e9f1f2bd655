//! Why hooks were not installed or removed.

use std::path::PathBuf;

use super::{Hook, KEPT};

/// Why hooks were not installed or removed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum HooksError {
    /// Where hooks should be is no directory.
    #[error("hooks are turned off here: `core.hooksPath` is `{}`, which is no folder", .0.display())]
    Off(PathBuf),
    /// They would lie among the user's files.
    #[error(
        "hooks belong in `{}` here, as `core.hooksPath` says, and that folder is in the worktree",
        .folder.display()
    )]
    InWorktree {
        /// The folder, from the worktree's top where it is in it.
        folder: PathBuf,
    },
    /// A hook of somebody else's is in the place, and another one is kept already.
    #[error("`{}` is not git-clada's, and the hook that it once found there is still kept", .0)]
    Both(Hook),
    /// The folder, or a file in it, cannot be read or written.
    #[error("cannot {what}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        #[source]
        source: std::io::Error,
    },
}

impl HooksError {
    /// What to do about it.
    #[must_use]
    pub fn way_on(&self) -> String {
        match self {
            Self::Off(_) => "nothing was changed; `git config --show-origin core.hooksPath` says \
                             where that is set"
                .to_owned(),
            Self::InWorktree { .. } => "\
nothing was changed; what is there may be committed, or be made anew by a hook manager, and
responses may write it, so that git-clada itself will not trust it
add this line to your own pre-commit, and the like to the others:
  git-clada hooks run pre-commit \"$@\"
`git clada hooks install --in-worktree` writes there all the same"
                .to_owned(),
            Self::Both(hook) => format!(
                "nothing was changed; look at both, and remove the one that is not wanted: \
                 `{hook}`, and `{KEPT}/{hook}` beside it"
            ),
            Self::Io { .. } => "nothing was changed".to_owned(),
        }
    }

    pub(super) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        |source| Self::Io { what, source }
    }
}
