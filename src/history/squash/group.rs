//! What becomes of the commits: which are joined, in which order they stand then, with which trees.

use crate::git::{MergedTree, ObjectId, Repo, Three};

use super::super::session_commits::{CommitKind, SessionCommit};
use super::super::{HistoryError, SessionRefusal};

/// One commit of the new line, of one commit of the old or of several.
#[derive(Clone, Debug)]
pub struct Group<'c> {
    /// What it is made of, the earliest first.
    pub of: Vec<&'c SessionCommit>,
    /// Its tree.
    pub tree: ObjectId,
}

/// A commit, what the tree below it is, and whether it is chosen.
#[derive(Clone, Copy)]
struct Link<'c> {
    commit: &'c SessionCommit,
    below: ObjectId,
    chosen: bool,
}

/// Joins each unbroken run of chosen commits. Nothing moves, so nothing can conflict.
pub fn runs<'c>(commits: &'c [SessionCommit], marks: &[bool]) -> Vec<Group<'c>> {
    let mut groups: Vec<Group<'c>> = Vec::new();
    let mut open = false;
    for (commit, chosen) in commits.iter().zip(marks) {
        match groups.last_mut().filter(|_| open && *chosen) {
            Some(run) => {
                run.of.push(commit);
                run.tree = commit.data.tree;
            }
            None => groups.push(Group { of: vec![commit], tree: commit.data.tree }),
        }
        open = *chosen;
    }
    groups
}

/// Joins runs into one over the commits that separate them; those are put on top. A snapshot that
/// is kept is not moved: runs on both sides of it stay apart.
pub fn joined<'c>(
    repo: &Repo,
    commits: &'c [SessionCommit],
    marks: &[bool],
) -> Result<Vec<Group<'c>>, HistoryError> {
    let links = links(repo, commits, marks)?;
    let mut groups = Vec::new();
    let wall = |link: &Link<'_>, next: Option<&Link<'_>>| {
        let kept = link.commit.kind == CommitKind::Snapshot && !link.chosen;
        kept && next.is_some_and(|next| next.chosen)
    };
    let mut part: Vec<Link<'c>> = Vec::new();
    for (at, link) in links.iter().enumerate() {
        if wall(link, links.get(at + 1)) {
            groups.extend(join_part(repo, &part)?);
            part.clear();
            groups.push(alone(link));
        } else {
            part.push(*link);
        }
    }
    groups.extend(join_part(repo, &part)?);
    Ok(groups)
}

fn links<'c>(
    repo: &Repo,
    commits: &'c [SessionCommit],
    marks: &[bool],
) -> Result<Vec<Link<'c>>, HistoryError> {
    let Some(first) = commits.first() else { return Ok(Vec::new()) };
    let mut below = repo.tree_of(first.data.parents.first().copied())?;
    let mut links = Vec::with_capacity(commits.len());
    for (commit, chosen) in commits.iter().zip(marks) {
        links.push(Link { commit, below, chosen: *chosen });
        below = commit.data.tree;
    }
    Ok(links)
}

fn alone<'c>(link: &Link<'c>) -> Group<'c> {
    Group { of: vec![link.commit], tree: link.commit.data.tree }
}

/// Joins all that is chosen of a part into one commit.
fn join_part<'c>(repo: &Repo, part: &[Link<'c>]) -> Result<Vec<Group<'c>>, HistoryError> {
    let first = part.iter().position(|link| link.chosen);
    let last = part.iter().rposition(|link| link.chosen);
    let (Some(first), Some(last)) = (first, last) else {
        return Ok(part.iter().map(alone).collect());
    };
    let (before, rest) = part.split_at(first);
    let (middle, after) = rest.split_at(last + 1 - first);
    let mut groups: Vec<Group<'c>> = before.iter().map(alone).collect();
    groups.extend(join_middle(repo, middle)?);
    groups.extend(after.iter().map(alone));
    Ok(groups)
}

fn join_middle<'c>(repo: &Repo, middle: &[Link<'c>]) -> Result<Vec<Group<'c>>, HistoryError> {
    let Some(first) = middle.first() else { return Ok(Vec::new()) };
    let mut tree = first.below;
    let mut of = Vec::new();
    for run in middle.chunk_by(|one, next| one.chosen == next.chosen) {
        let ([first, ..], [.., last]) = (run, run) else { continue };
        if first.chosen {
            tree = moved(repo, (first.below, last.commit), tree)?;
            of.extend(run.iter().map(|link| link.commit));
        }
    }
    let mut groups = vec![Group { of, tree }];
    for link in middle.iter().filter(|link| !link.chosen) {
        tree = moved(repo, (link.below, link.commit), tree)?;
        groups.push(Group { of: vec![link.commit], tree });
    }
    let same = middle.last().is_some_and(|last| last.commit.data.tree == tree);
    if same { Ok(groups) } else { Err(SessionRefusal::OtherTree.into()) }
}

/// The tree that the change from `below` to the commit makes of another tree.
fn moved(
    repo: &Repo,
    (below, commit): (ObjectId, &SessionCommit),
    onto: ObjectId,
) -> Result<ObjectId, HistoryError> {
    let trees = Three { base: below, ours: onto, theirs: commit.data.tree };
    let names = Three { base: "before", ours: "below", theirs: "moved" };
    let MergedTree { tree, conflicts } = repo.merge_trees(trees, names)?;
    if conflicts.is_empty() {
        return Ok(tree);
    }
    let paths = conflicts.iter().map(ToString::to_string).collect();
    Err(SessionRefusal::Replay { commit: commit.shown(), paths }.into())
}
