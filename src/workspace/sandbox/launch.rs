//! What the process that becomes the command is told, as JSON on its standard input.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::workspace::process::SandboxOptions;

/// A name of the system's: any bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::workspace) struct Bytes(Vec<u8>);

impl Bytes {
    pub(super) fn path(&self) -> &Path {
        Path::new(self.os())
    }

    pub(super) fn os(&self) -> &OsStr {
        OsStr::from_bytes(&self.0)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<&Path> for Bytes {
    fn from(path: &Path) -> Self {
        Self(path.as_os_str().as_bytes().to_vec())
    }
}

impl From<PathBuf> for Bytes {
    fn from(path: PathBuf) -> Self {
        Self(path.into_os_string().into_vec())
    }
}

impl From<OsString> for Bytes {
    fn from(name: OsString) -> Self {
        Self(name.into_vec())
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

/// What is started, and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::workspace) struct Launch {
    pub(in crate::workspace) argv: Vec<Bytes>,
    pub(in crate::workspace) env: Vec<(Bytes, Bytes)>,
    /// Absolute, without links.
    pub(in crate::workspace) cwd: Bytes,
    pub(in crate::workspace) stdin: Option<Bytes>,
    /// The file that the outcome is written to.
    pub(in crate::workspace) outcome: Bytes,
    pub(in crate::workspace) sandbox: SandboxOptions,
    /// Where the view is; none where the command runs in the worktree itself.
    pub(in crate::workspace) place: Option<Place>,
}

/// What a view is made of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::workspace) struct Place {
    /// Absolute, without links.
    pub(in crate::workspace) worktree: Bytes,
    /// The directory of this view's layers, in which `upper` holds the pending files.
    pub(in crate::workspace) layers: Bytes,
    /// What the actions deleted, relative to the worktree.
    pub(in crate::workspace) gone: Vec<Bytes>,
    /// Whether the command's changes are held in memory.
    pub(in crate::workspace) in_memory: bool,
    /// Where scratch directories are: not to be seen from inside.
    pub(in crate::workspace) scratch: Bytes,
    /// The git directory and the common directory.
    pub(in crate::workspace) git_dirs: Vec<Bytes>,
    pub(in crate::workspace) home: Option<Bytes>,
    /// Further directories that must stay to be seen.
    pub(in crate::workspace) roots: Vec<Bytes>,
}
