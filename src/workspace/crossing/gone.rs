//! Stores that nobody needs any more.

use std::{collections::BTreeSet, io, path::Path};

use super::{
    look::{Moment, look},
    store::Store,
};
use crate::workspace::view::remove_tree;

/// What is no longer kept for undo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// The names of the stores.
    pub stores: Vec<String>,
    /// The topmost ignored directories and files, sorted.
    pub roots: Vec<String>,
}

/// Removes the stores in a directory that no transaction finished, and the oldest, so that no more
/// than `most` bytes wait beside those in the store `newest`. Whoever calls it holds the worktree's
/// lock, and there is no journal but his.
#[must_use]
pub fn forget(stores: &Path, newest: &str, most: u64) -> Forgotten {
    let mut waiting: Vec<(Moment, u64, Vec<String>, String)> = Vec::new();
    for name in names(stores).into_iter().filter(|name| name != newest) {
        let store = Store::at(&stores.join(&name));
        match store.last() {
            Ok(Some((plan, moment))) => {
                let bytes = plan.roots.values().map(|root| root.waits).sum();
                let roots = plan.roots.iter().filter(|(_, root)| root.kept);
                let roots = roots.map(|(path, _)| path.to_string()).collect();
                waiting.push((moment, bytes, roots, name));
            }
            Ok(None) => remove_tree(&store.dir),
            // One that cannot be read is somebody else's.
            Err(_) => {}
        }
    }
    waiting.sort_by_key(|(moment, ..)| std::cmp::Reverse(*moment));
    let mut forgotten = Forgotten::default();
    let mut sum = 0_u64;
    for (_, bytes, roots, name) in waiting {
        sum = sum.saturating_add(bytes);
        if sum > most {
            remove_tree(&stores.join(&name));
            forgotten.stores.push(name);
            forgotten.roots.extend(roots);
        }
    }
    forgotten.roots.sort();
    forgotten.roots.dedup();
    forgotten
}

/// Removes all stores in a directory but these. Returns how many files and bytes went.
pub fn keep_only(stores: &Path, kept: &BTreeSet<String>) -> io::Result<(usize, u64)> {
    let mut removed = (0, 0);
    for name in names(stores).into_iter().filter(|name| !kept.contains(name)) {
        let dir = stores.join(&name);
        let stood = look(&dir.join("tree"))?.unwrap_or_default();
        remove_tree(&dir);
        removed = (removed.0 + stood.count, removed.1 + stood.bytes);
    }
    Ok(removed)
}

fn names(stores: &Path) -> Vec<String> {
    let entries = fs_err::read_dir(stores).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}
