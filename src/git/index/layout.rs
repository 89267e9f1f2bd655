//! One entry's bytes, in each version of the format.

use bstr::{BStr, BString};
use gix::ObjectId;

use super::{Entry, EntryFlags, IndexError, IndexStat, NewEntry, stat::be32};
use crate::base::RepoPath;

const ASSUME_VALID: u16 = 0x8000;
const EXTENDED: u16 = 0x4000;
const STAGE_SHIFT: u16 = 12;
const NAME_MASK: u16 = 0x0fff;
const SKIP_WORKTREE: u16 = 0x4000;
const INTENT_TO_ADD: u16 = 0x2000;

/// Where the fields of an entry are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The bytes of an object id.
    pub(super) hash_len: usize,
    /// Whether names are prefix-compressed (version 4), and entries so without padding.
    pub(super) compressed: bool,
}

/// An entry in the bytes of an index.
#[derive(Clone, Copy)]
pub(super) struct RawEntry<'a> {
    /// Stat, mode, id and flags.
    pub(super) head: &'a [u8],
    /// How much to take off the end of the name before, if compressed.
    pub(super) strip: usize,
    /// The name, or what to append to the name before.
    pub(super) name: &'a [u8],
    /// How many bytes the entry takes in all.
    pub(super) len: usize,
    flags: u16,
}

impl Layout {
    /// Reads the entry at `offset`. `data` ends where the checksum starts.
    pub(super) fn read<'a>(
        &self,
        data: &'a [u8],
        offset: usize,
    ) -> Result<RawEntry<'a>, IndexError> {
        let bytes = data.get(offset..).unwrap_or_default();
        let flags_at = IndexStat::LEN + self.hash_len;
        let flags = be16(bytes, flags_at).ok_or_else(|| truncated(offset))?;
        let head_len = flags_at + if flags & EXTENDED == 0 { 2 } else { 4 };
        let (head, rest) = bytes.split_at_checked(head_len).ok_or_else(|| truncated(offset))?;
        if flags & EXTENDED != 0
            && be16(head, flags_at + 2).unwrap_or(0) & !(SKIP_WORKTREE | INTENT_TO_ADD) != 0
        {
            return Err(IndexError::corrupt("an entry has unknown flags", offset));
        }
        let (strip, name, len) = if self.compressed {
            let (strip, varint) = read_varint(rest).ok_or_else(|| truncated(offset))?;
            let rest = rest.get(varint..).unwrap_or_default();
            let end = memchr::memchr(0, rest).ok_or_else(|| truncated(offset))?;
            (strip, rest.get(..end).unwrap_or_default(), head_len + varint + end + 1)
        } else {
            let end = name_end(rest, flags).ok_or_else(|| truncated(offset))?;
            (0, rest.get(..end).unwrap_or_default(), padded(head_len + end))
        };
        if len > bytes.len() {
            return Err(truncated(offset));
        }
        Ok(RawEntry { head, strip, name, len, flags })
    }

    /// Appends an entry. `previous` is the name before it, for compression.
    pub(super) fn write(&self, path: &BStr, entry: &NewEntry, previous: &[u8], out: &mut Vec<u8>) {
        let at = out.len();
        let stat = entry.stat.as_ref().map(IndexStat::from).unwrap_or_default();
        stat.encode(entry.mode, out);
        out.extend_from_slice(entry.id.as_slice());
        let EntryFlags { assume_valid, skip_worktree, intent_to_add } = entry.flags;
        let length = u16::try_from(path.len()).unwrap_or(NAME_MASK).min(NAME_MASK);
        let length = length | (u16::from(entry.stage) << STAGE_SHIFT);
        let assumed = if assume_valid { ASSUME_VALID } else { 0 };
        let extended = if entry.flags.extended() { EXTENDED } else { 0 };
        out.extend_from_slice(&(length | assumed | extended).to_be_bytes());
        if entry.flags.extended() {
            let skip = if skip_worktree { SKIP_WORKTREE } else { 0 };
            let intent = if intent_to_add { INTENT_TO_ADD } else { 0 };
            out.extend_from_slice(&(skip | intent).to_be_bytes());
        }
        if self.compressed {
            write_compressed(path, previous, out);
        } else {
            out.extend_from_slice(path);
            out.resize(at + padded(out.len() - at), 0);
        }
    }
}

impl RawEntry<'_> {
    pub(super) fn stage(&self) -> u8 {
        u8::try_from((self.flags >> STAGE_SHIFT) & 3).unwrap_or_default()
    }

    pub(super) fn mode(&self) -> u32 {
        be32(self.head, IndexStat::MODE_AT)
    }

    pub(super) fn mtime_seconds(&self) -> u32 {
        be32(self.head, IndexStat::MTIME_AT)
    }

    pub(super) fn size(&self) -> u32 {
        be32(self.head, IndexStat::SIZE_AT)
    }

    /// The length of the whole name as the flags have it; `None` if it is too long for them.
    pub(super) fn name_len(&self) -> Option<usize> {
        let len = self.flags & NAME_MASK;
        (len != NAME_MASK).then_some(usize::from(len))
    }

    /// The entry with its id, if `path` is sound.
    pub(super) fn decode(&self, path: &[u8], offset: usize) -> Result<Entry, IndexError> {
        let unsound = || IndexError::corrupt("an entry has an unsound path", offset);
        let end = self.head.len() - if self.flags & EXTENDED == 0 { 2 } else { 4 };
        let id = self.head.get(IndexStat::LEN..end).unwrap_or_default();
        let more = be16(self.head, end + 2).unwrap_or(0);
        Ok(Entry {
            path: RepoPath::new(BString::from(path))
                .filter(|p| !p.is_root())
                .ok_or_else(unsound)?,
            stage: self.stage(),
            mode: self.mode(),
            id: ObjectId::try_from(id)
                .map_err(|_| IndexError::corrupt("an entry has no object id", offset))?,
            stat: IndexStat::decode(self.head),
            flags: EntryFlags {
                assume_valid: self.flags & ASSUME_VALID != 0,
                skip_worktree: more & SKIP_WORKTREE != 0,
                intent_to_add: more & INTENT_TO_ADD != 0,
            },
        })
    }
}

/// Appends a name as version 4 has it: what to take off `previous`, and what to append.
pub(super) fn write_compressed(name: &[u8], previous: &[u8], out: &mut Vec<u8>) {
    let common = name.iter().zip(previous).take_while(|(a, b)| a == b).count();
    write_varint(previous.len() - common, out);
    out.extend_from_slice(name.get(common..).unwrap_or_default());
    out.push(0);
}

/// Entries of versions 2 and 3 end with one to eight NULs, at a multiple of eight.
fn padded(len: usize) -> usize {
    (len + 8) & !7
}

fn name_end(rest: &[u8], flags: u16) -> Option<usize> {
    if flags & NAME_MASK == NAME_MASK {
        return memchr::memchr(0, rest);
    }
    let end = usize::from(flags & NAME_MASK);
    (rest.get(end) == Some(&0)).then_some(end)
}

fn truncated(offset: usize) -> IndexError {
    IndexError::corrupt("an entry is cut short", offset)
}

fn be16(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map(|field| u16::from_be_bytes(*field))
}

/// git's `decode_varint`: the value and how many bytes it took.
pub(super) fn read_varint(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0_usize;
    for (at, byte) in bytes.iter().enumerate() {
        value = value.checked_mul(128)?.checked_add(usize::from(byte & 127))?;
        if byte & 128 == 0 {
            return Some((value, at + 1));
        }
        value = value.checked_add(1)?;
    }
    None
}

/// git's `encode_varint`.
fn write_varint(mut value: usize, out: &mut Vec<u8>) {
    let start = out.len();
    let low = |value: usize| u8::try_from(value & 127).unwrap_or_default();
    out.push(low(value));
    while value >= 128 {
        value = (value >> 7) - 1;
        out.push(128 | low(value));
    }
    if let Some(written) = out.get_mut(start..) {
        written.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_survive_the_round_trip() {
        for value in [0, 1, 127, 128, 129, 16_511, 16_512, 70_000, usize::MAX >> 8] {
            let mut bytes = Vec::new();
            write_varint(value, &mut bytes);
            assert_eq!(read_varint(&bytes), Some((value, bytes.len())), "{value}");
        }
        assert_eq!(read_varint(&[0x80, 0x00]), Some((128, 2)));
    }

    #[test]
    fn endless_and_unfinished_varints_are_refused() {
        assert_eq!(read_varint(&[0xff; 20]), None);
        assert_eq!(read_varint(&[0x80]), None);
        assert_eq!(read_varint(&[]), None);
    }

    #[test]
    fn padding_always_holds_a_nul() {
        assert_eq!([padded(62), padded(63), padded(64), padded(71)], [64, 64, 72, 72]);
    }
}
