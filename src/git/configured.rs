//! Commands of the user's own that git's configuration names, run as git runs such: by `sh -c`, at
//! the worktree's top. What they are told stands in their environment and on their standard input,
//! never in the command.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Command, ExitStatus};

use super::{GitError, Repo, open};

/// How much of what one prints is kept: the end of it.
const KEPT: u64 = 64 * 1024;

/// A command, and what it is told.
#[derive(Clone, Copy, Debug)]
pub struct Configured<'a> {
    /// The command, as it is configured.
    pub line: &'a str,
    /// Variables of its environment; those without a value are taken away.
    pub variables: &'a [(&'static str, Option<OsString>)],
    /// What it may read.
    pub input: &'a [u8],
}

/// What came of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// How it failed, if it did: `exit status 1`.
    pub failed: Option<String>,
    /// What it printed, on both streams.
    pub text: String,
}

impl Repo {
    /// Runs it to its end. What it starts and leaves running is not waited for.
    pub fn run_configured(&self, configured: Configured<'_>) -> Result<Said, GitError> {
        let failed = || GitError::io(format!("run `{}`", configured.line));
        // Files, not pipes: nobody need read while another one writes.
        let input = || -> std::io::Result<File> {
            let mut file = tempfile::tempfile()?;
            file.write_all(configured.input)?;
            file.rewind()?;
            Ok(file)
        };
        let mut output = tempfile::tempfile().map_err(failed())?;
        let mut command = self.shell(configured);
        command.stdin(input().map_err(failed())?);
        command.stdout(output.try_clone().map_err(failed())?);
        command.stderr(output.try_clone().map_err(failed())?);
        let status = command.status().map_err(failed())?;
        let text = end_of(&mut output).map_err(failed())?;
        Ok(Said { failed: (!status.success()).then(|| told(status)), text })
    }

    #[expect(clippy::disallowed_methods, reason = "the one home of commands that are configured")]
    fn shell(&self, configured: Configured<'_>) -> Command {
        let mut command = Command::new("sh");
        command.arg("-c").arg(configured.line).current_dir(self.worktree());
        for (name, value) in configured.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.envs(self.given_places());
        command
    }

    /// What the environment of a command must say of where this repository is: nothing as a rule,
    /// where the directory tells. Where ours says it, it may say it of another worktree, or from
    /// another directory.
    #[must_use]
    pub fn given_places(&self) -> Vec<(OsString, OsString)> {
        if !open::is_given() {
            return Vec::new();
        }
        let git_dir = self.git_dir().canonicalize().unwrap_or_else(|_| self.git_dir().to_owned());
        let worktree = self.worktree().to_owned();
        vec![("GIT_DIR".into(), git_dir.into()), ("GIT_WORK_TREE".into(), worktree.into())]
    }
}

fn told(status: ExitStatus) -> String {
    // `exit status: 1`, `signal: 9 (SIGKILL)`.
    status.to_string().replace(": ", " ")
}

fn end_of(file: &mut File) -> std::io::Result<String> {
    let length = file.metadata()?.len();
    let left_out = length.saturating_sub(KEPT);
    file.seek(SeekFrom::Start(left_out))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_end();
    Ok(if left_out == 0 {
        text.to_owned()
    } else {
        format!("[… {left_out} bytes left out …]\n{text}")
    })
}
