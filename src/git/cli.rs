//! git itself, for what gix does not do. The only caller of the program.

use std::path::Path;
use std::process::{Command, Stdio};

use super::GitError;

/// Runs git in a directory and returns what it printed.
#[expect(clippy::disallowed_methods, reason = "the one home of calls of git")]
pub fn run(directory: &Path, args: &[&str]) -> Result<Vec<u8>, GitError> {
    let what = || format!("run `git {}`", args.join(" "));
    let output = Command::new("git")
        .args(args)
        .current_dir(directory)
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env("GIT_PAGER", "cat")
        .stdin(Stdio::null())
        .output()
        .map_err(GitError::io(what()))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(GitError::Storage { what: what(), source: said.into() })
}
