//! An operation that is to be taken back, with the commits that stand in the place of its own.

use crate::git::{GitError, ObjectId, Repo};

use super::super::operation::{HeadRecord, Operation, OperationKind, RefRecord};
use super::super::travel::Leg;
use super::Rewrites;

/// The same leg where the operation's commit was rewritten and still changes what it did: it goes
/// back from the commit that is there now to the one that this stands on. Otherwise the leg as the
/// record has it, from which there is no exact way, and a line that says why.
pub fn as_rewritten(repo: &Repo, leg: Leg, rewrites: &Rewrites) -> Result<Leg, GitError> {
    let left = &leg.newest.operation;
    let stands = repo.head()?.commit() == left.head.after.commit;
    let Some(commit) = made_by(&leg).filter(|_| !stands) else { return Ok(leg) };
    let now = rewrites.now(commit);
    if now == commit {
        return Ok(leg);
    }
    // The user's edits stand below a response.
    let bottom = match leg.operation.operation.snapshot {
        Some(_) => repo.first_parent(commit)?.unwrap_or(commit),
        None => commit,
    };
    let is_squash = leg.operation.operation.kind == OperationKind::Squash;
    let ways = if is_squash {
        same_tree(repo, (commit, now))?.then(|| vec![(Some(commit), Some(now))])
    } else {
        same_change(repo, (bottom, commit), (rewrites.now(bottom), now))?
    };
    let Some(ways) = ways else {
        let [commit, now] = [commit, now].map(|id| id.to_hex_with_len(10).to_string());
        let rewritten =
            format!("commit {commit} was rewritten as {now}, which changes something else");
        return Ok(Leg { rewritten: Some(rewritten), ..leg });
    };
    let mut leg = leg;
    for operation in [&mut leg.operation.operation, &mut leg.newest.operation] {
        replace(operation, &ways);
        operation.snapshot = operation.snapshot.map(|snapshot| rewrites.now(snapshot));
    }
    Ok(leg)
}

/// The commit that an undo of the leg would take away, as the operation or its redo left it.
fn made_by(leg: &Leg) -> Option<ObjectId> {
    use OperationKind as Kind;
    let operation = &leg.operation.operation;
    let left = &leg.newest.operation;
    let tip = left.head.after.commit.filter(|_| left.kind != Kind::Undo);
    match operation.kind {
        Kind::Apply | Kind::Revert => tip.filter(|_| operation.commit.is_some()),
        Kind::Squash => tip,
        Kind::Undo
        | Kind::Redo
        | Kind::Back
        | Kind::Forward
        | Kind::Land
        | Kind::Drop
        | Kind::Recover
        | Kind::Rewrite
        | Kind::SessionStart
        | Kind::SessionSwitch
        | Kind::SessionFork => None,
    }
}

/// Which commits stand for which: at the operation's end, and where it began. `None` where what
/// lies between is not the same as it was.
type Ways = Vec<(Option<ObjectId>, Option<ObjectId>)>;

fn same_change(
    repo: &Repo,
    (bottom, commit): (ObjectId, ObjectId),
    (bottom_now, now): (ObjectId, ObjectId),
) -> Result<Option<Ways>, GitError> {
    let [began, begins] = [repo.first_parent(bottom)?, repo.first_parent(bottom_now)?];
    let [from, from_now] = [repo.tree_of(began)?, repo.tree_of(begins)?];
    let was = repo.difference(from, repo.tree_of(Some(commit))?)?;
    let is = repo.difference(from_now, repo.tree_of(Some(now))?)?;
    Ok((was == is).then(|| vec![(Some(commit), Some(now)), (began, begins)]))
}

fn same_tree(repo: &Repo, (commit, now): (ObjectId, ObjectId)) -> Result<bool, GitError> {
    Ok(repo.tree_of(Some(commit))? == repo.tree_of(Some(now))?)
}

fn replace(operation: &mut Operation, ways: &Ways) {
    let put = |place: &mut Option<ObjectId>| {
        if let Some((_, now)) = ways.iter().find(|(was, _)| was == place) {
            *place = *now;
        }
    };
    let Operation { head, refs, commit, .. } = operation;
    put(commit);
    for HeadRecord { commit, .. } in [&mut head.before, &mut head.after] {
        put(commit);
    }
    for RefRecord { before, after, .. } in refs {
        // What was not there has no commit to stand for.
        [before, after].into_iter().filter(|place| place.is_some()).for_each(put);
    }
}
