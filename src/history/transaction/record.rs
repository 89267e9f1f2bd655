//! Writing the record of an operation: a commit in the log.

use bstr::ByteSlice;
use sha2::{Digest, Sha256};

use crate::base::{RepoPath, hex};
use crate::git::{CommitDraft, GitError, Identity, ObjectId, Repo, TreeEntry, TreeMode};

use super::super::operation::{FileRecord, FileType, Location, Move, StagedEntry, StashedFile};
use super::super::{HistoryError, Operation};
use super::Intent;

/// The name, in `before/` and `after/`, of the folder for files outside the worktree: reserved,
/// so no path in the worktree begins with it.
const OUTSIDE: &str = "@@outside";

/// Writes the record of an intent and returns its commit.
pub fn write_record(
    repo: &Repo,
    intent: &Intent,
    committer: &Identity,
) -> Result<ObjectId, HistoryError> {
    let operation = &intent.operation;
    let mut entries = Vec::new();
    let json = serde_json::to_vec_pretty(operation).map_err(|error| GitError::Storage {
        what: "write the operation's record".to_owned(),
        source: error.into(),
    })?;
    entries.push((named("op.json"), blob(repo, &json)?));
    for (name, entry) in &intent.attachments {
        entries.push((named(name), *entry));
    }
    entries.extend(contents(operation));
    let waiting = waiting(operation);
    entries.extend(stashed(&waiting));
    let edits = entries.iter().map(|(path, entry)| (path, Some(*entry)));
    let tree = repo.edit_tree(ObjectId::empty_tree(repo.object_hash()), edits)?.id;
    let message = format!("{}: {}\n", operation.kind.as_str(), operation.summary);
    let mut parents: Vec<ObjectId> = operation.previous.into_iter().collect();
    parents.extend(intent.keep.iter().filter(|id| Some(**id) != operation.previous));
    for file in &waiting {
        if !parents.contains(&file.at) {
            parents.push(file.at);
        }
    }
    parents.dedup();
    let commit = CommitDraft {
        tree,
        parents,
        author: committer,
        committer,
        time: operation.time,
        message: &message,
        signed: false,
    };
    Ok(repo.write_commit(&commit)?)
}

/// The entries of `before/`, `after/` and `staged/`: blobs that are in the object database.
fn contents(operation: &Operation) -> Vec<(RepoPath, TreeEntry)> {
    let mut entries = Vec::new();
    for path in &operation.paths {
        for (folder, file) in [("before", &path.file.before), ("after", &path.file.after)] {
            if let Some(file) = file {
                entries.push((place(folder, &path.location), file_entry(file)));
            }
        }
        let staged = path.staged.iter().flat_map(|staged| &staged.before);
        for entry in staged {
            let folder = format!("staged/{}", entry.stage);
            entries.push((place(&folder, &path.location), staged_entry(entry)));
        }
    }
    entries
}

/// The edits that wait before and after, each once.
fn waiting(operation: &Operation) -> Vec<&StashedFile> {
    let Move { before, after } = &operation.standing;
    let gone = before.stash.iter().filter(|file| !after.stash.contains(file));
    after.stash.iter().chain(gone).collect()
}

/// The entries of `stash/`, a folder for each edit that waits: the file as it was, as git stores
/// it, and what was staged. So this record alone keeps them, however far the log is trimmed.
fn stashed(waiting: &[&StashedFile]) -> Vec<(RepoPath, TreeEntry)> {
    let mut entries = Vec::new();
    for (number, stashed) in waiting.iter().enumerate() {
        let at = |part: &str| named(&format!("stash/{number}/{part}/{}", stashed.path));
        if let Some(file) = &stashed.file {
            let entry = file_entry(file);
            entries.push((at("worktree"), entry));
            let filtered = file.git_blob.filter(|id| *id != file.blob);
            entries.extend(filtered.map(|id| (at("git"), TreeEntry { id, ..entry })));
        }
        for entry in &stashed.staged {
            entries.push((at(&format!("staged/{}", entry.stage)), staged_entry(entry)));
        }
    }
    entries
}

fn place(folder: &str, location: &Location) -> RepoPath {
    let path = match &location.root {
        None => format!("{folder}/{}", location.path),
        Some(root) => {
            let whole = root.join(location.path.as_path());
            let hash = Sha256::digest(whole.as_os_str().as_encoded_bytes());
            let hex = hex(&hash);
            format!("{folder}/{OUTSIDE}/{hex}")
        }
    };
    RepoPath::new(path).unwrap_or_default()
}

fn named(name: &str) -> RepoPath {
    RepoPath::new(name.as_bytes().as_bstr()).unwrap_or_default()
}

fn blob(repo: &Repo, content: &[u8]) -> Result<TreeEntry, HistoryError> {
    Ok(TreeEntry { mode: TreeMode::File, id: repo.write_blob(content)? })
}

fn file_entry(file: &FileRecord) -> TreeEntry {
    let executable = file.mode.is_some_and(|mode| mode & 0o100 != 0);
    let mode = match file.kind {
        FileType::Link => TreeMode::Link,
        FileType::File if executable => TreeMode::Executable,
        FileType::File => TreeMode::File,
    };
    TreeEntry { mode, id: file.blob }
}

fn staged_entry(entry: &StagedEntry) -> TreeEntry {
    let mode = match entry.mode {
        0o100_755 => TreeMode::Executable,
        0o120_000 => TreeMode::Link,
        0o160_000 => TreeMode::Commit,
        _ => TreeMode::File,
    };
    TreeEntry { mode, id: entry.id }
}
