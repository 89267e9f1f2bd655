//! A revert on its way to be published.

use crate::git::{CommitDraft, Head, HeadChange, Identity, ObjectId, RefChange, Three};

use super::super::checkout::{Checkout, Route};
use super::super::session::session_of;
use super::super::step::refuse_stepped_back;
use super::super::transaction::{Draft, Prepared};
use super::super::{Desk, HistoryError, OpLog, Operation, OperationKind, Recorded};
use super::message::{message, subject};

/// A revert that is ready.
pub struct Reverting<'r> {
    /// To be published.
    pub prepared: Prepared<'r>,
    /// The files that the operation touched and no commit of it has: they stay as they are.
    pub left: Vec<String>,
}

/// Prepares a commit on top of HEAD that takes back what an operation's commit changed. `None`
/// where HEAD has nothing of that. Refused where it has been changed since in the same places, or
/// the user has edits that are not committed there.
pub fn revert<'r>(
    desk: &Desk<'r>,
    log: &OpLog<'_>,
    recorded: &Recorded,
    author: &Identity,
) -> Result<Option<Reverting<'r>>, HistoryError> {
    let operation = &recorded.operation;
    let commit = revertible(operation)?;
    let repo = desk.repo;
    refuse_stepped_back(repo, "revert")?;
    if let Some(what) = repo.in_progress() {
        return Err(HistoryError::InProgress(what));
    }
    let head = repo.head()?;
    let from = repo.tree_of(head.commit())?;
    let to = reverted_tree(desk, (operation, commit), from)?;
    if to == from {
        return Ok(None);
    }
    let checkout = Checkout::look(desk, Route { from, to, further: &[] })?;
    let own: Vec<String> = checkout.own_edits().map(|place| place.path.to_string()).collect();
    if !own.is_empty() {
        return Err(HistoryError::Uncommitted(own));
    }
    let subject = subject(&repo.commit(commit)?.subject());
    let mut draft = Draft::new(desk, log, (OperationKind::Revert, subject.clone()))?;
    let id = draft.id(desk, log);
    let made = repo.write_commit(&CommitDraft {
        tree: to,
        parents: head.commit().into_iter().collect(),
        author,
        committer: desk.committer,
        time: desk.time,
        message: &message(&subject, (operation, commit), &id),
        signed: true,
    })?;
    draft.named = Some(id);
    draft.of = Some(operation.id.clone());
    draft.session = session_of(log, &head)?;
    draft.commit = Some(made);
    draft.keep.push(commit);
    draft.effects = Some(checkout.effects()?);
    (draft.head, draft.refs) = moves(head, made);
    let left = operation.paths.iter().filter(|path| path.staged.is_none());
    let left = left.map(|path| path.location.shown()).collect();
    Ok(Some(Reverting { prepared: draft.prepare(desk, log)?, left }))
}

/// HEAD's tree without what the operation changed.
fn reverted_tree(
    desk: &Desk<'_>,
    (operation, commit): (&Operation, ObjectId),
    ours: ObjectId,
) -> Result<ObjectId, HistoryError> {
    let repo = desk.repo;
    let base = repo.tree_of(Some(commit))?;
    let theirs = repo.tree_of(repo.commit(commit)?.parents.first().copied())?;
    let id = operation.id.to_string();
    let names = (format!("after {id}"), format!("before {id}"));
    let names = Three { base: names.0.as_str(), ours: "HEAD", theirs: &names.1 };
    let merged = repo.merge_trees(Three { base, ours, theirs }, names)?;
    if merged.conflicts.is_empty() {
        return Ok(merged.tree);
    }
    let paths = merged.conflicts.iter().map(ToString::to_string).collect();
    Err(HistoryError::RevertConflict { id, commit: commit.to_string(), paths })
}

/// The commit whose change is taken back.
fn revertible(operation: &Operation) -> Result<ObjectId, HistoryError> {
    let id = operation.id.to_string();
    let refused = |why: &str, hint: &str| {
        let (why, hint) = (why.to_owned(), hint.to_owned());
        Err(HistoryError::NotRevertible { id: id.clone(), why, hint })
    };
    match (operation.kind, operation.commit) {
        (OperationKind::Apply | OperationKind::Revert, Some(commit)) => Ok(commit),
        (OperationKind::Apply | OperationKind::Revert, None) => refused(
            "it made no commit: what it changed git does not track",
            "`git clada undo` takes the newest operations back; `git clada show` has what stood \
             there before",
        ),
        (kind, _) => refused(
            &format!(
                "a revert takes back what an apply or a revert committed, and this is {}",
                kind.with_article()
            ),
            "`git clada undo` takes the newest operations back",
        ),
    }
}

/// HEAD, and the branch that it is on, go to the commit.
fn moves(head: Head, made: ObjectId) -> (HeadChange, Vec<RefChange>) {
    let before = head.commit();
    let (after, refs) = match &head {
        Head::Branch { name, .. } => {
            let (name, commit) = (name.clone(), Some(made));
            let change = RefChange { name: name.clone(), before, after: commit };
            (Head::Branch { name, commit }, vec![change])
        }
        Head::Detached { .. } => (Head::Detached { commit: made }, Vec::new()),
    };
    (HeadChange { before: head, after }, refs)
}
