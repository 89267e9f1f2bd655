//! Which entries of the old index go, and what comes in their place.

use std::{borrow::Cow, ops::Range};

use bstr::ByteSlice;

use super::{
    Edit, IndexBytes, IndexError, NewEntry, Scan,
    scan::{Displaced, Place},
};
use crate::base::RepoPath;

/// The old entries of a path and the new ones in their place.
pub(super) struct Splice<'a> {
    pub(super) path: Cow<'a, RepoPath>,
    pub(super) old: Range<Place>,
    pub(super) new: &'a [NewEntry],
    pub(super) matches_tree: bool,
    pub(super) renamed_on_disk: bool,
    /// Whether the path is not edited, but an entry of it stands in the way of an edited one.
    pub(super) displaced: bool,
}

impl<'a> Splice<'a> {
    /// By how much the number of entries changes.
    pub(super) fn delta(&self) -> i64 {
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        signed(self.new.len()).saturating_sub(signed(self.old_count()))
    }

    /// How many entries go.
    pub(super) fn old_count(&self) -> usize {
        self.old.end.ordinal.saturating_sub(self.old.start.ordinal)
    }

    /// Whether the entries behind keep their positions.
    pub(super) fn is_in_place(&self) -> bool {
        self.old_count() == self.new.len()
    }

    /// All splices that the edits come to, in the order of the index, none overlapping another.
    pub(super) fn plan(
        index: &IndexBytes,
        scan: &'a Scan,
        edits: &'a [Edit],
    ) -> Result<Vec<Self>, IndexError> {
        let mut edits: Vec<_> = edits.iter().collect();
        edits.sort_by(|a, b| a.path.cmp(&b.path));
        check(scan, &edits)?;
        let mut all = Vec::new();
        for edit in &edits {
            all.extend(Self::of_edit(scan, edit));
            for Displaced { entry, own } in scan.displaced_inside(index, edit)? {
                all.extend(Self::of_displaced(&edits, Cow::Owned(entry.path), own, &[*edit]));
            }
        }
        for blocker in &scan.blockers {
            let Displaced { entry, own } = &blocker.displaced;
            let inside = scan.wanted.get(blocker.wanted.clone()).unwrap_or_default();
            let causes: Vec<_> = inside
                .iter()
                .filter_map(|path| find(&edits, path))
                .filter(|edit| edit.sets(entry.stage))
                .collect();
            let path = Cow::Borrowed(&entry.path);
            all.extend(Self::of_displaced(&edits, path, own.clone(), &causes));
        }
        all.retain(|splice| !splice.is_nothing());
        let key = |splice: &Self| splice.old.start.ordinal;
        all.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.path.cmp(&b.path)));
        Ok(all)
    }

    fn of_edit(scan: &Scan, edit: &'a Edit) -> Option<Self> {
        Some(Self {
            path: Cow::Borrowed(&edit.path),
            old: scan.found(&edit.path)?.own.clone(),
            new: &edit.entries,
            matches_tree: edit.matches_tree && edit.entries.iter().all(in_tree),
            renamed_on_disk: edit.renamed_on_disk,
            displaced: false,
        })
    }

    /// Removes an entry that is in the way of edits, unless its path is edited itself.
    fn of_displaced(
        edits: &[&Edit],
        path: Cow<'a, RepoPath>,
        old: Range<Place>,
        causes: &[&Edit],
    ) -> Option<Self> {
        let free = !causes.is_empty() && find(edits, &path).is_none();
        free.then(|| Self {
            path,
            old,
            new: &[],
            matches_tree: causes.iter().all(|edit| edit.matches_tree),
            renamed_on_disk: causes.iter().all(|edit| edit.renamed_on_disk),
            displaced: true,
        })
    }

    /// Whether neither index nor tree hold anything of the path, before and after.
    fn is_nothing(&self) -> bool {
        self.old_count() == 0 && self.new.is_empty() && self.matches_tree
    }
}

/// Whether a tree can hold what the entry says.
fn in_tree(entry: &NewEntry) -> bool {
    entry.stage == 0 && !entry.flags.intent_to_add
}

fn find<'a>(edits: &[&'a Edit], path: &RepoPath) -> Option<&'a Edit> {
    let at = edits.binary_search_by(|edit| edit.path.cmp(path)).ok()?;
    edits.get(at).copied()
}

/// Refuses edits, sorted by path, that no index may hold.
fn check(scan: &Scan, edits: &[&Edit]) -> Result<(), IndexError> {
    for (at, edit) in edits.iter().enumerate() {
        let path = &edit.path;
        let rest = edits.get(at + 1..).unwrap_or_default();
        if path.is_root() {
            return Err(IndexError::edit(path, "the path is empty"));
        }
        if rest.first().is_some_and(|next| next.path == *path) {
            return Err(IndexError::edit(path, "it is edited twice"));
        }
        if scan.found(path).is_none() {
            return Err(IndexError::edit(path, "it was not looked for"));
        }
        check_entries(edit)?;
        let prefix: Vec<u8> = [path.as_bstr().as_bytes(), b"/"].concat();
        let start =
            rest.partition_point(|other| other.path.as_bstr().as_bytes() < prefix.as_slice());
        let inside = rest.get(start..).unwrap_or_default().iter();
        let inside =
            inside.take_while(|other| !edit.entries.is_empty() && other.path.is_inside(path));
        if inside.flat_map(|other| &other.entries).any(|entry| edit.sets(entry.stage)) {
            return Err(IndexError::edit(path, "it is to be a file and a directory"));
        }
    }
    Ok(())
}

fn check_entries(edit: &Edit) -> Result<(), IndexError> {
    let wrong = |what| Err(IndexError::edit(&edit.path, what));
    let mut last = None;
    for entry in &edit.entries {
        if !matches!(entry.mode, 0o100_644 | 0o100_755 | 0o120_000 | 0o160_000) {
            return wrong("its mode is none that git has");
        }
        if entry.id.is_null() {
            return wrong("its object id is null");
        }
        if entry.stage > 3 || last.is_some_and(|last| last == 0 || last >= entry.stage) {
            return wrong("its stages are not in order");
        }
        last = Some(entry.stage);
    }
    Ok(())
}
