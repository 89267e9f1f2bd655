//! Whether everything still is as an operation left it.

use crate::git::{Head, Repo};
use crate::policy::GrantedPath;
use crate::workspace::{FileState, FsCode, FsError};

use super::super::HistoryError;
use super::super::operation::{FileRecord, FileType, PathRecord, StagedEntry};
use super::super::transaction::IndexView;
use super::plan::Side;

/// What is not as it was left, a line each.
pub fn changed_since(
    repo: &Repo,
    head: &Head,
    side: &Side<'_>,
) -> Result<Vec<String>, HistoryError> {
    let mut changed = Vec::new();
    head_changed(head, side, &mut changed);
    for (name, from) in &side.refs {
        // The branch that HEAD is on has been looked at with it.
        let now = repo.read_ref(name)?;
        if now != *from && head.branch() != Some(name) {
            changed.push(format!("branch {} is at {}", short(name), at(now)));
        }
    }
    for name in &side.ends {
        if repo.is_checked_out_elsewhere(name) {
            changed.push(format!("branch {} is checked out in another worktree", short(name)));
        }
    }
    if let Some((name, commit)) = side.base_branch {
        let now = repo.read_ref(name)?;
        if now != Some(commit) {
            changed.push(format!(
                "branch {} is at {}, not {}",
                short(name),
                at(now),
                at(Some(commit))
            ));
        }
    }
    if let Some(name) = side.goes_to.filter(|name| repo.is_checked_out_elsewhere(name)) {
        changed.push(format!("branch {} is checked out in another worktree", short(name)));
    }
    Ok(changed)
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

fn head_changed(head: &Head, side: &Side<'_>, changed: &mut Vec<String>) {
    let there = side.head.branch.as_deref();
    if head.branch() != there {
        let now = head.branch().map_or_else(|| at(head.commit()), |name| short(name).to_owned());
        let then = there.map_or_else(|| at(side.head.commit), |name| short(name).to_owned());
        changed.push(format!("HEAD is on {now}, not on {then}"));
    } else if head.commit() != side.head.commit {
        let name = there.map_or("HEAD", short);
        let commits = [head.commit(), side.head.commit].map(at);
        let [now, then] = commits;
        changed.push(format!("commits on {name} since: it is at {now}, not {then}"));
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
            let executable = |mode: Option<u32>| mode.is_some_and(|mode| mode & 0o100 != 0);
            if repo.blob_id(content)? != left.blob {
                Some("has other content")
            } else if executable(*mode) != executable(left.mode) {
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

/// Whether the index still holds what the record says.
pub fn staging_changed(
    index: &IndexView,
    record: &PathRecord,
    left: Option<&[StagedEntry]>,
) -> bool {
    left.is_some_and(|left| index.staged(&record.location.path) != left)
}

/// A line about a file that has changed.
pub fn line(path: &GrantedPath, what: &str) -> String {
    format!("{} {what}", path.shown())
}

fn short(name: &str) -> &str {
    name.strip_prefix("refs/heads/").unwrap_or(name)
}

fn at(commit: Option<crate::git::ObjectId>) -> String {
    commit.map_or_else(|| "nothing".to_owned(), |id| id.to_hex_with_len(10).to_string())
}
