//! Three-way merges of trees, in the object database alone: no file and no index is touched.

use std::collections::BTreeSet;

use gix::ObjectId;
use gix::merge::tree::{Outcome, TreatAsUnresolved};

use super::{GitError, Repo};

/// What a merge came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// The tree in which both sides' changes are.
    Clean(ObjectId),
    /// The paths at which the sides contradict each other, sorted.
    Conflicts(Vec<String>),
}

impl Repo {
    /// Brings the change from `base` to `theirs` into `ours`, as `git cherry-pick` does.
    pub fn merge_trees(
        &self,
        base: ObjectId,
        [ours, theirs]: [ObjectId; 2],
    ) -> Result<Merged, GitError> {
        if base == ours || ours == theirs {
            return Ok(Merged::Clean(theirs));
        }
        if base == theirs {
            return Ok(Merged::Clean(ours));
        }
        let failed = || GitError::storage(format!("merge the trees {ours} and {theirs}"));
        let options = self.inner.tree_merge_options().map_err(failed())?;
        let labels = gix::merge::blob::builtin_driver::text::Labels::default();
        let outcome = self.inner.merge_trees(base, ours, theirs, labels, options);
        merged(outcome.map_err(failed())?).map_err(failed())
    }

    /// Merges two commits as `git merge` does, several merge bases included; `None` where they
    /// have no history in common.
    pub fn merge_commits(
        &self,
        ours: ObjectId,
        theirs: ObjectId,
    ) -> Result<Option<Merged>, GitError> {
        if self.merge_bases(ours, theirs)?.is_empty() {
            return Ok(None);
        }
        let failed = || GitError::storage(format!("merge {theirs} into {ours}"));
        let options = self.inner.tree_merge_options().map_err(failed())?;
        let labels = gix::merge::blob::builtin_driver::text::Labels::default();
        let outcome = self.inner.merge_commits(ours, theirs, labels, options.into());
        let outcome = outcome.map_err(failed())?;
        merged(outcome.tree_merge).map(Some).map_err(failed())
    }

    /// Whether the commit is the other one, or in its history.
    pub fn is_ancestor(&self, commit: ObjectId, of: ObjectId) -> Result<bool, GitError> {
        Ok(commit == of || self.merge_bases(commit, of)?.contains(&commit))
    }

    fn merge_bases(&self, one: ObjectId, other: ObjectId) -> Result<Vec<ObjectId>, GitError> {
        let failed = GitError::storage(format!("find what {one} and {other} have in common"));
        let bases = self.inner.merge_bases_many(one, &[other]).map_err(failed)?;
        Ok(bases.into_iter().map(gix::Id::detach).collect())
    }
}

fn merged(mut outcome: Outcome<'_>) -> gix::Result<Merged> {
    let how = TreatAsUnresolved::git();
    let unresolved = outcome.conflicts.iter().filter(|conflict| conflict.is_unresolved(how));
    let paths = unresolved.flat_map(|conflict| {
        [&conflict.ours, &conflict.theirs].map(|change| change.location().to_string())
    });
    let paths: BTreeSet<String> = paths.collect();
    if !paths.is_empty() {
        return Ok(Merged::Conflicts(paths.into_iter().collect()));
    }
    Ok(Merged::Clean(outcome.tree.write()?.detach()))
}
