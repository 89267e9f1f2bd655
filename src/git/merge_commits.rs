//! Merges of commits, in the object database alone: no file and no index is touched.

use gix::ObjectId;

use super::{GitError, MergedTree, Repo};

impl Repo {
    /// The best of the commits that two have in common, themselves among them; `None` where there
    /// is none.
    pub fn merge_base(&self, one: ObjectId, other: ObjectId) -> Result<Option<ObjectId>, GitError> {
        let failed = GitError::storage(format!("walk from {one} to {other}"));
        Ok(self.inner.merge_base(one, other).map_err(failed)?.map(gix::Id::detach))
    }

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
        for base in &bases {
            for side in [ours, theirs] {
                self.fetch_difference(base.detach(), side)?;
            }
        }
        self.refuse_distrusted_merges()?;
        let options = self.inner.tree_merge_options().map_err(failed())?;
        let labels = gix::merge::blob::builtin_driver::text::Labels::default();
        let merged = self.inner.merge_commits(ours, theirs, labels, options.into());
        Ok(Some(self.merged(merged.map_err(failed())?.tree_merge)?))
    }
}
