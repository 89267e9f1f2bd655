//! The commits of an apply: the user's own edits in touched files first, then the response's.

use crate::base::{RepoPath, TransactionId};
use crate::git::{CommitDraft, DirWritten, Identity, ObjectId, Repo, TreeEdit, TreeEntry};

use super::super::HistoryError;
use super::request::Request;
use super::touched::Touched;

/// The commits that were written; no ref points at them yet.
#[derive(Debug)]
pub struct Commits {
    /// The response's commit.
    pub commit: ObjectId,
    /// Its tree.
    pub tree: ObjectId,
    /// The user's own edits in touched files.
    pub snapshot: Option<ObjectId>,
    /// The directories that changed from HEAD's tree to the commit's.
    pub dirs: Vec<DirWritten>,
}

/// The trees of a response's commit and of what it stands on.
pub struct Trees {
    /// What the response makes of HEAD's tree.
    pub edit: TreeEdit,
    /// HEAD's, with the user's own edits in the touched files.
    base: ObjectId,
    head: ObjectId,
}

/// Writes the trees; `None` where the response changes nothing that git tracks.
pub fn write_trees(
    repo: &Repo,
    touched: &[Touched<'_>],
    head: Option<ObjectId>,
) -> Result<Option<Trees>, HistoryError> {
    let head = repo.tree_of(head)?;
    let edit = repo.edit_tree(head, entries(touched, |file| file.stored.after.entry))?;
    let dirty: Vec<&Touched<'_>> = touched.iter().filter(|file| file.is_dirty()).collect();
    let base = if dirty.is_empty() {
        head
    } else {
        let before = dirty
            .iter()
            .filter_map(|file| file.committed_path().map(|path| (path, file.stored.before.entry)));
        repo.edit_tree(head, before)?.id
    };
    Ok((edit.id != base).then_some(Trees { edit, base, head }))
}

/// Writes the commits; `None` where the response changes nothing that git tracks.
pub fn write_commits(
    repo: &Repo,
    touched: &[Touched<'_>],
    request: &Request<'_>,
    on: (Option<ObjectId>, &TransactionId),
) -> Result<Option<Commits>, HistoryError> {
    let (head, id) = on;
    let Some(trees) = write_trees(repo, touched, head)? else { return Ok(None) };
    let Trees { edit, base: base_tree, head: head_tree } = trees;
    let committer = request.committer;
    let snapshot = (base_tree != head_tree)
        .then(|| {
            let message = format!("clada: snapshot before {id}\n\nClada-Transaction: {id}\n");
            let draft = draft(request, (base_tree, head), committer, &message);
            repo.write_commit(&draft)
        })
        .transpose()?;
    let message = (request.message)(id);
    let draft = draft(request, (edit.id, snapshot.or(head)), request.author, &message);
    let commit = repo.write_commit(&draft)?;
    Ok(Some(Commits { commit, tree: edit.id, snapshot, dirs: edit.dirs }))
}

fn entries<'t>(
    touched: &'t [Touched<'_>],
    entry: impl Fn(&Touched<'_>) -> Option<TreeEntry>,
) -> impl Iterator<Item = (&'t RepoPath, Option<TreeEntry>)> {
    touched.iter().filter_map(move |file| file.committed_path().map(|path| (path, entry(file))))
}

fn draft<'a>(
    request: &Request<'a>,
    (tree, parent): (ObjectId, Option<ObjectId>),
    author: &'a Identity,
    message: &'a str,
) -> CommitDraft<'a> {
    CommitDraft {
        tree,
        parents: parent.into_iter().collect(),
        author,
        committer: request.committer,
        time: request.time,
        message,
        signed: true,
    }
}
