//! The commit that a session stands on: where it began, or where a rebase has put it since.

use crate::git::{GitError, ObjectId, Repo};

use super::super::operation::SessionRecord;

/// The commit that a session's commits are counted from, with the session at `tip`. That is the
/// one it began at, as long as its base branch has nothing newer that the session stands on too.
/// A rebase, or a merge of the base, moves it; the record of the session stays as it was written,
/// so that whoever goes back to the old commits is told of the old base again.
pub fn stands_on(
    repo: &Repo,
    session: &SessionRecord,
    tip: ObjectId,
) -> Result<Option<ObjectId>, GitError> {
    let (Some(began), Some(branch)) = (session.base_commit, &session.base_branch) else {
        return Ok(session.base_commit);
    };
    let Some(base) = repo.read_ref(branch)? else { return Ok(Some(began)) };
    let fork = match repo.merge_base(base, tip)? {
        Some(fork) if fork != began => fork,
        Some(_) | None => return Ok(Some(began)),
    };
    // A base that was amended, or set back, forks earlier from a session that has not moved.
    let is_newer = repo.is_ancestor(began, fork)?;
    let has_left = !is_newer && !repo.is_ancestor(began, tip)?;
    Ok(Some(if is_newer || has_left { fork } else { began }))
}
