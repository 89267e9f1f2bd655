//! What an index entry remembers of its file's stat.

use crate::base::{FileStat, FileTime};

/// The stat fields of an entry, truncated to 32 bits as git does.
///
/// All zero where nothing is known: git then compares the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct IndexStat {
    /// Seconds and nanoseconds of the last change of the inode.
    pub ctime: (u32, u32),
    /// Seconds and nanoseconds of the last change of the content.
    pub mtime: (u32, u32),
    /// The device.
    pub dev: u32,
    /// The inode.
    pub ino: u32,
    /// The owner.
    pub uid: u32,
    /// The group.
    pub gid: u32,
    /// In bytes; 0 for a non-empty blob says that git must compare the content.
    pub size: u32,
}

impl IndexStat {
    /// How many bytes the fields take, `mode` among them.
    pub(super) const LEN: usize = 40;
    /// Where the seconds of the mtime are.
    pub(super) const MTIME_AT: usize = 8;
    /// Where the mode is.
    pub(super) const MODE_AT: usize = 24;
    /// Where the size is.
    pub(super) const SIZE_AT: usize = 36;

    /// Reads the fields from the start of an entry; what is missing is zero.
    pub(super) fn decode(entry: &[u8]) -> Self {
        let field = |at| be32(entry, at);
        Self {
            ctime: (field(0), field(4)),
            mtime: (field(Self::MTIME_AT), field(12)),
            dev: field(16),
            ino: field(20),
            uid: field(28),
            gid: field(32),
            size: field(Self::SIZE_AT),
        }
    }

    /// Appends the fields as they stand in an entry.
    pub(super) fn encode(&self, mode: u32, out: &mut Vec<u8>) {
        let (ctime, mtime) = (self.ctime, self.mtime);
        let first = [ctime.0, ctime.1, mtime.0, mtime.1, self.dev, self.ino];
        let last = [mode, self.uid, self.gid, self.size];
        for field in first.into_iter().chain(last) {
            out.extend_from_slice(&field.to_be_bytes());
        }
    }
}

impl From<&FileStat> for IndexStat {
    fn from(stat: &FileStat) -> Self {
        Self {
            ctime: time(stat.ctime),
            mtime: time(stat.mtime),
            dev: low(stat.dev),
            ino: low(stat.ino),
            uid: stat.uid,
            gid: stat.gid,
            size: size(stat.size),
        }
    }
}

/// Reads a number in network order; 0 where there are not enough bytes.
pub(super) fn be32(bytes: &[u8], at: usize) -> u32 {
    let field = bytes.get(at..).and_then(<[u8]>::first_chunk);
    field.map_or(0, |field| u32::from_be_bytes(*field))
}

/// The seconds of a time as the index holds them.
pub(super) fn seconds(time: FileTime) -> u32 {
    low(time.0.cast_unsigned())
}

fn time(time: FileTime) -> (u32, u32) {
    (seconds(time), time.1)
}

fn low(wide: u64) -> u32 {
    u32::try_from(wide & u64::from(u32::MAX)).unwrap_or_default()
}

/// git's `munge_st_size`: a file of a multiple of 4 GiB must not look like an entry of size 0,
/// which stands for "compare the content".
fn size(bytes: u64) -> u32 {
    match low(bytes) {
        0 if bytes != 0 => 1 << 31,
        size => size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_truncated_but_never_to_zero() {
        let cases = [(0, 0), (7, 7), (1 << 32, 1 << 31), ((1 << 32) + 5, 5), (3 << 32, 1 << 31)];
        for (bytes, expected) in cases {
            assert_eq!(size(bytes), expected, "{bytes}");
        }
    }

    #[test]
    fn times_before_the_epoch_and_after_2106_wrap() {
        assert_eq!(seconds((-1, 0)), u32::MAX);
        assert_eq!(seconds(((1 << 32) + 9, 0)), 9);
    }

    #[test]
    fn encoding_and_decoding_are_inverse() {
        let stat =
            IndexStat { ctime: (1, 2), mtime: (3, 4), dev: 5, ino: 6, uid: 7, gid: 8, size: 9 };
        let mut bytes = Vec::new();
        stat.encode(0o100_644, &mut bytes);
        assert_eq!(bytes.len(), IndexStat::LEN);
        assert_eq!(be32(&bytes, IndexStat::MODE_AT), 0o100_644);
        assert_eq!(IndexStat::decode(&bytes), stat);
    }
}
