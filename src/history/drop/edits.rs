//! The user's edits that a session's snapshots hold, as edits of the base.

use crate::base::RepoPath;
use crate::git::{Difference, ObjectId, Three};

use super::super::session_commits::{CommitKind, SessionCommit};
use super::super::settled::{Settled, short};
use super::super::{Desk, HistoryError, SessionRefusal};

/// How the base differs with the user's edits in it. Refused where one does not fit.
pub fn edits_on(
    desk: &Desk<'_>,
    (settled, commits): (&Settled, &[SessionCommit]),
    base: ObjectId,
) -> Result<Vec<Difference>, HistoryError> {
    let mut tree = base;
    for snapshot in commits.iter().filter(|commit| commit.kind == CommitKind::Snapshot) {
        let below = desk.repo.tree_of(snapshot.data.parents.first().copied())?;
        let trees = Three { base: below, ours: tree, theirs: snapshot.data.tree };
        let names = Three { base: "before", ours: "base", theirs: "snapshot" };
        let merged = desk.repo.merge_trees(trees, names)?;
        if !merged.conflicts.is_empty() {
            return Err(refused(settled, snapshot, &merged.conflicts).into());
        }
        tree = merged.tree;
    }
    Ok(desk.repo.difference(base, tree)?)
}

fn refused(settled: &Settled, snapshot: &SessionCommit, paths: &[RepoPath]) -> SessionRefusal {
    let session = settled.session.name.clone();
    let base = match (&settled.session.base_branch, settled.session.base_commit) {
        (Some(branch), _) => short(branch).to_owned(),
        (None, Some(commit)) => commit.to_string(),
        (None, None) => String::new(),
    };
    let paths = paths.iter().map(ToString::to_string).collect();
    SessionRefusal::Snapshot { snapshot: snapshot.shown(), session, base, paths }
}
