//! Three-way merges, of texts and of trees.

use bstr::BStr;
use gix::ObjectId;
use gix::diff::blob::InternedInput;
use gix::merge::blob::Resolution;
use gix::merge::blob::builtin_driver::text;
use gix::merge::tree::{Conflict, Outcome, Resolution as TreeResolution, TreatAsUnresolved};

use crate::base::RepoPath;

use super::driver::DriverKind;
use super::{GitError, Repo};

/// Three versions of something: what both sides began with, ours, theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Three<T> {
    /// What both sides began with.
    pub base: T,
    /// What it is merged into.
    pub ours: T,
    /// What is merged into it.
    pub theirs: T,
}

/// What came of merging three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedText {
    /// The text, with git's markers around what could not be merged.
    pub content: Vec<u8>,
    /// Whether there are such markers.
    pub conflicts: bool,
}

/// What came of merging three trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedTree {
    /// The tree; it is of no use where there are conflicts.
    pub tree: ObjectId,
    /// The paths that could not be merged, sorted.
    pub conflicts: Vec<RepoPath>,
}

impl Repo {
    /// Merges three texts as git does, with markers in the style of `merge.conflictStyle`.
    pub(super) fn merge_texts(
        &self,
        texts: Three<&[u8]>,
        names: Three<&str>,
    ) -> Result<MergedText, GitError> {
        let failed = GitError::storage("read how texts are merged");
        let options = self.inner.blob_merge_options().map_err(failed)?.text;
        let mut content = Vec::new();
        let mut input = InternedInput::default();
        let labels = labels(&names);
        let Three { base, ours, theirs } = texts;
        let merged = text(&mut content, &mut input, labels, ours, base, theirs, options);
        Ok(MergedText { content, conflicts: merged == Resolution::Conflict })
    }

    /// Merges three trees as git does, renames and merge drivers included.
    pub fn merge_trees(
        &self,
        trees: Three<ObjectId>,
        names: Three<&str>,
    ) -> Result<MergedTree, GitError> {
        let failed = || GitError::storage("merge trees");
        self.refuse_distrusted_merges()?;
        let options = self.inner.tree_merge_options().map_err(failed())?;
        let Three { base, ours, theirs } = trees;
        for side in [ours, theirs] {
            self.fetch_difference(base, side)?;
        }
        let merged = self.inner.merge_trees(base, ours, theirs, labels(&names), options);
        self.merged(merged.map_err(failed())?)
    }

    /// Refuses to merge trees where a merge driver is set that is not to be run: which files need it
    /// is known when it runs.
    pub(super) fn refuse_distrusted_merges(&self) -> Result<(), GitError> {
        let distrusted = self.distrusted(DriverKind::Merge, None);
        distrusted.first().map_or(Ok(()), |found| Err(found.refused()))
    }

    /// What came of a merge. The tree is written.
    pub(super) fn merged(&self, merged: Outcome<'_>) -> Result<MergedTree, GitError> {
        let unresolved = merged.conflicts.iter().filter(|conflict| self.is_conflict(conflict));
        let mut conflicts: Vec<RepoPath> = unresolved
            .flat_map(|conflict| [conflict.ours.location(), conflict.theirs.location()])
            .filter_map(RepoPath::new)
            .collect();
        conflicts.sort();
        conflicts.dedup();
        // Detached, it does not ask for what stands beside the entries that changed, which a partial
        // clone need not have.
        let tree =
            merged.tree.detach().write(|tree| self.inner.write_object(tree).map(gix::Id::detach));
        let tree = tree.map_err(GitError::storage("write a merged tree"))?;
        Ok(MergedTree { tree, conflicts })
    }

    /// Whether git would stop there. A file that follows its directory to where the other side
    /// moved it is such a place, unless `merge.directoryRenames` says otherwise.
    fn is_conflict(&self, conflict: &Conflict) -> bool {
        let follows = matches!(
            conflict.resolution,
            Ok(TreeResolution::SourceLocationAffectedByRename { .. })
        );
        let may_follow = || self.settings().boolean("merge.directoryRenames").unwrap_or(false);
        conflict.is_unresolved(TreatAsUnresolved::git()) || (follows && !may_follow())
    }

    /// Whether one commit can be reached from another, or is it.
    pub fn is_ancestor(&self, of: ObjectId, tip: ObjectId) -> Result<bool, GitError> {
        Ok(self.merge_base(of, tip)? == Some(of))
    }
}

pub(super) fn labels<'n>(names: &Three<&'n str>) -> text::Labels<'n> {
    let name = |name: &'n str| Some(BStr::new(name));
    text::Labels {
        ancestor: name(names.base),
        current: name(names.ours),
        other: name(names.theirs),
    }
}
