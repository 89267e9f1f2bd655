//! What stands behind the entries, as far as it is still true after a patch.

use std::collections::HashSet;

use bstr::ByteSlice;

use super::{
    IndexBytes, Patched, Scan, TreeChange,
    cache_tree::Update,
    extensions::{self, END_OF_ENTRIES, ENTRY_OFFSETS, Extension, MONITOR, TREE, UNTRACKED},
    splice::Splice,
    walk::Walk,
};

/// The old extensions and what was done to the entries.
pub(super) struct Kept<'a, 's> {
    pub(super) index: &'a IndexBytes,
    pub(super) scan: &'s Scan,
    pub(super) splices: &'s [Splice<'s>],
    pub(super) trees: &'s [TreeChange],
    /// Whether an entry is not at its old offset.
    pub(super) moved: bool,
}

impl<'a> Kept<'a, '_> {
    /// Appends the extensions to the entries.
    pub(super) fn write(&self, out: &mut Patched<'a>) {
        let entries_end = out.body_len();
        let body = self.index.body();
        let mut heads = Vec::new();
        let mut cache_tree = self.cache_tree();
        for extension in self.scan.extensions.iter() {
            if extension.signature == TREE {
                write_new(TREE, cache_tree.take(), &mut heads, out);
            } else if self.stays(extension) {
                out.span(body, extension.whole());
                heads.extend(extensions::head(extension.signature, extension.data.len()));
            }
        }
        write_new(TREE, cache_tree, &mut heads, out);
        // It has to be the last one.
        if self.scan.extensions.find(END_OF_ENTRIES).is_some() {
            let data = extensions::end_of_entries(self.index.hash(), entries_end, &heads);
            write_new(END_OF_ENTRIES, data, &mut heads, out);
        }
    }

    /// Whether an extension can be copied as it is.
    fn stays(&self, extension: &Extension) -> bool {
        match extension.signature {
            TREE | END_OF_ENTRIES => false,
            ENTRY_OFFSETS => !self.moved,
            MONITOR => self.monitor_stays(),
            UNTRACKED => self.untracked_stays(),
            _ => true,
        }
    }

    fn cache_tree(&self) -> Option<Vec<u8>> {
        let old = self.scan.extensions.find(TREE);
        let update = Update {
            data: old.and_then(|old| self.index.body().get(old.data.clone())),
            entries: self.scan.entry_count(),
            hash: self.index.hash(),
            splices: self.splices,
            trees: self.trees,
        };
        update.run()
    }

    /// The file system monitor's extension has a bit for each entry, by position: whether its file
    /// is known to be unchanged since the monitor was last asked. An entry that is replaced
    /// while its file is not would keep that bit wrongly.
    fn monitor_stays(&self) -> bool {
        self.splices.iter().all(|splice| splice.is_in_place() && splice.renamed_on_disk)
    }

    /// The cache of untracked files goes by the mtimes of directories.
    ///
    /// That is not enough where a path becomes tracked or untracked and the directory's own
    /// mtime does not tell, nor where a directory gets its first tracked file or loses its last:
    /// this changes how the directory above lists it. Where the mtime itself is racy, the new index
    /// file keeps the old one's: see [`super::latest_mtime`].
    fn untracked_stays(&self) -> bool {
        let removed: HashSet<&[u8]> = self
            .splices
            .iter()
            .filter(|splice| splice.new.is_empty())
            .map(|splice| splice.path.as_bstr().as_bytes())
            .collect();
        let stays = |splice: &Splice<'_>| {
            let tracking_stays = (splice.old_count() == 0) == splice.new.is_empty();
            tracking_stays || (splice.renamed_on_disk && self.has_sibling(splice, &removed))
        };
        self.splices.iter().all(|splice| !splice.displaced && stays(splice))
    }

    /// Whether something else in the path's directory is tracked, before the patch and after it.
    ///
    /// All that is inside a directory stands together, so one of the neighbours is if any is.
    fn has_sibling(&self, splice: &Splice<'_>, removed: &HashSet<&[u8]>) -> bool {
        let path = splice.path.as_bstr().as_bytes();
        let Some(slash) = path.rfind_byte(b'/') else { return true };
        let directory = path.get(..=slash).unwrap_or_default();
        let is_sibling = |name: &[u8]| name.starts_with(directory) && !removed.contains(name);
        let end = &splice.old.end;
        let left = self.scan.entry_count().saturating_sub(end.ordinal).min(1);
        let mut next = Walk::from(self.index, end, left);
        is_sibling(&splice.old.start.previous)
            || (matches!(next.step(), Ok(Some(_))) && is_sibling(next.name()))
    }
}

/// Appends an extension, if there is one.
fn write_new(
    signature: [u8; 4],
    data: Option<Vec<u8>>,
    heads: &mut Vec<u8>,
    out: &mut Patched<'_>,
) {
    if let Some(data) = data {
        let head = extensions::head(signature, data.len());
        heads.extend(head);
        out.bytes(&head);
        out.bytes(&data);
    }
}
