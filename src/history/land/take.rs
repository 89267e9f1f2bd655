//! What the base branch becomes by taking a session's commits.

use bstr::BString;

use crate::git::{Author, ObjectId, Replacement};

use super::super::session_commits::{CommitKind, SessionCommit};
use super::super::settled::{Settled, short};
use super::super::squash::summarized;
use super::super::{Desk, HistoryError, SessionRefusal};

/// How the base branch is to take the commits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LandMode {
    /// As they are where that is possible, else by a merge.
    #[default]
    FastForwardOrMerge,
    /// As they are, or not at all.
    FastForward,
    /// By a merge.
    Merge,
    /// As one commit.
    Squash,
}

/// How a session is landed.
#[derive(Clone, Debug, Default)]
pub struct LandOptions {
    /// How the base branch takes the commits.
    pub mode: LandMode,
    /// The message of the merge, or of the one commit.
    pub message: Option<String>,
}

/// How the base branch takes the commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandWay {
    /// It has them already.
    Nothing,
    /// As they are.
    FastForward,
    /// By a merge.
    Merge,
    /// As one commit.
    Squash,
}

/// What the base branch becomes.
pub struct Taken {
    /// How it takes the commits.
    pub way: LandWay,
    /// Its tree then.
    pub tree: ObjectId,
}

/// Works out what the base branch, which is at `base`, becomes.
pub fn take(
    desk: &Desk<'_>,
    settled: &Settled,
    (branch, base): (&str, ObjectId),
    mode: LandMode,
) -> Result<Taken, HistoryError> {
    let repo = desk.repo;
    let tip = settled.tip;
    if repo.is_ancestor(tip, base)? {
        return Ok(Taken { way: LandWay::Nothing, tree: repo.tree_of(Some(base))? });
    }
    let ahead = repo.is_ancestor(base, tip)?;
    let way = match mode {
        LandMode::Squash => LandWay::Squash,
        LandMode::FastForward | LandMode::FastForwardOrMerge if ahead => LandWay::FastForward,
        LandMode::Merge | LandMode::FastForwardOrMerge => LandWay::Merge,
        LandMode::FastForward => {
            let (session, branch) = names(settled, branch);
            return Err(SessionRefusal::NotFastForward { session, branch }.into());
        }
    };
    let tree = if ahead { repo.tree_of(Some(tip))? } else { merge(desk, settled, (branch, base))? };
    Ok(Taken { way, tree })
}

fn names(settled: &Settled, branch: &str) -> (String, String) {
    (settled.session.name.clone(), short(branch).to_owned())
}

fn merge(
    desk: &Desk<'_>,
    settled: &Settled,
    (branch, base): (&str, ObjectId),
) -> Result<ObjectId, HistoryError> {
    let (session, branch) = names(settled, branch);
    let Some(merged) = desk.repo.merge_commits(base, settled.tip)? else {
        return Err(SessionRefusal::Unrelated { session, branch }.into());
    };
    if merged.conflicts.is_empty() {
        return Ok(merged.tree);
    }
    let paths = merged.conflicts.iter().map(ToString::to_string).collect();
    Err(SessionRefusal::MergeConflict { session, branch, paths }.into())
}

impl Taken {
    /// Writes the commit that the base branch is then at, where it is a new one.
    pub fn write(
        &self,
        desk: &Desk<'_>,
        settled: &Settled,
        (branch, base): (&str, ObjectId),
        message: Option<&str>,
    ) -> Result<ObjectId, HistoryError> {
        let (parents, message, author) = match self.way {
            LandWay::Nothing => return Ok(base),
            LandWay::FastForward => return Ok(settled.tip),
            LandWay::Merge => {
                let message = message.map_or_else(|| merge_message(settled, branch), BString::from);
                (vec![base, settled.tip], message, None)
            }
            LandWay::Squash => {
                let commits = settled.commits(desk.repo)?;
                let all: Vec<&SessionCommit> = commits.iter().collect();
                (vec![base], summarized(&all, message), author(&commits))
            }
        };
        let committer = Author::of(desk.committer, desk.time);
        Ok(desk.repo.write_replacement(&Replacement {
            tree: self.tree,
            parents: &parents,
            author: author.as_ref().unwrap_or(&committer),
            committer: &committer,
            message: &message,
            encoding: None,
        })?)
    }
}

/// In git's words.
fn merge_message(settled: &Settled, branch: &str) -> BString {
    let branch = short(branch);
    let into = match branch {
        "main" | "master" => String::new(),
        other => format!(" into {other}"),
    };
    format!("Merge branch 'clada/{}'{into}", settled.session.name).into()
}

/// That of the first response, unless the user's own commits are among them.
fn author(commits: &[SessionCommit]) -> Option<Author> {
    let own = commits.iter().any(|commit| commit.kind == CommitKind::Own);
    let response = commits.iter().find(|commit| commit.kind == CommitKind::Response);
    response.filter(|_| !own).map(|commit| commit.data.author.clone())
}
