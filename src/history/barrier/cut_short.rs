//! A barrier whose command was cut short, where somebody has gone on working since.

use sha2::{Digest, Sha256};

use crate::base::{RepoPath, Timestamp, hex};
use crate::git::{GitError, Repo};
use crate::policy::Gate;

use super::super::journal::{BarrierPart, Journal};
use super::super::operation::HeadRecord;
use super::super::{HistoryError, OpLog};
use super::differences::below;
use super::found::keep;
use super::open::top;
use super::recovery::{let_go, temporaries, token};
use super::snapshot::{Snapshot, keeper};

/// What tells what is staged from anything else.
pub(super) fn staged(repo: &Repo) -> Result<String, GitError> {
    Ok(hex(&Sha256::digest(repo.staged_list()?)))
}

/// What is not as it was when the barrier was opened: then the files are not, either.
pub fn moved(repo: &Repo, part: &BarrierPart) -> Result<Vec<&'static str>, HistoryError> {
    let head = HeadRecord::of(&repo.head()?);
    let is_elsewhere = part.head.as_ref().is_some_and(|was| *was != head);
    let staged = staged(repo)?;
    let is_other = part.staged.as_ref().is_some_and(|was| *was != staged);
    let moved = [is_elsewhere.then_some("HEAD"), is_other.then_some("the index")];
    Ok(moved.into_iter().flatten().collect())
}

/// Leaves all files as they are, and keeps what they held before the command. Returns what is told,
/// a line each.
pub fn leave(
    (repo, gate): (&Repo, &Gate),
    (journal, part): (&Journal, &BarrierPart),
    time: Timestamp,
) -> Result<Vec<String>, HistoryError> {
    let snapshot = Snapshot::read(repo, part.kept)?;
    repo.keep(&keeper(&OpLog::open(repo)?), part.kept)?;
    let top = &top(gate)?;
    let paths = snapshot.was.keys().filter_map(|rel| below(top, rel)).collect();
    let mut told = temporaries(repo, (paths, top), token(repo, journal)?)?;
    let name = RepoPath::new("worktree").unwrap_or_default();
    let tree = repo.find_entries(part.kept, &[&name])?.into_iter().flatten().next();
    told.push("the files stay as they are".to_owned());
    if let Some(tree) = tree {
        let name = keep(repo, tree.id, time)?;
        told.push(format!("what they held before the command is kept: `git show {name}:PATH`"));
    }
    let_go(repo)?;
    Ok(told)
}
