//! What is staged: files of the index that HEAD's tree has not, or has otherwise.
//!
//! The index is read and never written here. The paths are asked about first, so that objects are
//! looked at for those alone that somebody wants to know of.

use bstr::BStr;
use gix::ObjectId;
use gix::index::entry::{Flags, Mode, Stage};
use gix::index::{File, decode};

use crate::base::RepoPath;

use super::{GitError, Repo};

/// A file that is staged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// Where it will be committed.
    pub path: RepoPath,
    /// Its content.
    pub id: ObjectId,
}

impl Repo {
    /// The files that are staged, in the order of the index, of those whose paths are `wanted`.
    /// Links, submodules and what is in conflict are none, nor is what a commit would delete.
    pub fn staged(&self, wanted: impl Fn(&BStr) -> bool) -> Result<Vec<StagedFile>, GitError> {
        let mut found = self.in_index(wanted)?;
        let Some(head) = self.head()?.commit() else { return Ok(found) };
        if found.is_empty() {
            return Ok(found);
        }
        let paths: Vec<&RepoPath> = found.iter().map(|file| &file.path).collect();
        let committed = self.find_entries(self.tree_of(Some(head))?, &paths)?;
        let mut committed = committed.into_iter();
        found.retain(|file| {
            committed.next().flatten().is_none_or(|committed| committed.id != file.id)
        });
        Ok(found)
    }

    fn in_index(&self, wanted: impl Fn(&BStr) -> bool) -> Result<Vec<StagedFile>, GitError> {
        let path = self.index_path();
        if !path.exists() {
            return Ok(Vec::new());
        }
        let read = File::at(path, self.object_hash(), true, decode::Options::default());
        let index = read.map_err(GitError::storage("read the index"))?;
        let mut found = Vec::new();
        for entry in index.entries() {
            let is_file = entry.mode == Mode::FILE || entry.mode == Mode::FILE_EXECUTABLE;
            let is_staged =
                entry.stage() == Stage::Unconflicted && !entry.flags.contains(Flags::INTENT_TO_ADD);
            let path = entry.path(&index);
            if !is_file || !is_staged || !wanted(path) {
                continue;
            }
            if let Some(path) = RepoPath::new(path) {
                found.push(StagedFile { path, id: entry.id });
            }
        }
        Ok(found)
    }
}
