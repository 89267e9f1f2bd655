//! What can go wrong with a repository.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::base::settings::Setting;
use crate::workspace::process::Holder;

/// A failure of the repository; nothing of the user's was changed by it.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// No repository here or above.
    #[error("`{}` is not in a git repository", .0.display())]
    NoRepository(PathBuf),
    /// The repository has no worktree to work in.
    #[error("`{}` is a bare repository: it has no files to work on", .0.display())]
    Bare(PathBuf),
    /// Something about the repository that is not supported.
    #[error("{what} is not supported; {instead}")]
    Unsupported {
        /// What it is, in git's words.
        what: String,
        /// What to do instead.
        instead: Cow<'static, str>,
    },
    /// Another process holds a lock.
    #[error("`{}` exists: another git process is at work in this repository", .path.display())]
    Locked {
        /// The lock's path.
        path: PathBuf,
    },
    /// git makes or removes a linked worktree, perhaps for a process of ours that is gone.
    #[error("git is still making or removing a worktree of this repository{}", by(.0))]
    AtWork(Vec<Holder>),
    /// A ref does not hold the value that it should hold.
    #[error("`{name}` was changed by someone else")]
    RefChanged {
        /// The ref's full name.
        name: String,
    },
    /// A hook of the repository says no.
    #[error("the repository's `{name}` hook refused: {said}")]
    Hook {
        /// The hook.
        name: &'static str,
        /// What it said.
        said: String,
    },
    /// A filter or a merge driver that is not run, for responses may write what it runs.
    #[error(
        "the {what} `{name}` is not run: its command names `{file}`, which responses may write"
    )]
    Distrusted {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
        /// The file, as the command names it.
        file: String,
    },
    /// Nobody to commit as.
    #[error("committer identity unknown")]
    NoIdentity,
    /// A setting that cannot be understood.
    #[error("`{key}` has the value `{value}`; {expected}")]
    BadSetting {
        /// The setting's key.
        key: &'static str,
        /// What it is set to.
        value: String,
        /// What it may be set to.
        expected: String,
    },
    /// A failure of git's storage.
    #[error("cannot {what}")]
    Storage {
        /// What was tried.
        what: String,
        /// Why it failed.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A failure of the file system.
    #[error("cannot {what}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        #[source]
        source: std::io::Error,
    },
}

impl GitError {
    /// A value that a setting of ours may not have.
    #[must_use]
    pub fn bad_setting(setting: &'static Setting, value: String) -> Self {
        Self::BadSetting { key: setting.key, value, expected: setting.form.expected() }
    }

    /// Names what was tried when gix failed.
    pub(crate) fn storage<E>(what: impl Into<String>) -> impl FnOnce(E) -> Self
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let what = what.into();
        |source| Self::Storage { what, source: source.into() }
    }

    /// Names what was tried when the file system failed.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        |source| Self::Io { what, source }
    }
}

/// Who does something, where that can be seen.
fn by(holders: &[Holder]) -> String {
    let told: Vec<String> = holders.iter().map(ToString::to_string).collect();
    if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) }
}
