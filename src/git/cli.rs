//! git itself, for what gix does not do. The only caller of the program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bstr::ByteSlice;
use gix::ObjectId;

use super::{Author, GitError, Replacement, Repo};

/// A look at a repository does not run what its settings name to be asked for changes.
const NO_MONITOR: [&str; 2] = ["-c", "core.fsmonitor="];

/// Nor does what we have git do run hooks: `core.hooksPath` may name a directory of the worktree.
const NO_HOOKS: [&str; 2] = ["-c", "core.hooksPath=/dev/null"];

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

/// What `git blame --porcelain` prints. It finds the repository as the user's own git would.
pub(super) fn blame(
    directory: &Path,
    (settings, ranges): (&[String], &[String]),
    path: &OsStr,
) -> Result<Vec<u8>, GitError> {
    let mut command = git(directory, &NO_MONITOR);
    command.args(settings).args(["blame", "--porcelain"]);
    for range in ranges {
        command.arg("-L").arg(range);
    }
    let what = format!("blame `{}`", path.display());
    let output = command.arg("--").arg(path).stdin(Stdio::null()).output();
    let output = output.map_err(GitError::io(what.clone()))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let said = said.strip_prefix("fatal: ").unwrap_or(&said).to_owned();
    Err(GitError::Storage { what, source: said.into() })
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
    run_holding(place, (args, what), Stdio::null())
}

/// The same with something that git is to hold open as its standard input.
pub(super) fn run_holding(
    place: Place<'_>,
    (args, what): (&[&OsStr], &str),
    stdin: Stdio,
) -> Result<Vec<u8>, GitError> {
    let mut command = git(place.directory, &NO_MONITOR);
    for variable in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"] {
        command.env_remove(variable);
    }
    command.args(args).env("GIT_DIR", place.git_dir).stdin(stdin);
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
    let output = fed(command, commit.message).map_err(GitError::io(shown(&args)))?;
    let said = printed(&args, output)?;
    ObjectId::from_hex(said.trim_ascii()).map_err(GitError::storage("read the signed commit's id"))
}

/// Runs a hook with one argument: `git hook run`. Returns what it said where it says no.
pub(super) fn run_hook(
    repo: &Repo,
    (hook, argument): (&str, &str),
    input: &[u8],
) -> Result<Option<String>, GitError> {
    let args = ["hook", "run", "--to-stdin=/dev/stdin", hook, "--", argument];
    let mut command = hooked_git(repo.worktree());
    command.args(args).env("GIT_DIR", repo.git_dir());
    let output = fed(command, input).map_err(GitError::io(shown(&args)))?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).trim().to_owned();
    Ok((!output.status.success()).then_some(said))
}

/// Runs a command that reads `input`.
fn fed(mut command: Command, input: &[u8]) -> std::io::Result<Output> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // What does not read its input says itself why not.
        let _ = stdin.write_all(input);
    }
    child.wait_with_output()
}

fn git(directory: &Path, args: &[&str]) -> Command {
    let mut command = hooked_git(directory);
    command.args(NO_HOOKS).args(args);
    command
}

/// git, with the hooks that the settings name.
#[expect(clippy::disallowed_methods, reason = "the one home of calls of git")]
fn hooked_git(directory: &Path) -> Command {
    let mut command = Command::new("git");
    command.current_dir(directory).env("GIT_PAGER", "cat");
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
