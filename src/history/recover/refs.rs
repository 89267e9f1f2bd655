//! The refs of a transaction that was cut short: how far they came, and the rest of their way.

use std::time::Duration;

use crate::git::{Head, HeadChange, Identity, LockNotes, RefChange, RefTransaction, Repo};

use super::super::HistoryError;
use super::super::journal::GitPart;
use super::super::operation::{Move, RefRecord};

/// Whether any ref holds its new value, or one that came after it.
pub fn any_moved(repo: &Repo, part: &GitPart) -> Result<bool, HistoryError> {
    for RefRecord { name, before, after } in part.refs.iter().filter(|change| moves(change)) {
        let now = repo.read_ref(name)?;
        if now == *after {
            return Ok(true);
        }
        if let (Some(now), Some(after)) = (now, *after)
            && Some(now) != *before
            && repo.is_ancestor(after, now).unwrap_or(false)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn moves(change: &RefRecord) -> bool {
    change.before != change.after
}

/// Moves the refs that still stand where they stood before, and HEAD. Returns what stands
/// elsewhere, a line each.
pub fn finish(
    repo: &Repo,
    part: &GitPart,
    (notes, lock_timeout): (&LockNotes, Duration),
) -> Result<Vec<String>, HistoryError> {
    let mut told = Vec::new();
    let mut refs = Vec::new();
    for RefRecord { name, before, after } in part.refs.iter().filter(|change| moves(change)) {
        let now = repo.read_ref(name)?;
        if now == *before {
            refs.push(RefChange { name: name.clone(), before: *before, after: *after });
        } else if now != *after {
            told.push(format!("{name} was moved since: it stays"));
        }
    }
    let now = repo.head()?;
    let head = finished_head(part, &now, &mut told);
    let still = head.before.content() == head.after.content();
    if refs.is_empty() && still {
        return Ok(told);
    }
    if let Some(what) = repo.in_progress() {
        return Err(HistoryError::InProgress(what));
    }
    let [name, email] = part.committer.clone();
    let operation = &part.operation;
    repo.move_refs(&RefTransaction {
        refs: &refs,
        head: &head,
        message: &format!("clada: {} {}", operation.kind.as_str(), operation.id),
        committer: &Identity { name, email },
        time: part.time,
        lock_timeout,
        notes,
    })?;
    Ok(told)
}

/// Moves the refs and HEAD back that stand where they went. Where the branch that HEAD goes back
/// to has moved since, it stays. Returns what stands elsewhere, a line each.
pub fn take_back(
    repo: &Repo,
    part: &GitPart,
    locking: (&LockNotes, Duration),
) -> Result<Vec<String>, HistoryError> {
    let mut back = part.reversed();
    if let Head::Branch { name, commit } = back.head.after.head(&repo.head()?)
        && repo.read_ref(&name)? != commit
    {
        back.head = Move::none(back.head.before);
        let mut told = finish(repo, &back, locking)?;
        told.push(format!("{name} was moved since: HEAD does not go back to it"));
        return Ok(told);
    }
    finish(repo, &back, locking)
}

/// Where HEAD goes: to its new place from its old one, else it stays where somebody put it.
fn finished_head(part: &GitPart, now: &Head, told: &mut Vec<String>) -> HeadChange {
    let [before, after] = [&part.head.before, &part.head.after].map(|head| head.head(now));
    let stays = HeadChange { before: now.clone(), after: now.clone() };
    if before.content() == after.content() || now.content() == after.content() {
        return stays;
    }
    if now.content() != before.content() {
        told.push("HEAD was moved since: it stays".to_owned());
        return stays;
    }
    HeadChange { before: now.clone(), after }
}
