//! What a command that may write the git directory must not make in it, and what no mount can keep it
//! from making: a name that is not there cannot be covered, and this one cannot be empty.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::workspace::process::{SandboxMode, SandboxOptions};

/// The name by which git finds its settings and hooks in another directory.
const COMMONDIR: &str = "commondir";

/// The git directories that are their own common ones.
pub(super) struct Guard(Vec<PathBuf>);

impl Guard {
    /// Notes what is not there before the command runs.
    pub(super) fn new(git_dirs: &[PathBuf], sandbox: SandboxOptions) -> Self {
        let guards = sandbox.mode != SandboxMode::Off && sandbox.allow_git;
        let paths = git_dirs.iter().filter(|_| guards).map(|dir| dir.join(COMMONDIR));
        Self(paths.filter(|path| !is_there(path)).collect())
    }

    /// Removes what is there now, and says so.
    pub(super) fn take_back(&self) -> io::Result<Option<String>> {
        let mut said = None;
        for path in self.0.iter().filter(|path| is_there(path)) {
            if path.symlink_metadata()?.is_dir() {
                fs_err::remove_dir_all(path)?;
            } else {
                fs_err::remove_file(path)?;
            }
            said = Some(format!("the command made `{}`, which was removed", path.display()));
        }
        Ok(said)
    }
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
