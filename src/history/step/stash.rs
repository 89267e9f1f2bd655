//! Edits of the user's that wait under the log, and how they come back.

use std::collections::BTreeMap;

use crate::base::{RepoPath, TransactionId};
use crate::git::{ObjectId, Repo, Three, TreeEntry, TreeMode};
use crate::workspace::FileState;

use super::super::checkout::{Checkout, Place, Target};
use super::super::operation::{FileRecord, FileType, StashedFile};
use super::super::{Desk, HistoryError};
use super::merge::{Conflict, Merging, Version};

/// Who puts edits aside, where HEAD stood then.
pub struct PutAside<'a> {
    /// The session's branch.
    pub branch: &'a str,
    /// The operation.
    pub by: &'a TransactionId,
    /// The commit that HEAD stands on.
    pub at: ObjectId,
}

impl PutAside<'_> {
    /// What waits of the edit at a place.
    pub fn edit(&self, place: &Place) -> StashedFile {
        StashedFile {
            branch: self.branch.to_owned(),
            path: place.path.clone(),
            by: self.by.clone(),
            at: self.at,
            file: place.stored.record(&place.now),
            staged: place.staged.clone(),
        }
    }
}

/// Edits on their way back into the files that a checkout goes over.
pub struct Returning<'d, 'r> {
    desk: &'d Desk<'r>,
    merging: Option<Merging<'r>>,
    /// What the markers call what stands at the end of the way.
    name: String,
    /// What stands at paths where an edit has come back already.
    merged: BTreeMap<RepoPath, Version>,
    /// The paths where edits came back.
    pub restored: Vec<RepoPath>,
    /// Where they do not go together with what stands there.
    pub conflicts: Vec<Conflict>,
}

impl<'d, 'r> Returning<'d, 'r> {
    /// `name`: what the markers of conflicts call our side.
    pub fn new(desk: &'d Desk<'r>, name: String) -> Self {
        let (restored, conflicts) = (Vec::new(), Vec::new());
        Self { desk, merging: None, name, merged: BTreeMap::new(), restored, conflicts }
    }

    /// Brings an edit back: exactly, where what stands there is what it was an edit of; else by a
    /// three-way merge.
    pub fn bring(
        &mut self,
        edit: &StashedFile,
        checkout: &mut Checkout<'_>,
    ) -> Result<(), HistoryError> {
        let repo = self.desk.repo;
        let path = &edit.path;
        let Some(place) = checkout.place_mut(path) else { return Ok(()) };
        let theirs = version_of(repo, edit)?;
        let base = entry_at(repo, edit.at, path)?;
        let untouched = !self.merged.contains_key(path) && is_tree(place);
        let version = if untouched && place.to == base {
            theirs
        } else {
            self.merge(place, (base, &theirs))?
        };
        place.target = Target { state: version.state.clone(), staged: version.staged.clone() };
        self.merged.insert(path.clone(), version);
        if !self.restored.contains(path) {
            self.restored.push(path.clone());
        }
        Ok(())
    }

    fn merge(
        &mut self,
        place: &Place,
        (base, theirs): (Option<TreeEntry>, &Version),
    ) -> Result<Version, HistoryError> {
        let path = &place.path;
        let stands = self.merged.get(path).cloned().unwrap_or_else(|| standing_at(place));
        let merging = match &mut self.merging {
            Some(merging) => merging,
            None => self.merging.insert(Merging::new(self.desk.repo, self.name.clone())?),
        };
        let base = merging.in_tree(path, base)?;
        let versions = Three { base: &base, ours: &stands, theirs };
        let (version, conflict) = merging.merge(path, versions)?;
        let conflict = conflict.map(|kind| Conflict { path: path.clone(), kind });
        self.conflicts.extend(conflict);
        Ok(version)
    }
}

/// Whether a place shall hold what the new tree has.
fn is_tree(place: &Place) -> bool {
    place.from != place.to || place.is_as_in_head()
}

/// What shall stand at a place before an edit comes back.
fn standing_at(place: &Place) -> Version {
    let Target { state, staged } = place.target.clone();
    let entry = if is_tree(place) { place.to } else { place.stored.entry };
    Version { state, entry, staged }
}

fn version_of(repo: &Repo, edit: &StashedFile) -> Result<Version, HistoryError> {
    let Some(file) = &edit.file else {
        let staged = edit.staged.clone();
        return Ok(Version { state: FileState::Absent, entry: None, staged });
    };
    let state = file.state(repo.blob(file.blob)?);
    let entry = TreeEntry { mode: mode_of(file), id: file.git_blob.unwrap_or(file.blob) };
    Ok(Version { state, entry: Some(entry), staged: edit.staged.clone() })
}

fn mode_of(file: &FileRecord) -> TreeMode {
    let executable = file.mode.is_some_and(|mode| mode & 0o100 != 0);
    match file.kind {
        FileType::Link => TreeMode::Link,
        FileType::File if executable => TreeMode::Executable,
        FileType::File => TreeMode::File,
    }
}

/// What a commit has for a file.
fn entry_at(
    repo: &Repo,
    commit: ObjectId,
    path: &RepoPath,
) -> Result<Option<TreeEntry>, HistoryError> {
    let entries = repo.find_entries(repo.tree_of(Some(commit))?, &[path])?;
    let entry = entries.into_iter().next().flatten();
    Ok(entry.filter(|entry| entry.mode != TreeMode::Directory))
}
