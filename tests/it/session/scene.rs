//! What the tests of sessions have in common.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

/// A repository with two files, and work of the user's: staged, not staged, untracked.
pub(super) fn repo(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").file("d/b.txt", "b\n").commit();
    repo.staged("staged.txt", "s\n").file("a.txt", "mine\n").file("untracked.txt", "u\n")
}

/// The worktree that a session has by default.
pub(super) fn worktree<'e>(env: &'e TestEnv, name: &str) -> Repo<'e> {
    Repo::new(env, env.root().join("repo.clada").join(name))
}

/// Applies a response that writes a file, in a worktree of the session of that name.
pub(super) fn apply_in(repo: &Repo<'_>, name: &str, file: &str) -> Run {
    let option = format!("--worktree={name}");
    repo.clada(&["apply", &option, "-"]).stdin(sham::write(file, "new\n")).exits(0)
}

/// The tops that git knows as worktrees, without the main one's.
pub(super) fn listed(repo: &Repo<'_>) -> Vec<PathBuf> {
    let list = repo.git(&["worktree", "list", "--porcelain"]);
    let tops = list.lines().filter_map(|line| line.strip_prefix("worktree "));
    tops.skip(1).map(PathBuf::from).collect()
}

/// The bytes and times of a checkout's files, its index and its HEAD.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Checkout(BTreeMap<PathBuf, (SystemTime, Vec<u8>)>);

impl Checkout {
    /// Takes down the main checkout.
    pub(super) fn of(repo: &Repo<'_>) -> Self {
        let mut files = BTreeMap::new();
        let mut open = vec![repo.dir().to_owned()];
        while let Some(dir) = open.pop() {
            for entry in fs_err::read_dir(&dir).expect("a directory") {
                let path = entry.expect("an entry").path();
                if path.ends_with(".git") {
                    continue;
                }
                if path.is_dir() {
                    open.push(path);
                } else {
                    files.insert(path.clone(), taken(&path));
                }
            }
        }
        for name in [".git/index", ".git/HEAD"] {
            files.insert(name.into(), taken(&repo.path(name)));
        }
        Self(files)
    }
}

fn taken(path: &Path) -> (SystemTime, Vec<u8>) {
    let modified = fs_err::metadata(path).expect("a file").modified().expect("a time");
    (modified, fs_err::read(path).expect("a file"))
}
