//! A temporary directory with a home in it, and an environment that nothing outside leaks into.
//!
//! Every process of a test is started here, so that all see the same clock, identity and
//! settings.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;

use super::Repo;

/// The clock of all commits, git's and ours.
pub(crate) const NOW: &str = "1700000000 +0000";

const GLOBAL_CONFIG: &str = "\
[user]
\tname = Test User
\temail = test.user@example.com
[init]
\tdefaultBranch = main
[advice]
\tdetachedHead = false
\tsparseIndexExpanded = false
[protocol \"file\"]
\tallow = always
[core]
	fsync = none
[safe]
\tdirectory = *
";

/// A directory of its own for a test: `home/`, and the repositories beside it.
pub(crate) struct TestEnv {
    dir: TempDir,
    root: PathBuf,
}

impl TestEnv {
    /// Makes the directory and the global configuration in it.
    pub(crate) fn new() -> Self {
        Self::below(&std::env::temp_dir())
    }

    /// The same in memory where the system has a place for that: for tests that copy and remove
    /// repositories by the hundred.
    pub(crate) fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        let usable = tempfile::tempdir_in(memory).is_ok();
        if usable { Self::below(memory) } else { Self::new() }
    }

    fn below(place: &Path) -> Self {
        let mut builder = tempfile::Builder::new();
        let dir = builder.prefix("clada-it-").tempdir_in(place).expect("a directory");
        let root = dir.path().canonicalize().expect("its real path");
        fs_err::create_dir_all(root.join("home")).expect("a home");
        fs_err::write(root.join("home/gitconfig"), GLOBAL_CONFIG).expect("a configuration");
        Self { dir, root }
    }

    /// The directory, links resolved.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Lets other users of the machine look into the directory.
    pub(crate) fn open_to_all(&self) {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::Permissions::from_mode(0o755);
        fs_err::set_permissions(self.dir.path(), permissions).expect("permissions");
    }

    /// An empty repository on an unborn `main`, in `repo/`.
    pub(crate) fn repo(&self) -> Repo<'_> {
        self.repo_at("repo")
    }

    /// An empty repository on an unborn `main`, in the directory of that name.
    pub(crate) fn repo_at(&self, name: &str) -> Repo<'_> {
        self.git(&self.root, &["init", "-q", "--", name]);
        Repo::new(self, self.root.join(name))
    }

    /// A command that sees this environment alone, to be run in `dir`.
    pub(crate) fn command(&self, program: impl Into<OsString>, dir: &Path) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(dir).env_clear();
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        let home = self.root.join("home");
        command
            .env("GIT_CONFIG_GLOBAL", home.join("gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", NOW)
            .env("GIT_COMMITTER_DATE", NOW)
            .env("HOME", home)
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        command
    }

    /// Runs git in `dir` and returns all that it gave, whatever its status.
    pub(crate) fn try_git(&self, dir: &Path, args: &[&str]) -> Output {
        self.command("git", dir).args(args).output().expect("git runs")
    }

    /// Runs git in `dir`, which must succeed, and returns what it printed.
    pub(crate) fn git(&self, dir: &Path, args: &[&str]) -> String {
        let output = self.try_git(dir, args);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {args:?}: {}\n{stdout}\n{stderr}", output.status);
        stdout
    }
}
