//! The repository's own hooks. gix runs none; git itself runs those that are there.

use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::{GitError, Head, ObjectId, RefTransaction, Repo, cli};

const NAME: &str = "reference-transaction";
/// What git runs where it makes a worktree.
const OF_CHECKOUTS: [&str; 3] = ["post-checkout", "post-index-change", NAME];

/// The hook that is told of every transaction of refs, where the repository has one.
pub(super) struct RefHook<'a> {
    repo: &'a Repo,
    /// What it reads: a line for each ref, old value, new value, name.
    lines: String,
}

impl<'a> RefHook<'a> {
    /// The hook, if there is one that responses cannot write; looking for it costs one look at a
    /// file.
    pub(super) fn of(repo: &'a Repo, transaction: &RefTransaction<'_>) -> Option<Self> {
        let path = repo.hooks_dir().join(NAME);
        let metadata = fs_err::metadata(&path).ok()?;
        let runs = metadata.is_file() && metadata.permissions().mode() & 0o111 != 0;
        let runs = runs && !repo.passes_over(&path);
        runs.then(|| Self { repo, lines: lines(repo, transaction) })
    }

    /// Asks it, while the refs are locked, whether they may move.
    pub(super) fn prepared(&self) -> Result<(), GitError> {
        let said = cli::run_hook(self.repo, (NAME, "prepared"), self.lines.as_bytes())?;
        match said {
            None => Ok(()),
            Some(said) => Err(GitError::Hook { name: NAME, said }),
        }
    }

    /// Tells it that the refs have moved, or have not. What it says to that changes nothing.
    pub(super) fn told(&self, committed: bool) {
        let state = if committed { "committed" } else { "aborted" };
        drop(cli::run_hook(self.repo, (NAME, state), self.lines.as_bytes()));
    }
}

impl Repo {
    /// What git is to be told so that it runs the hooks of a checkout, where none of them lies in
    /// reach of responses: `-c`, a setting.
    pub(super) fn checkout_hooks(&self) -> Vec<String> {
        let dir = self.hooks_dir();
        let passed_over = OF_CHECKOUTS.map(|name| self.passes_over(&dir.join(name)));
        let Ok(dir) = dir.canonicalize() else { return Vec::new() };
        if passed_over.contains(&true) {
            return Vec::new();
        }
        dir.to_str()
            .map_or_else(Vec::new, |dir| vec!["-c".to_owned(), format!("core.hooksPath={dir}")])
    }

    /// Where hooks are: `core.hooksPath`, relative to the worktree's top.
    #[must_use]
    pub fn hooks_dir(&self) -> PathBuf {
        match self.settings().paths("core.hooksPath").pop() {
            Some(path) => self.worktree().join(path),
            None => self.common_dir().join("hooks"),
        }
    }
}

fn lines(repo: &Repo, transaction: &RefTransaction<'_>) -> String {
    let null = ObjectId::null(repo.object_hash());
    let mut lines = String::new();
    for change in transaction.refs {
        let [before, after] = [change.before, change.after].map(|id| id.unwrap_or(null));
        // Writing to memory does not fail.
        let _ = writeln!(lines, "{before} {after} {}", change.name);
    }
    let [before, after] = [&transaction.head.before, &transaction.head.after];
    if before.content() != after.content() {
        let value = |head: &Head| match head {
            Head::Branch { name, .. } => format!("ref:{name}"),
            Head::Detached { commit } => commit.to_string(),
        };
        let _ = writeln!(lines, "{} {} HEAD", value(before), value(after));
    }
    lines
}
