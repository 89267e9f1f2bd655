//! What of the git directory a command that nothing holds back may change, and no undo brings back.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::{commands::Commands, outcome::Failure};
use crate::git::{GitError, Head, Repo};
use crate::history::HistoryError;

/// The files of which a change is told.
const FILES: [&str; 5] = ["HEAD", "config", "config.worktree", "info/attributes", "info/exclude"];

/// How the git directory stands: a name for each part, and what tells it from another one.
#[derive(Debug)]
pub(super) struct GitDir(BTreeMap<String, String>);

impl GitDir {
    /// As it stands now. What cannot be read is not there.
    pub(super) fn of(repo: &Repo) -> Self {
        let mut parts = BTreeMap::new();
        let dirs: BTreeSet<&Path> = [repo.git_dir(), repo.common_dir()].into();
        for dir in dirs {
            for name in FILES {
                file(&mut parts, &dir.join(name), format!(".git/{name}"));
            }
            let hooks = fs_err::read_dir(dir.join("hooks"));
            for hook in hooks.into_iter().flatten().flatten() {
                let name = hook.file_name().to_string_lossy().into_owned();
                file(&mut parts, &hook.path(), format!(".git/hooks/{name}"));
            }
        }
        let list = repo.worktree().join(".clada/allowed-commands.json");
        file(&mut parts, &list, ".clada/allowed-commands.json".to_owned());
        for (name, id) in repo.refs_below("refs/").unwrap_or_default() {
            parts.insert(name, id.to_string());
        }
        if let Ok(entries) = repo.staged_list() {
            parts.insert("what is staged".to_owned(), digest(&entries));
        }
        Self(parts)
    }

    /// The names of the parts that are not the same in both.
    pub(super) fn changes(&self, after: &Self) -> Vec<String> {
        let names: BTreeSet<&String> = self.0.keys().chain(after.0.keys()).collect();
        let changed = names.into_iter().filter(|name| self.0.get(*name) != after.0.get(*name));
        changed.cloned().collect()
    }
}

/// Notes the parts that a command changed.
pub(super) fn note(commands: &mut Commands<'_>, action: &str, changed: &[String]) {
    if !changed.is_empty() {
        let names = changed.join(", ");
        commands.note(format!("{action} changed what undo does not bring back: {names}"));
    }
}

/// The git directory while a command runs in a view that lets it be written.
pub(super) struct Watched<'r> {
    repo: &'r Repo,
    before: GitDir,
    head: Result<Head, GitError>,
}

impl<'r> Watched<'r> {
    /// As it stands before the command.
    pub(super) fn begin(repo: &'r Repo) -> Self {
        Self { repo, before: GitDir::of(repo), head: repo.head() }
    }

    /// Notes what has changed. Where HEAD has moved, nothing of the response can go on: what the
    /// actions read is no longer what stands below them.
    pub(super) fn end(self, commands: &mut Commands<'_>, action: &str) -> Result<(), Box<Failure>> {
        note(commands, action, &self.before.changes(&GitDir::of(self.repo)));
        if let (Ok(before), Ok(after)) = (self.head, self.repo.head())
            && before != after
        {
            let error = format!("{action}: the command has moved HEAD");
            commands.in_place.broken = Some(HistoryError::Conflict(vec!["HEAD".to_owned()]));
            return Err(Failure::new("EXEC_FAILED", error));
        }
        Ok(())
    }
}

fn file(parts: &mut BTreeMap<String, String>, path: &Path, name: String) {
    if let Ok(content) = fs_err::read(path) {
        let key = if parts.contains_key(&name) { path.display().to_string() } else { name };
        parts.insert(key, digest(&content));
    }
}

fn digest(content: &[u8]) -> String {
    crate::base::hex(&Sha256::digest(content))
}
