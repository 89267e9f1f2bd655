//! Merges of commits, in the object database alone: no file and no index is touched.

use gix::ObjectId;
use gix::merge::tree::{Conflict, Resolution, TreatAsUnresolved};

use crate::base::RepoPath;

use super::{GitError, MergedTree, Repo};

impl Repo {
    /// Merges two commits as `git merge` does, with all that they have in common as the base;
    /// `None` where that is nothing.
    pub fn merge_commits(
        &self,
        ours: ObjectId,
        theirs: ObjectId,
    ) -> Result<Option<MergedTree>, GitError> {
        let failed = || GitError::storage(format!("merge {theirs} into {ours}"));
        let bases = self.inner.merge_bases_many(ours, &[theirs]).map_err(failed())?;
        if bases.is_empty() {
            return Ok(None);
        }
        let options = self.inner.tree_merge_options().map_err(failed())?;
        let labels = gix::merge::blob::builtin_driver::text::Labels::default();
        let merged = self.inner.merge_commits(ours, theirs, labels, options.into());
        let mut merged = merged.map_err(failed())?.tree_merge;
        let unresolved = merged.conflicts.iter().filter(|conflict| self.is_conflict(conflict));
        let mut conflicts: Vec<RepoPath> = unresolved
            .flat_map(|conflict| [conflict.ours.location(), conflict.theirs.location()])
            .filter_map(RepoPath::new)
            .collect();
        conflicts.sort();
        conflicts.dedup();
        let tree = merged.tree.write().map_err(failed())?.detach();
        Ok(Some(MergedTree { tree, conflicts }))
    }
    /// Whether git would stop there. A file that follows its directory to where the other side
    /// moved it is such a place, unless `merge.directoryRenames` says otherwise.
    fn is_conflict(&self, conflict: &Conflict) -> bool {
        let follows =
            matches!(conflict.resolution, Ok(Resolution::SourceLocationAffectedByRename { .. }));
        let may_follow = || self.settings().boolean("merge.directoryRenames").unwrap_or(false);
        conflict.is_unresolved(TreatAsUnresolved::git()) || (follows && !may_follow())
    }
}
