//! git itself, for what gix does not do. The only caller of the program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bstr::ByteSlice;
use gix::ObjectId;

use super::{Author, GitError, Replacement, Repo};

/// Runs git in a directory and returns what it printed. Which repository that is, the directory
/// alone says.
pub fn run(directory: &Path, args: &[&str]) -> Result<Vec<u8>, GitError> {
    let mut command = git(directory, args);
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(variable);
    }
    let output = command.stdin(Stdio::null()).output();
    printed(args, output.map_err(GitError::io(shown(args)))?)
}

/// Runs git for this very repository, with further variables, and returns what it printed.
pub(super) fn run_for(
    repo: &Repo,
    args: &[&str],
    variables: &[(&str, &OsStr)],
) -> Result<Vec<u8>, GitError> {
    let failed = || GitError::io(shown(args));
    let mut command = git(repo.worktree(), args);
    command.env("GIT_DIR", absolute(repo.git_dir())?).env("GIT_WORK_TREE", repo.worktree());
    command.env_remove("GIT_INDEX_FILE").envs(variables.iter().copied());
    printed(args, command.stdin(Stdio::null()).output().map_err(failed())?)
}

/// Where git runs, and on which repository, whatever the environment says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The current directory.
    pub directory: &'a Path,
    /// The git directory.
    pub git_dir: &'a Path,
}

/// Runs git and returns what it printed. `what` says what it is for, where it fails.
pub(super) fn run_in(place: Place<'_>, args: &[&OsStr], what: &str) -> Result<Vec<u8>, GitError> {
    let mut command = git(place.directory, &[]);
    for variable in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"] {
        command.env_remove(variable);
    }
    command.args(args).env("GIT_DIR", place.git_dir).stdin(Stdio::null());
    // A look at another worktree must not rewrite its index.
    let output = command.env("GIT_OPTIONAL_LOCKS", "0").output();
    let output = output.map_err(GitError::io(what))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(failed(what.to_owned(), &output))
}

/// Writes a signed commit: `git commit-tree -S`.
pub(super) fn commit_tree(repo: &Repo, commit: &Replacement<'_>) -> Result<ObjectId, GitError> {
    let tree = commit.tree.to_string();
    let parents: Vec<String> = commit.parents.iter().map(ToString::to_string).collect();
    let encoding = commit.encoding.map(|name| format!("i18n.commitEncoding={name}"));
    let mut args: Vec<&str> =
        encoding.iter().flat_map(|encoding| ["-c", encoding.as_str()]).collect();
    args.extend(["commit-tree", "-S", &tree]);
    for parent in &parents {
        args.extend(["-p", parent]);
    }
    args.extend(["-F", "-"]);
    let mut command = git(repo.worktree(), &args);
    command.env("GIT_DIR", absolute(repo.git_dir())?);
    name(&mut command, "AUTHOR", commit.author);
    name(&mut command, "COMMITTER", commit.committer);
    let failed = || GitError::io(shown(&args));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed())?;
    if let Some(mut stdin) = child.stdin.take() {
        // git says itself why it did not read the message.
        let _ = stdin.write_all(commit.message);
    }
    let said = printed(&args, child.wait_with_output().map_err(failed())?)?;
    ObjectId::from_hex(said.trim_ascii()).map_err(GitError::storage("read the signed commit's id"))
}

#[expect(clippy::disallowed_methods, reason = "the one home of calls of git")]
fn git(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(args).current_dir(directory).env("GIT_PAGER", "cat");
    command
}

/// `GIT_DIR` may have been given as a path from where this process runs, and git runs elsewhere.
fn absolute(path: &Path) -> Result<PathBuf, GitError> {
    path.canonicalize().map_err(GitError::io(format!("find `{}`", path.display())))
}

fn name(command: &mut Command, role: &str, who: &Author) {
    let Author { name, email, time } = who;
    command.env(format!("GIT_{role}_NAME"), name.to_os_str_lossy());
    command.env(format!("GIT_{role}_EMAIL"), email.to_os_str_lossy());
    command.env(format!("GIT_{role}_DATE"), format!("@{} {}", time.seconds, time.zone()));
}

fn printed(args: &[&str], output: Output) -> Result<Vec<u8>, GitError> {
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(failed(shown(args), &output))
}

fn failed(what: String, output: &Output) -> GitError {
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    GitError::Storage { what, source: said.into() }
}

fn shown(args: &[&str]) -> String {
    format!("run `git {}`", args.join(" "))
}
