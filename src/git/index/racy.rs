//! Entries whose recorded stat proves nothing.
//!
//! git takes a file for unchanged if its stat is the one in the entry. That is wrong for a file
//! that changed, with the same size, in the same second in which its stat was recorded. git's
//! answer (`racy-git.adoc`): an entry whose mtime is not older than the index file's own is
//! *racy*, and its content is compared on each look. So far nothing can be missed. But whoever
//! writes the index again gives it a newer mtime, and under that the same entry would not be racy
//! any more. Therefore a writer must look at all entries that were racy under the old index, and
//! where the content may differ, set the recorded size to 0: git's word for "compare the content"
//! (`ce_smudge_racily_clean_entry` in `read-cache.c`).
//!
//! What is done here:
//!
//! - The scan lists all entries with an mtime not older than the old index's, in whole seconds:
//!   a git built without `USE_NSEC`, as most are, compares no finer; for one that does this lists
//!   some entries more than needed. Submodules are never racy, and size 0 needs nothing more.
//! - Of these, those that the patch does not itself replace go to the caller's verdict. A file
//!   whose stat differs from the entry's as seen by the laxest git is seen as changed in any
//!   case, so its entry stays. Any other gets size 0. The content is not read for it: to set the
//!   size to 0 is always safe, the next `git status` compares and repairs the entry. (An entry of
//!   the empty blob with size 0 matches only an empty file, so it is safe too.)
//! - Entries that the patch writes have an mtime of about now, as has the new index. If both are
//!   of the same second, the entry is racy under the new index, and git compares, until the
//!   next writer smudges as above. If the index is written in a later second than the file, then a
//!   change that fell in the file's second and after its lstat would be missed. Against that
//!   the new index file must not be given a later mtime than [`latest_safe_mtime`] says: an index
//!   that looks older than it is only makes more entries racy, which is safe.

use std::ops::Range;

use bstr::BStr;

use super::{Edit, IndexStat, layout::RawEntry, stat::be32};
use crate::base::{FileStat, FileTime};

/// An entry that was racy under the old index.
#[derive(Clone, Copy, Debug)]
pub struct RacyEntry<'a> {
    /// Relative to the worktree's root.
    pub path: &'a BStr,
    /// Type and permissions.
    pub mode: u32,
    /// The blob that the file held.
    pub id: &'a gix::oid,
    /// What is recorded of the file.
    pub stat: IndexStat,
}

/// What to do with a racy entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its stat shows git that the file is another, or the content was compared and is still the
    /// blob's: leave it as it is.
    Keep,
    /// Set the size to 0, so that git compares the content. Always safe.
    Smudge,
}

/// Where a racy entry is.
#[derive(Clone, Debug)]
pub(super) struct RacyPlace {
    pub(super) offset: usize,
    pub(super) name: Range<usize>,
}

impl<'a> RacyEntry<'a> {
    /// `None` if the bytes are not those of an entry.
    pub(super) fn new(path: &'a BStr, entry: &'a [u8], hash_len: usize) -> Option<Self> {
        let id = entry.get(IndexStat::LEN..)?.get(..hash_len)?;
        Some(Self {
            path,
            mode: be32(entry, IndexStat::MODE_AT),
            id: gix::oid::try_from_bytes(id).ok()?,
            stat: IndexStat::decode(entry),
        })
    }
}

/// Judges a racy entry by its file's lstat alone; `None` if there is no such file.
#[must_use]
pub fn verdict(entry: &RacyEntry<'_>, file: Option<&FileStat>) -> Verdict {
    match file {
        Some(file) if entry.stat.could_match(file) => Verdict::Smudge,
        _ => Verdict::Keep,
    }
}

/// The latest second that the new index may have as its mtime, so that no change of the files
/// named by `edits` can be missed.
///
/// `since` is a time not later than the lstat of any of them, by the file system's clock. `None`:
/// any will do. If the index file's mtime turns out later, set it back to this.
#[must_use]
pub fn latest_safe_mtime(edits: &[Edit], since: FileTime) -> Option<FileTime> {
    let stats = edits.iter().flat_map(|edit| &edit.entries).filter_map(|entry| entry.stat);
    let in_doubt = stats.map(|stat| stat.mtime).filter(|mtime| mtime.0 >= since.0);
    in_doubt.min()
}

pub(super) fn is_racy(entry: &RawEntry<'_>, index_seconds: u32) -> bool {
    const SUBMODULE: u32 = 0o160_000;
    index_seconds != 0
        && entry.mtime_seconds() >= index_seconds
        && entry.size() != 0
        && entry.mode() != SUBMODULE
}
