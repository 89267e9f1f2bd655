//! Going to another session.

use crate::git::{Head, HeadChange};

use super::super::checkout::{Checkout, Route};
use super::super::operation::SessionRecord;
use super::super::step::refuse_stepped_back;
use super::super::transaction::{Draft, Prepared};
use super::super::{Desk, HistoryError, OpLog, OperationKind};
use super::{PREFIX, SessionError, current_session};

/// A way to another session.
pub enum Switching<'r> {
    /// HEAD is on it.
    Already,
    /// HEAD goes there when it is published, and the files that differ with it.
    Ready(Box<Prepared<'r>>, SessionRecord),
}

/// Prepares the way to the session of that name. Refused where it is checked out elsewhere, and
/// where edits of the user's own are in the way.
pub fn switch<'r>(
    desk: &Desk<'r>,
    log: &OpLog<'_>,
    name: &str,
) -> Result<Switching<'r>, HistoryError> {
    let repo = desk.repo;
    let name = name.strip_prefix("clada/").unwrap_or(name).replace('/', "-");
    let branch = format!("{PREFIX}{name}");
    let tip = repo.read_ref(&branch).ok().flatten();
    let tip = tip.ok_or_else(|| HistoryError::from(SessionError::Unknown(name.clone())))?;
    let head = repo.head()?;
    if head.branch() == Some(&branch) {
        return Ok(Switching::Already);
    }
    if let Some(path) = repo.checked_out_at(&branch)? {
        return Err(SessionError::CheckedOut { name, path }.into());
    }
    if let Some(what) = repo.in_progress() {
        return Err(HistoryError::InProgress(what));
    }
    refuse_stepped_back(repo, "session switch")?;
    let (from, to) = (repo.tree_of(head.commit())?, repo.tree_of(Some(tip))?);
    let checkout = Checkout::look(desk, Route { from, to, further: &[] })?;
    let own: Vec<String> = checkout.own_edits().map(|place| place.path.to_string()).collect();
    if !own.is_empty() {
        return Err(SessionError::EditsInTheWay(own).into());
    }
    let session = current_session(log, &name)?;
    let summary = format!("go to the session {name}");
    let mut draft = Draft::new(desk, log, (OperationKind::SessionSwitch, summary))?;
    draft.effects = Some(checkout.effects()?);
    let after = Head::Branch { name: branch, commit: Some(tip) };
    draft.head = HeadChange { before: head, after };
    draft.session = Some(session.clone());
    Ok(Switching::Ready(Box::new(draft.prepare(desk, log)?), session))
}
