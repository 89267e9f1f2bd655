//! A repository of a test: files before, real git, the binary.

use std::{
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Output,
};

use super::{Clada, Snapshot, TestEnv};

/// A real repository with a worktree.
///
/// The methods that lay out its files consume and return it, so that a test begins with one
/// sentence: files, commit, what the user has done since.
pub(crate) struct Repo<'e> {
    env: &'e TestEnv,
    dir: PathBuf,
}

impl<'e> Repo<'e> {
    /// The repository that is there already.
    pub(crate) fn new(env: &'e TestEnv, dir: PathBuf) -> Self {
        Self { env, dir }
    }

    /// The top of its worktree.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// A path in its worktree.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.join(path)
    }

    /// Writes a file, the directories above it too. A file that is there keeps its mode.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs_err::create_dir_all(path.parent().expect("a parent")).expect("directories");
        fs_err::write(path, content).expect("a file");
    }

    /// The bytes of a file.
    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs_err::read(self.path(path)).expect("a file")
    }

    /// The text of a file.
    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8(self.read(path)).expect("UTF-8")
    }

    /// Sets the permission bits of a file.
    pub(crate) fn chmod(&self, path: &str, mode: u32) {
        let permissions = std::fs::Permissions::from_mode(mode);
        fs_err::set_permissions(self.path(path), permissions).expect("permissions");
    }

    /// The permission bits of a file.
    pub(crate) fn mode(&self, path: &str) -> u32 {
        fs_err::symlink_metadata(self.path(path)).expect("a file").permissions().mode() & 0o7777
    }

    /// Whether anything stands there, a dangling link too.
    pub(crate) fn exists(&self, path: &str) -> bool {
        self.path(path).symlink_metadata().is_ok()
    }

    /// With a file, not staged: new, or another content than before.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// With a file of that mode.
    pub(crate) fn file_with_mode(self, path: &str, content: &str, mode: u32) -> Self {
        self.write(path, content);
        self.chmod(path, mode);
        self
    }

    /// With a symbolic link.
    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        let path = self.path(path);
        fs_err::create_dir_all(path.parent().expect("a parent")).expect("directories");
        std::os::unix::fs::symlink(target, path).expect("a link");
        self
    }

    /// With a directory.
    pub(crate) fn folder(self, path: &str) -> Self {
        fs_err::create_dir_all(self.path(path)).expect("directories");
        self
    }

    /// With a setting of its own.
    pub(crate) fn config(self, name: &str, value: &str) -> Self {
        self.git(&["config", name, value]);
        self
    }

    /// With a content that is staged and in the worktree.
    pub(crate) fn staged(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self.git(&["add", "--", path]);
        self
    }

    /// With all that stands in the worktree committed, where need be as an empty commit.
    pub(crate) fn commit(self) -> Self {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "before"]);
        self
    }

    /// Runs git in the worktree, which must succeed, and returns what it printed.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        self.env.git(&self.dir, args)
    }

    /// The same, without the final line break.
    pub(crate) fn git_line(&self, args: &[&str]) -> String {
        self.git(args).trim_end_matches('\n').to_owned()
    }

    /// Runs git in the worktree, whatever its status.
    pub(crate) fn try_git(&self, args: &[&str]) -> Output {
        self.env.try_git(&self.dir, args)
    }

    /// A run of the binary in the worktree.
    pub(crate) fn clada(&self, args: &[&str]) -> Clada<'e> {
        Clada::new(self.env, &self.dir, args)
    }

    /// A run of the binary that applies a response from standard input.
    pub(crate) fn apply(&self, response: &str) -> Clada<'e> {
        self.clada(&["apply", "-"]).stdin(response)
    }

    /// Everything that may change: files, index, refs, HEAD.
    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot::of(self)
    }

    /// The branch that HEAD names, in full; `None` where it is detached.
    pub(crate) fn branch(&self) -> Option<String> {
        let output = self.try_git(&["symbolic-ref", "-q", "HEAD"]);
        output.status.success().then(|| {
            String::from_utf8(output.stdout).expect("a ref is UTF-8 here").trim_end().to_owned()
        })
    }

    /// `git status`, untracked files one by one.
    pub(crate) fn status(&self) -> String {
        self.git(&["-c", "core.quotePath=false", "status", "--porcelain", "-uall"])
    }

    /// Fails if git finds anything wrong with the objects, or a lock was left behind.
    pub(crate) fn assert_sound(&self) {
        let output = self.try_git(&["fsck", "--strict", "--no-dangling", "--no-progress"]);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        // git says this of a HEAD that is still unborn.
        let said: Vec<_> = said.lines().filter(|line| !line.starts_with("notice: ")).collect();
        assert!(output.status.success() && said.is_empty(), "git fsck: {said:#?}");
        let git_dir = self.path(&self.git_line(&["rev-parse", "--git-dir"]));
        for lock in ["index.lock", "HEAD.lock", "packed-refs.lock"] {
            assert!(!git_dir.join(lock).exists(), "`{lock}` was left behind");
        }
    }
}
