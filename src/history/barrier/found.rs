//! What stood where a worktree was put back: a ref keeps it where nothing else takes it in.

use std::collections::{BTreeMap, HashMap};

use crate::base::{RepoPath, Timestamp};
use crate::git::{ObjectId, Repo, TreeEntry, TreeMode};
use crate::workspace::view::Left;
use crate::workspace::{ChangeSet, FileState};

use super::super::HistoryError;
use super::differences::Difference;

/// What the names of the refs begin with; the time in seconds follows.
const BELOW: &str = "refs/clada/dropped/";
/// The same of what is being taken in by a response; the worktree follows, and the tree.
const TAKEN: &str = "refs/clada/taken/";
/// So many paths are told; a command may have changed thousands.
const MOST_TOLD: usize = 20;

/// What stood in a worktree that was put back, as a tree in the object database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    tree: ObjectId,
    paths: Vec<RepoPath>,
}

impl Found {
    /// Of what differs, which is not put back yet; what is just as the actions left it is in the
    /// response. None: nothing else stands there.
    pub(super) fn of(
        repo: &Repo,
        differences: &BTreeMap<RepoPath, Difference>,
        pending: &ChangeSet,
    ) -> Result<Option<Self>, HistoryError> {
        let pending: HashMap<&RepoPath, &FileState> =
            pending.changes.iter().map(|change| (change.path.rel(), &change.after)).collect();
        let mut entries = Vec::new();
        for (path, Difference { now, .. }) in differences {
            let (mode, bytes): (_, &[u8]) = match (now, pending.get(path)) {
                (Left::File { content: now, .. }, Some(FileState::File { content, .. }))
                    if now == content =>
                {
                    continue;
                }
                (Left::File { content, mode, .. }, _) if mode & 0o100 != 0 => {
                    (TreeMode::Executable, content)
                }
                (Left::File { content, .. }, _) => (TreeMode::File, content),
                (Left::Link { target: now }, Some(FileState::Link { target })) if now == target => {
                    continue;
                }
                (Left::Link { target }, _) => (TreeMode::Link, target),
                (Left::Gone | Left::Dir { .. } | Left::Special, _) => continue,
            };
            entries.push((path, Some(TreeEntry { mode, id: repo.write_blob(bytes)? })));
        }
        if entries.is_empty() {
            return Ok(None);
        }
        let paths = entries.iter().map(|(path, _)| (*path).clone()).collect();
        let tree = repo.edit_tree(ObjectId::empty_tree(repo.object_hash()), entries)?.id;
        repo.flush_objects()?;
        // Once files are put back nothing else tells of it: until it is in the log, or kept for the
        // user, a process that is killed loses nothing.
        repo.keep(&format!("{}{tree}", taken(repo)), tree)?;
        Ok(Some(Self { tree, paths }))
    }

    /// Lets go of what is in the log by now.
    pub fn is_taken_in(&self, repo: &Repo) -> Result<(), HistoryError> {
        Ok(repo.let_go(&format!("{}{}", taken(repo), self.tree))?)
    }

    /// Keeps it by a ref, and says so.
    #[must_use]
    pub fn keep(&self, repo: &Repo, time: Timestamp) -> String {
        let paths = shown(&self.paths);
        let kept = keep(repo, self.tree, time).and_then(|name| {
            self.is_taken_in(repo)?;
            Ok(name)
        });
        match kept {
            Ok(name) => format!(
                "put back as it was before the command: {paths}; what stood there, yours too if you \
                 saved it meanwhile, is kept: `git show {name}:PATH`"
            ),
            Err(error) => format!(
                "put back as it was before the command: {paths}; no ref keeps what stood there \
                 ({error}): `git show {}:PATH`",
                self.tree
            ),
        }
    }
}

/// Some of the paths, and how many more there are.
fn shown(paths: &[RepoPath]) -> String {
    let mut shown: Vec<String> = paths.iter().take(MOST_TOLD).map(ToString::to_string).collect();
    let more = paths.len().saturating_sub(MOST_TOLD);
    shown.extend((more > 0).then(|| format!("and {more} more")));
    shown.join(", ")
}

/// What the names of the refs begin with that keep what is being taken in of this worktree.
fn taken(repo: &Repo) -> String {
    format!("{TAKEN}{}/", repo.worktree_id().as_deref().unwrap_or("main"))
}

/// Keeps what a process was taking in that was killed before it published anything. Whoever calls it
/// holds the worktree's lock. Returns a line for each.
pub fn keep_cut_short(repo: &Repo, time: Timestamp) -> Result<Vec<String>, HistoryError> {
    let mut told = Vec::new();
    for (name, tree) in repo.refs_below(&taken(repo))? {
        let kept = keep(repo, tree, time)?;
        repo.let_go(&name)?;
        let paths = shown(&repo.paths_of_tree(tree)?);
        told.push(format!(
            "what stood in the worktree when the command of a response that was cut short had ended, \
             yours too if you saved it meanwhile, is kept: `git show {kept}:PATH`, of {paths}"
        ));
    }
    Ok(told)
}

/// Keeps a tree by a ref, whose name is returned.
pub(super) fn keep(repo: &Repo, tree: ObjectId, time: Timestamp) -> Result<String, HistoryError> {
    let id = tree.to_string();
    let name = format!("{BELOW}{}-{}", time.seconds, id.get(..10).unwrap_or(&id));
    repo.keep(&name, tree)?;
    Ok(name)
}

/// What a ref has kept since a worktree was put back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The ref's name.
    pub name: String,
    /// Since when, in seconds.
    pub seconds: i64,
}

/// What has been kept since before the limit, the newest first.
pub fn old_dropped(repo: &Repo, limit: Timestamp) -> Result<Vec<Dropped>, HistoryError> {
    let mut found = Vec::new();
    for (name, _) in repo.refs_below(BELOW)? {
        let time = name.strip_prefix(BELOW).and_then(|name| name.split_once('-'));
        let time = time.and_then(|(seconds, _)| seconds.parse::<i64>().ok());
        if let Some(seconds) = time.filter(|seconds| *seconds < limit.seconds) {
            found.push(Dropped { name, seconds });
        }
    }
    found.sort_by_key(|dropped| std::cmp::Reverse(dropped.seconds));
    Ok(found)
}

/// Lets go of it.
pub fn forget_dropped(repo: &Repo, dropped: &[Dropped]) -> Result<(), HistoryError> {
    for Dropped { name, .. } in dropped {
        repo.let_go(name)?;
    }
    Ok(())
}
