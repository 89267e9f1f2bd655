//! What of the git directory a command that nothing holds back may change, and no undo brings back.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use sha2::{Digest, Sha256};

use crate::git::Repo;

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

fn file(parts: &mut BTreeMap<String, String>, path: &Path, name: String) {
    if let Ok(content) = fs_err::read(path) {
        let key = if parts.contains_key(&name) { path.display().to_string() } else { name };
        parts.insert(key, digest(&content));
    }
}

fn digest(content: &[u8]) -> String {
    crate::base::hex(&Sha256::digest(content))
}
