//! In which other worktree a branch is checked out.

use std::path::PathBuf;

use super::{GitError, Repo};

impl Repo {
    /// The top of the other worktree whose HEAD is on the branch, if there is one.
    pub fn checked_out_at(&self, branch: &str) -> Result<Option<PathBuf>, GitError> {
        if !self.is_checked_out_elsewhere(branch) {
            return Ok(None);
        }
        let failed = || GitError::storage("list the worktrees");
        let head = format!("ref: {branch}");
        let here = self.git_dir().canonicalize().ok();
        for linked in self.inner.worktrees().map_err(failed())? {
            let elsewhere = linked.git_dir().canonicalize().ok() != here;
            let on = fs_err::read_to_string(linked.git_dir().join("HEAD"));
            if elsewhere && on.is_ok_and(|on| on.trim_end() == head) {
                return linked.base().map(Some).map_err(failed());
            }
        }
        let main = self.inner.main_repo().map_err(failed())?;
        Ok(main.workdir().map(ToOwned::to_owned))
    }
}
