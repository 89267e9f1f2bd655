//! Which entries of the old index go, and what comes in their place.

use std::{cmp::Ordering, ops::Range};

use bstr::ByteSlice;

use super::{Edit, IndexError, NewEntry, Scan, scan::Place};
use crate::base::RepoPath;

/// Why entries go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// They are those of an edited path.
    Own,
    /// They stand inside a path that gets an entry.
    Inside,
    /// They are of a file where an edited path needs a directory.
    Blocking,
}

/// A run of old entries and the new ones in its place.
pub(super) struct Splice<'a> {
    /// The path of the new entries; also that of the old ones, or of the directory of these.
    pub(super) path: &'a RepoPath,
    pub(super) old: &'a Range<Place>,
    pub(super) new: &'a [NewEntry],
    pub(super) matches_tree: bool,
    pub(super) renamed_on_disk: bool,
    pub(super) kind: Kind,
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

    /// All splices that the edits come to, in the order of the index, none within another.
    pub(super) fn plan(scan: &'a Scan, edits: &'a [Edit]) -> Result<Vec<Self>, IndexError> {
        let mut edits: Vec<_> = edits.iter().collect();
        edits.sort_by(|a, b| a.path.cmp(&b.path));
        check(scan, &edits)?;
        let mut all = Vec::new();
        for edit in &edits {
            Self::of_edit(scan, edit, &mut all);
        }
        for blocker in &scan.blockers {
            let inside = scan.wanted.get(blocker.wanted.clone()).unwrap_or_default();
            let causes = || inside.iter().filter_map(|path| find(&edits, path)).filter(|e| sets(e));
            if causes().next().is_some() && find(&edits, &blocker.entry.path).is_none() {
                all.push(Self {
                    path: &blocker.entry.path,
                    old: &blocker.own,
                    new: &[],
                    matches_tree: causes().all(|edit| edit.matches_tree),
                    renamed_on_disk: causes().all(|edit| edit.renamed_on_disk),
                    kind: Kind::Blocking,
                });
            }
        }
        all.sort_by(Self::compare);
        // What is removed with a directory need not be removed on its own.
        let mut covered = 0;
        all.retain(|splice| {
            let within = splice.old.start.ordinal < covered;
            covered = covered.max(splice.old.end.ordinal);
            !within && !splice.is_nothing()
        });
        Ok(all)
    }

    fn of_edit(scan: &'a Scan, edit: &'a Edit, all: &mut Vec<Self>) {
        let Some(found) = scan.found(&edit.path) else { return };
        let own = Self {
            path: &edit.path,
            old: &found.own,
            new: &edit.entries,
            matches_tree: edit.matches_tree && edit.entries.iter().all(in_tree),
            renamed_on_disk: edit.renamed_on_disk,
            kind: Kind::Own,
        };
        if sets(edit) && found.inside.start.ordinal < found.inside.end.ordinal {
            all.push(Self { old: &found.inside, new: &[], kind: Kind::Inside, ..own });
        }
        all.push(own);
    }

    /// Orders splices at the same place as their entries are: what is inside a directory has a
    /// name that starts with a slash behind the directory's.
    fn compare(&self, other: &Self) -> Ordering {
        let key = |splice: &Self| {
            let slash: &[u8] = if splice.kind == Kind::Inside { b"/" } else { b"" };
            splice.path.as_bstr().bytes().chain(slash.iter().copied())
        };
        let (a, b) = (self.old.start.ordinal, other.old.start.ordinal);
        a.cmp(&b).then_with(|| key(self).cmp(key(other)))
    }

    /// Whether neither index nor tree hold anything of the path, before and after.
    fn is_nothing(&self) -> bool {
        self.old_count() == 0 && self.new.is_empty() && self.matches_tree
    }
}

fn sets(edit: &Edit) -> bool {
    !edit.entries.is_empty()
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
        let behind = rest.get(start..).unwrap_or_default().iter();
        if sets(edit) && behind.take_while(|other| other.path.is_inside(path)).any(|e| sets(e)) {
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
