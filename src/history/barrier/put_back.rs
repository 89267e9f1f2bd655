//! Putting a worktree back as it was.

use std::collections::BTreeSet;

use crate::base::RepoPath;
use crate::git::Repo;
use crate::policy::GrantedPath;
use crate::workspace::census::{self, Stands};
use crate::workspace::disk::{Maker, Naming, Token, finish_dir, remove_if_empty, remove_special};
use crate::workspace::view::Left;
use crate::workspace::{Call, Change, ChangeSet, FileState, FsError};

use super::super::HistoryError;
use super::super::transaction::WrittenOut;
use super::differences::{Difference, Differences};
use super::snapshot::Was;

/// What an owner needs to change what is in a directory.
const OWNERS: u32 = 0o700;

/// Puts into the object database what is going to be replaced.
pub(super) fn store(repo: &Repo, differences: &Differences) -> Result<(), HistoryError> {
    for Difference { now, .. } in differences.all.values() {
        match now {
            Left::File { content, .. } => drop(repo.write_blob(content)?),
            Left::Link { target } => drop(repo.write_blob(target)?),
            Left::Gone | Left::Dir { .. } | Left::Special => {}
        }
    }
    Ok(repo.flush_objects()?)
}

/// Makes all places hold what they held. Directories that hold something else by now stay.
pub(super) fn put_back(
    repo: &Repo,
    differences: &Differences,
    token: Token,
) -> Result<(), HistoryError> {
    for difference in differences.all.values() {
        if difference.now == Left::Special {
            remove_special(&difference.path)?;
        }
    }
    let opened = open_directories(differences)?;
    let set = changes(repo, differences)?;
    let naming =
        Naming::new(token, Maker::Transaction, set.changes.iter().map(|change| &change.path));
    if !WrittenOut::write(&set, None, (naming, None))?.finish() {
        return Err(HistoryError::NotPutBack("temporary files cannot be removed".to_owned()));
    }
    for Difference { path, was, now } in differences.all.values().rev() {
        if let (Was::Absent, Left::Dir { .. }) = (was, now) {
            // One that holds what git ignores stays.
            remove_if_empty(path)?;
        }
    }
    for Difference { path, was, .. } in differences.all.values().rev() {
        if let Was::Dir { mode } = was {
            finish_dir(path, *mode)?;
        }
    }
    for (path, mode) in opened.iter().filter(|(path, _)| !differences.all.contains_key(path.rel()))
    {
        finish_dir(path, *mode)?;
    }
    Ok(())
}

/// Lets the owner change what is in the directories of all differences, and returns those that must
/// have their modes again.
fn open_directories(differences: &Differences) -> Result<Vec<(GrantedPath, u32)>, HistoryError> {
    let mut opened = Vec::new();
    let mut seen = BTreeSet::new();
    for Difference { path, .. } in differences.all.values() {
        let mut above: Vec<RepoPath> = path.rel().ancestors().collect();
        above.reverse();
        above.retain(|dir| seen.insert(dir.clone()));
        for dir in above.into_iter().filter_map(|dir| path.above(dir)) {
            if let Some(Stands::Dir { mode }) = census::look(&dir)?
                && mode & OWNERS != OWNERS
            {
                census::open_for_owner(&dir, OWNERS)
                    .map_err(|errno| FsError::new(errno, Call::Mkdir, dir.shown()))?;
                opened.push((dir, mode));
            }
        }
    }
    Ok(opened)
}

fn changes(repo: &Repo, differences: &Differences) -> Result<ChangeSet, HistoryError> {
    let mut set = ChangeSet::default();
    let mut in_the_way: Vec<&GrantedPath> = Vec::new();
    for Difference { path, was, now } in differences.all.values() {
        if let (
            Was::Dir { .. },
            Left::Gone | Left::Special | Left::File { .. } | Left::Link { .. },
        ) = (was, now)
        {
            set.made_dirs.push(path.clone());
        }
        if let Left::Dir { mode } = now {
            let replaces = matches!(was, Was::File { .. } | Was::Link { .. });
            let below = in_the_way.iter().any(|dir| path.rel().is_inside(dir.rel()));
            if replaces || below {
                in_the_way.push(path);
                set.removed_dirs.push((path.clone(), *mode));
            }
        }
        if let Was::File { time, .. } = was {
            set.times.insert(path.clone(), *time);
        }
        let (before, after) = (present(now), state(repo, *was)?);
        if before != after {
            set.changes.push(Change { path: path.clone(), before, after });
        }
    }
    set.removed_dirs.reverse();
    Ok(set)
}

fn present(now: &Left) -> FileState {
    match now {
        Left::Gone | Left::Dir { .. } | Left::Special => FileState::Absent,
        Left::File { content, mode, .. } => {
            // One that could not be read has been given another mode since.
            let mode = Some(*mode).filter(|mode| mode & 0o400 != 0);
            FileState::File { content: content.clone(), mode }
        }
        Left::Link { target } => FileState::Link { target: target.clone() },
    }
}

fn state(repo: &Repo, was: Was) -> Result<FileState, HistoryError> {
    Ok(match was {
        Was::Absent | Was::Dir { .. } | Was::Closed => FileState::Absent,
        Was::File { mode, blob, .. } => {
            FileState::File { content: repo.blob(blob)?.into(), mode: Some(mode) }
        }
        Was::Link { blob } => FileState::Link { target: repo.blob(blob)?.into() },
    })
}
