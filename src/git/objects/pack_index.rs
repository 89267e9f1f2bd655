//! Writing a pack's index: git's `gitformat-pack`, version 2.

use gix::ObjectId;
use gix::hash::Kind as Hash;

use crate::git::GitError;

use super::pack::checksum;

const SIGNATURE: &[u8; 4] = b"\xfftOc";
const VERSION: u32 = 2;
/// Offsets from here on stand in a table of their own.
const LARGE: u64 = 1 << 31;

/// Where an object is in its pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indexed {
    pub(super) id: ObjectId,
    /// Of the entry as it stands in the pack.
    pub(super) crc32: u32,
    pub(super) offset: u64,
}

/// The bytes of the index. Sorts the objects by id.
pub(super) fn encode(
    hash: Hash,
    objects: &mut [Indexed],
    pack: &[u8],
) -> Result<Vec<u8>, GitError> {
    objects.sort_by_key(|object| object.id);
    let mut index = Vec::with_capacity(1100 + objects.len() * 48);
    index.extend_from_slice(SIGNATURE);
    index.extend_from_slice(&VERSION.to_be_bytes());
    for first in 0..=u8::MAX {
        let up_to = objects.partition_point(|object| object.id.first_byte() <= first);
        index.extend_from_slice(&u32::try_from(up_to).unwrap_or(u32::MAX).to_be_bytes());
    }
    for object in objects.iter() {
        index.extend_from_slice(object.id.as_slice());
    }
    for object in objects.iter() {
        index.extend_from_slice(&object.crc32.to_be_bytes());
    }
    let mut large: Vec<u64> = Vec::new();
    for object in objects.iter() {
        let small = u32::try_from(object.offset).ok().filter(|_| object.offset < LARGE);
        let offset = small.unwrap_or_else(|| {
            large.push(object.offset);
            u32::try_from(large.len() - 1).unwrap_or(u32::MAX) | (1 << 31)
        });
        index.extend_from_slice(&offset.to_be_bytes());
    }
    for offset in large {
        index.extend_from_slice(&offset.to_be_bytes());
    }
    index.extend_from_slice(pack);
    let own = checksum(hash, &index)?;
    index.extend_from_slice(&own);
    Ok(index)
}
