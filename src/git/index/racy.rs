//! Entries whose recorded stat proves nothing.
//!
//! git takes a file for unchanged if its stat is the one in the entry. That is wrong for a file
//! that changed, with the same size, in the same second in which its stat was recorded. git's
//! answer (`Documentation/technical/racy-git.adoc`): an entry whose mtime is not older than the
//! index file's own is *racy*, and its content is compared on each look. So nothing is missed
//! until the index is written again: the new file has a newer mtime, and under that the same entry
//! would not be racy any more. git therefore compares all racy entries when it writes, and gives
//! those that differ the size 0, its word for "compare the content".
//!
//! Here no entry is compared or changed. The new index file is given an old mtime instead, see
//! [`latest_mtime`]: an index that looks older than it is only makes more entries racy, which costs
//! git some reading and is always safe. The next git command that refreshes the index, `git status`
//! for one, finds racy entries, compares them and writes the index with a new mtime. In a fresh
//! clone all files may be racy, and even an lstat of each would cost more than the patch itself. A
//! size of 0 without a look at the file would be safe too, but plain `git diff-files` would name
//! the file as touched.
//!
//! Times are compared in whole seconds: a git built without `USE_NSEC`, as most are, compares no
//! finer, and for one that does this only holds more entries for racy than need be. As in git, an
//! index of time 0 makes nothing racy.

use std::collections::HashSet;

use super::{
    Edit, IndexBytes, Scan, extensions::UNTRACKED, layout::RawEntry, stat::seconds, untracked,
};
use crate::base::{FileTime, RepoPath};

/// The latest mtime that the file of the patched index may have, so that git misses no change that
/// it would have seen before, nor one of a file that `edits` give the stat of. `None`: any will do.
///
/// The earlier of two:
///
/// - The old index's mtime, if anything stays that is racy under it: an entry that is not
///   edited, or a directory in the cache of untracked files.
/// - The mtime of the earliest file that was written since the transaction began. If its entry
///   is racy under the new index too, git compares; in an index of a later second, a change after
///   the lstat and in the file's second would be missed.
///
/// `scan` is of `index`. `since` is a time not later than the lstat of any file that `edits` give
/// the stat of, by the file system's clock; `None` where that is not known.
#[must_use]
pub fn latest_mtime(
    index: &IndexBytes,
    scan: &Scan,
    edits: &[Edit],
    since: Option<FileTime>,
) -> Option<FileTime> {
    let old = stays_racy(index, scan, edits).then(|| index.mtime());
    let stats = edits.iter().flat_map(|edit| &edit.entries).filter_map(|entry| entry.stat);
    let in_doubt = |mtime: &FileTime| since.is_none_or(|since| mtime.0 >= since.0);
    stats.map(|stat| stat.mtime).filter(in_doubt).chain(old).min()
}

/// Whether anything that the edits leave alone is racy under the old index.
fn stays_racy(index: &IndexBytes, scan: &Scan, edits: &[Edit]) -> bool {
    let edited: HashSet<&RepoPath> = edits.iter().map(|edit| &edit.path).collect();
    let mut found = scan.wanted.iter().zip(&scan.found);
    scan.racy
        || found.any(|(path, found)| found.racy && !edited.contains(path))
        || untracked_is_racy(index, scan)
}

fn untracked_is_racy(index: &IndexBytes, scan: &Scan) -> bool {
    let index_seconds = seconds(index.mtime());
    let cache = scan.extensions.find(UNTRACKED).filter(|_| index_seconds != 0);
    cache.is_some_and(|cache| {
        let data = index.body().get(cache.data.clone()).unwrap_or_default();
        untracked::is_racy(data, index.hash().len_in_bytes(), index_seconds)
    })
}

/// Whether git compares the content for an entry, by its mtime alone.
///
/// Submodules have no content to compare, and for size 0 nothing can be missed: the entry is of an
/// empty file, which no other file of size 0 differs from, or git compares in any case.
pub(super) fn is_racy(entry: &RawEntry<'_>, index_seconds: u32) -> bool {
    const SUBMODULE: u32 = 0o160_000;
    index_seconds != 0
        && entry.mtime_seconds() >= index_seconds
        && entry.size() != 0
        && entry.mode() != SUBMODULE
}
