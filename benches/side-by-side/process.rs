//! Starts git and git-clada in an environment that is the same on every machine, and times them.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::Result;

/// Knows the programs and where they run.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    /// Absolute, as are the others: the standard library starts a program that it must look for
    /// in a slower way.
    git: PathBuf,
    clada: PathBuf,
    path: std::ffi::OsString,
    /// The directory that commands run in; standard error goes to a file beside it.
    worktree: PathBuf,
}

impl Runner {
    /// Finds git on PATH; commands run in the current directory until [`Runner::at`].
    pub(crate) fn new(clada: &Path) -> Result<Self> {
        let path = std::env::vars_os()
            .find_map(|(name, value)| (name == "PATH").then_some(value))
            .ok_or("PATH is not set")?;
        let git = find("git", &path)?;
        let clada = fs_err::canonicalize(clada)?;
        Ok(Self { git, clada, path, worktree: std::env::temp_dir() })
    }

    /// Lets commands run in the worktree, whose parent directory takes what they leave.
    pub(crate) fn at(self, worktree: PathBuf) -> Self {
        Self { worktree, ..self }
    }

    /// Returns git with the arguments.
    pub(crate) fn git<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.program(&self.git);
        command.args(arguments);
        command
    }

    /// Returns git-clada with the arguments.
    pub(crate) fn clada<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.program(&self.clada);
        command.args(arguments);
        command
    }

    /// Returns another program on PATH with the arguments.
    pub(crate) fn other<const N: usize>(
        &self,
        name: &str,
        arguments: [&str; N],
    ) -> Result<Command> {
        let mut command = self.program(&find(name, &self.path)?);
        command.args(arguments);
        Ok(command)
    }

    /// Returns the command under `strace -f -c`, which writes its summary to the file.
    pub(crate) fn traced(&self, command: &Command, summary: &Path) -> Result<Command> {
        let mut traced = self.other("strace", ["-f", "-c", "-o"])?;
        traced.arg(summary).arg("--").arg(command.get_program()).args(command.get_args());
        Ok(traced)
    }

    /// Runs the command and returns what it wrote to standard output.
    pub(crate) fn output(&self, command: &mut Command) -> Result<Vec<u8>> {
        let output = command.stdin(Stdio::null()).stderr(self.stderr()?).output()?;
        self.expect_success(command, output.status)?;
        Ok(output.stdout)
    }

    /// Runs the commands one after the other and returns how long they took, from the first's
    /// start to the last's end, without the time between them.
    pub(crate) fn time(&self, mut commands: Vec<Command>) -> Result<Duration> {
        let mut sum = Duration::ZERO;
        for command in &mut commands {
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(self.stderr()?);
            let start = Instant::now();
            let status = command.spawn()?.wait()?;
            sum += start.elapsed();
            self.expect_success(command, status)?;
        }
        Ok(sum)
    }

    /// Makes an error, with what the command wrote to standard error, of any exit but 0.
    pub(crate) fn expect_success(&self, command: &Command, status: ExitStatus) -> Result<()> {
        if status.success() {
            return Ok(());
        }
        let text = fs_err::read(self.stderr_path())?;
        let name = command.get_program().display();
        let arguments: Vec<_> =
            command.get_args().take(6).map(|argument| argument.to_string_lossy()).collect();
        let arguments = arguments.join(" ");
        Err(format!("`{name} {arguments}`: {status}\n{}", String::from_utf8_lossy(&text)).into())
    }

    /// The file that the next command writes its standard error to.
    pub(crate) fn stderr(&self) -> Result<Stdio> {
        Ok(fs_err::File::create(self.stderr_path())?.into_parts().0.into())
    }

    fn stderr_path(&self) -> PathBuf {
        self.worktree.with_file_name("side-by-side.stderr")
    }

    #[expect(clippy::disallowed_methods, reason = "this is where the benchmark starts processes")]
    fn program(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        // cargo's LD_LIBRARY_PATH alone would cost every start some look-ups.
        command.env_clear().env("PATH", &self.path).env("LC_ALL", "C");
        command.env("HOME", self.worktree.parent().unwrap_or(&self.worktree));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.current_dir(&self.worktree);
        command
    }
}

fn find(program: &str, path: &std::ffi::OsStr) -> Result<PathBuf> {
    std::env::split_paths(path)
        .map(|directory| directory.join(program))
        .find(|file| file.is_file())
        .ok_or_else(|| format!("`{program}` is not on PATH").into())
}
