//! The cache of untracked files (`UNTR`), as far as needed to know whether it is racy.
//!
//! It records the stat of each directory, and git reads a directory again when its mtime differs.
//! As with entries that proves nothing for an mtime not older than the index's own: git then reads
//! the directory in any case. Under a newer index it would not, and the same holds for the exclude
//! files: see [`super::racy`] for what is done about it.

use super::{layout::read_varint, stat::be32};

/// `struct stat_data` of git: as the stat of an entry, without the mode.
const STAT_LEN: usize = 36;
const MTIME_AT: usize = 8;

/// Whether something that the cache records is not older than the index, or is not understood.
pub(super) fn is_racy(data: &[u8], hash_len: usize, index_seconds: u32) -> bool {
    stats(data, hash_len)
        .is_none_or(|stats| stats.into_iter().any(|stat| be32(stat, MTIME_AT) >= index_seconds))
}

/// All the stats in the cache.
fn stats(data: &[u8], hash_len: usize) -> Option<Vec<&[u8]>> {
    let mut rest = Rest(data);
    let ident = rest.varint()?;
    rest.take(ident)?;
    let mut stats = vec![rest.take(STAT_LEN)?, rest.take(STAT_LEN)?];
    // Flags, the ids of the two exclude files, and the name of those in directories.
    rest.take(4 + 2 * hash_len)?;
    rest.text()?;
    for _ in 0..rest.varint()? {
        let untracked = rest.varint()?;
        rest.varint()?;
        for _ in 0..=untracked {
            rest.text()?;
        }
    }
    if rest.0.is_empty() {
        return Some(stats);
    }
    let valid = rest.bitmap()?;
    rest.bitmap()?;
    rest.bitmap()?;
    for _ in 0..valid {
        stats.push(rest.take(STAT_LEN)?);
    }
    Some(stats)
}

struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn varint(&mut self) -> Option<usize> {
        let (value, len) = read_varint(self.0)?;
        self.take(len)?;
        Some(value)
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let end = memchr::memchr(0, self.0)?;
        self.take(end + 1)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4).map(|bytes| be32(bytes, 0))
    }

    /// Reads a bitmap in EWAH form and counts the bits that are set.
    fn bitmap(&mut self) -> Option<u64> {
        self.number()?;
        let words = usize::try_from(self.number()?).ok()?;
        let mut words = self
            .take(words.checked_mul(8)?)?
            .chunks_exact(8)
            .map(|word| word.first_chunk().map_or(0, |word| u64::from_be_bytes(*word)));
        self.number()?;
        let mut set = 0_u64;
        while let Some(marker) = words.next() {
            let run = (marker >> 1) & u64::from(u32::MAX);
            set = set.saturating_add((marker & 1) * run * 64);
            for _ in 0..marker >> 33 {
                set = set.saturating_add(u64::from(words.next()?.count_ones()));
            }
        }
        Some(set)
    }
}
