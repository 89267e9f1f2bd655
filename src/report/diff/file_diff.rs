//! A file before and after, and how much it changed.

use bstr::{BStr, ByteSlice};

use super::changes::changes;
use crate::report::FileStat;

/// How many bytes are looked at to tell text from other data, as git does.
const SNIFFED: usize = 8000;

/// A file of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileDiff<'a> {
    /// Relative to the worktree, or absolute outside it.
    pub path: &'a BStr,
    /// `None` where the file is new.
    pub before: Option<Side<'a>>,
    /// `None` where it was deleted.
    pub after: Option<Side<'a>>,
}

/// One side of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side<'a> {
    /// All bytes; of a symbolic link, its target.
    pub content: &'a [u8],
    /// As git writes it: `0o100644`, `0o100755`, `0o120000`.
    pub mode: u32,
}

impl FileDiff<'_> {
    /// Whether either side is not text: it has a NUL near its start.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        let binary = |side: Side<'_>| {
            let start = side.content.get(..SNIFFED).unwrap_or(side.content);
            memchr::memchr(0, start).is_some()
        };
        self.before.is_some_and(binary) || self.after.is_some_and(binary)
    }

    /// The content before; empty where there was none.
    pub(super) fn old_bytes(&self) -> &[u8] {
        self.before.map_or(&[], |side| side.content)
    }

    /// The content after; empty where there is none.
    pub(super) fn new_bytes(&self) -> &[u8] {
        self.after.map_or(&[], |side| side.content)
    }

    /// How much it changed. Lines are counted in time that grows with the size alone.
    #[must_use]
    pub fn stat(&self) -> FileStat {
        let binary = self.is_binary();
        let found = if binary { Vec::new() } else { changes(self.old_bytes(), self.new_bytes()) };
        FileStat {
            path: self.path.to_str_lossy().into_owned(),
            added: found.iter().map(|change| change.new.len()).sum(),
            removed: found.iter().map(|change| change.old.len()).sum(),
            binary,
            note: self.note(),
        }
    }

    fn note(&self) -> &'static str {
        match (self.before, self.after) {
            (None, Some(_)) => "new",
            (Some(_), None) => "deleted",
            (Some(before), Some(after)) if before.mode != after.mode => "mode",
            _ => "",
        }
    }
}

/// How much each file changed, in the order given.
#[must_use]
pub fn file_stats(files: &[FileDiff<'_>]) -> Vec<FileStat> {
    files.iter().map(FileDiff::stat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "as the fields of a file want it")]
    fn side(content: &[u8]) -> Option<Side<'_>> {
        Some(Side { content, mode: 0o100_644 })
    }

    fn stat(before: Option<Side<'_>>, after: Option<Side<'_>>) -> FileStat {
        FileDiff { path: "f".into(), before, after }.stat()
    }

    fn text(added: usize, removed: usize, note: &'static str) -> FileStat {
        FileStat { path: "f".into(), added, removed, binary: false, note }
    }

    #[test]
    fn lines_are_counted_as_git_counts_them() {
        assert_eq!(stat(None, side(b"a\nb")), text(2, 0, "new"));
        assert_eq!(stat(side(b"a\n"), None), text(0, 1, "deleted"));
        assert_eq!(stat(side(b"a\nb\nc\n"), side(b"a\nX\nc\n")), text(1, 1, ""));
        assert_eq!(stat(None, side(b"")), text(0, 0, "new"));
    }

    #[test]
    fn a_change_of_mode_is_noted() {
        let after = Some(Side { content: b"a\n", mode: 0o100_755 });
        assert_eq!(stat(side(b"a\n"), after), text(0, 0, "mode"));
    }

    #[test]
    fn a_nul_in_the_first_8000_bytes_makes_it_binary() {
        let mut late = vec![b'a'; 8000];
        late.push(0);
        assert!(!stat(None, side(&late)).binary);
        late[7999] = 0;
        assert!(stat(side(b"a"), side(&late)).binary);
    }
}
