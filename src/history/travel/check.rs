//! Whether everything still is as an operation left it.

use std::fmt::Write as _;

use crate::git::{Head, ObjectId, Repo};
use crate::policy::GrantedPath;
use crate::workspace::{FileState, FsCode, FsError};

use super::super::HistoryError;
use super::super::operation::{FileRecord, FileType, Operation};

/// How many of the commits made since are named.
const NAMED_COMMITS: usize = 10;

/// What is not as it was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// What it is.
    pub kind: ObstacleKind,
    /// A line about it, or several.
    pub line: String,
}

/// What sort of thing is not as it was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// The branch that HEAD is on has moved.
    Commits,
    /// HEAD is elsewhere, or another branch has moved.
    Branch,
    /// A file or its entry in the index.
    Content,
    /// Nothing that could be merged or put aside.
    Firm,
}

impl Obstacle {
    fn branch(line: String) -> Self {
        Self { kind: ObstacleKind::Branch, line }
    }

    /// One about a path.
    pub fn path(kind: ObstacleKind, path: &GrantedPath, what: &str) -> Self {
        Self { kind, line: format!("{} {what}", path.shown()) }
    }
}

/// What has become of HEAD and the branches since `left` was recorded.
pub fn branches(repo: &Repo, head: &Head, left: &Operation) -> Result<Vec<Obstacle>, HistoryError> {
    let mut found = Vec::new();
    found.extend(head_changed(repo, head, left)?);
    for change in &left.refs {
        // The branch that HEAD is on has been looked at with it.
        let now = repo.read_ref(&change.name)?;
        if now != change.after && head.branch() != Some(change.name.as_str()) {
            found.push(Obstacle::branch(format!(
                "branch {} is at {}",
                short(&change.name),
                at(now)
            )));
        }
    }
    let leaving = leaving(repo, left)?;
    let ends = left.refs.iter().filter(|change| change.before.is_none());
    for change in ends.filter(|change| leaving != Some(change.name.as_str())) {
        if repo.is_checked_out_elsewhere(&change.name) {
            found.push(elsewhere(&change.name));
        }
    }
    let (from, to) = (&left.head.after, &left.head.before);
    let Some(name) = to.branch.as_deref().filter(|_| from.branch != to.branch) else {
        return Ok(found);
    };
    let in_refs = left.refs.iter().any(|change| change.name == name);
    if let Some(commit) = to.commit.filter(|_| !in_refs) {
        let now = repo.read_ref(name)?;
        if now != Some(commit) {
            let (now, then) = (at(now), at(Some(commit)));
            found.push(Obstacle::branch(format!("branch {} is at {now}, not {then}", short(name))));
        }
    }
    if repo.is_checked_out_elsewhere(name) {
        found.push(elsewhere(name));
    }
    Ok(found)
}

fn elsewhere(name: &str) -> Obstacle {
    Obstacle::branch(format!("branch {} is checked out in another worktree", short(name)))
}

/// The branch of the worktree that goes, and is the one that was made.
fn leaving<'o>(repo: &Repo, left: &'o Operation) -> Result<Option<&'o str>, HistoryError> {
    let goes = left.worktree.after.as_ref().filter(|_| left.worktree.before.is_none());
    let Some(made) = goes else { return Ok(None) };
    let linked = repo.worktree_of_branch(&made.branch)?;
    Ok(linked.filter(|linked| linked.id == made.id).map(|_| made.branch.as_str()))
}

fn head_changed(
    repo: &Repo,
    head: &Head,
    left: &Operation,
) -> Result<Option<Obstacle>, HistoryError> {
    let then = &left.head.after;
    let there = then.branch.as_deref();
    if head.branch() != there {
        let now = head.branch().map_or_else(|| at(head.commit()), |name| short(name).to_owned());
        let then = there.map_or_else(|| at(then.commit), |name| short(name).to_owned());
        return Ok(Some(Obstacle::branch(format!("HEAD is on {now}, not on {then}"))));
    }
    if head.commit() == then.commit {
        return Ok(None);
    }
    let name = there.map_or("HEAD", short);
    let [now, left] = [head.commit(), then.commit].map(at);
    let mut line = format!("commits on {name} since: it is at {now}, not {left}");
    if let Some(tip) = head.commit() {
        let since = repo.commits_since(tip, then.commit, NAMED_COMMITS)?;
        for (commit, subject) in since {
            let subject = if subject.is_empty() { String::new() } else { format!(" {subject}") };
            let _ = write!(line, "\n    {}{subject}", at(Some(commit)));
        }
    }
    let follows = match (then.commit, head.commit()) {
        (Some(then), Some(now)) => repo.is_ancestor(then, now)?,
        _ => false,
    };
    let same = there.is_some() || follows;
    let kind = if same { ObstacleKind::Commits } else { ObstacleKind::Branch };
    Ok(Some(Obstacle { kind, line }))
}

/// What keeps a file from coming back, where something stands in its place.
pub fn in_the_way(error: FsError) -> Result<&'static str, FsError> {
    if error.code == FsCode::Eisdir {
        Ok("is a directory")
    } else if error.code == FsCode::Enotdir || error.code == FsCode::Eloop {
        Ok("has a file or a link where its directory was")
    } else {
        Err(error)
    }
}

/// Whether a file is what the record says it was left as.
pub fn file_changed(
    repo: &Repo,
    now: &FileState,
    left: Option<&FileRecord>,
) -> Result<Option<&'static str>, HistoryError> {
    Ok(match (now, left) {
        (FileState::Absent, None) => None,
        (FileState::Absent, Some(_)) => Some("is gone"),
        (_, None) => Some("has come into being"),
        (FileState::File { content, mode }, Some(left)) if left.kind == FileType::File => {
            if repo.blob_id(content)? != left.blob {
                Some("has other content")
            } else if is_executable(*mode) != is_executable(left.mode) {
                Some("has another mode")
            } else {
                None
            }
        }
        (FileState::Link { target }, Some(left)) if left.kind == FileType::Link => {
            (repo.blob_id(target)? != left.blob).then_some("points elsewhere")
        }
        (FileState::File { .. } | FileState::Link { .. }, Some(_)) => Some("is of another type"),
    })
}

/// Whether the owner may execute a file of these permission bits.
pub fn is_executable(mode: Option<u32>) -> bool {
    mode.is_some_and(|mode| mode & 0o100 != 0)
}

fn short(name: &str) -> &str {
    name.strip_prefix("refs/heads/").unwrap_or(name)
}

fn at(commit: Option<ObjectId>) -> String {
    commit.map_or_else(|| "nothing".to_owned(), |id| id.to_hex_with_len(10).to_string())
}
