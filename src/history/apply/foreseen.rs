//! What a response will commit, as things stand: for those who are asked before it is.

use crate::base::TransactionId;
use crate::git::{ObjectId, Repo};

use super::super::session::landing;
use super::super::transaction::IndexView;
use super::super::{HistoryError, OpLog};
use super::commits::write_trees;
use super::request::{Request, operation_id, places, store};
use super::touched::Touched;

/// What a response will commit.
#[derive(Clone, Debug)]
pub struct Foreseen {
    /// The operation's id.
    pub id: TransactionId,
    /// The commit's tree. It is in the object database.
    pub tree: ObjectId,
}

/// Finds it out, with none of git's locks held; `None` where there will be no commit. Whether it is
/// still true is seen when the request is prepared.
pub fn foresee(repo: &Repo, request: &Request<'_>) -> Result<Option<Foreseen>, HistoryError> {
    let index = IndexView::read(repo, places(&request.changes))?;
    let stored = store(repo, request, &index)?;
    let log = OpLog::open(repo)?;
    let landing = landing(repo, &log, request.mode)?;
    let id = operation_id(request, &log, &landing.head);
    let head = landing.head.commit();
    let facts = (&index, repo.tree_of(head)?);
    let touched = Touched::all(repo, &request.changes.changes, stored, facts)?;
    let trees = write_trees(repo, &touched, head)?;
    repo.flush_objects()?;
    Ok(trees.map(|trees| Foreseen { id, tree: trees.edit.id }))
}
