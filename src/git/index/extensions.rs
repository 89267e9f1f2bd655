//! What stands behind the entries.

use std::ops::Range;

use super::{IndexBytes, IndexError, IndexForm, bytes::HEADER_LEN, stat::be32};

pub(super) const TREE: [u8; 4] = *b"TREE";
pub(super) const UNTRACKED: [u8; 4] = *b"UNTR";
pub(super) const MONITOR: [u8; 4] = *b"FSMN";
/// The offset table of the entries, for reading them with several threads.
pub(super) const ENTRY_OFFSETS: [u8; 4] = *b"IEOT";
/// Where the entries end, and a hash over the headers of the extensions.
pub(super) const END_OF_ENTRIES: [u8; 4] = *b"EOIE";
const LINK: [u8; 4] = *b"link";
const SPARSE: [u8; 4] = *b"sdir";
const HEAD_LEN: usize = 8;

/// One extension.
#[derive(Clone, Debug)]
pub(super) struct Extension {
    pub(super) signature: [u8; 4],
    /// Its bytes in the index, without signature and length.
    pub(super) data: Range<usize>,
}

impl Extension {
    /// Its bytes with signature and length.
    pub(super) fn whole(&self) -> Range<usize> {
        self.data.start.saturating_sub(HEAD_LEN)..self.data.end
    }
}

/// All extensions, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Extensions(Vec<Extension>);

impl Extensions {
    /// Reads the headers of the extensions, which start at `offset`.
    pub(super) fn read(index: &IndexBytes, mut offset: usize) -> Result<Self, IndexError> {
        let body = index.body();
        let mut all = Vec::new();
        while offset < body.len() {
            let cut = || IndexError::corrupt("an extension is cut short", offset);
            let rest = body.get(offset..).unwrap_or_default();
            let signature = *rest.first_chunk::<4>().ok_or_else(cut)?;
            let len = usize::try_from(be32(rest, 4)).unwrap_or(usize::MAX);
            let start = offset + HEAD_LEN;
            let end = start.checked_add(len).filter(|end| *end <= body.len()).ok_or_else(cut)?;
            refuse_required(signature)?;
            all.push(Extension { signature, data: start..end });
            offset = end;
        }
        debug_assert!(offset >= HEADER_LEN, "the extensions come after the header");
        Ok(Self(all))
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Extension> {
        self.0.iter()
    }

    pub(super) fn find(&self, signature: [u8; 4]) -> Option<&Extension> {
        self.0.iter().find(|extension| extension.signature == signature)
    }
}

/// An extension whose name does not start with an upper-case letter has to be understood.
fn refuse_required(signature: [u8; 4]) -> Result<(), IndexError> {
    Err(match signature {
        [b'A'..=b'Z', ..] => return Ok(()),
        LINK => IndexError::NotWhole(IndexForm::Split),
        SPARSE => IndexError::NotWhole(IndexForm::Sparse),
        other => {
            let what = format!("the required extension `{}`", other.escape_ascii());
            IndexError::Unsupported { what }
        }
    })
}

/// Makes what stands before the data of an extension.
pub(super) fn head(signature: [u8; 4], len: usize) -> [u8; HEAD_LEN] {
    let len = u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes();
    let mut head = [0; HEAD_LEN];
    let (first, second) = head.split_at_mut(signature.len());
    first.copy_from_slice(&signature);
    second.copy_from_slice(&len);
    head
}

/// Makes the data of the extension that says where the entries end.
///
/// `heads` are signature and length of each extension before it, one after the other.
pub(super) fn end_of_entries(
    hash: gix::hash::Kind,
    offset: usize,
    heads: &[u8],
) -> Option<Vec<u8>> {
    let mut data = u32::try_from(offset).ok()?.to_be_bytes().to_vec();
    let mut hasher = gix::hash::hasher(hash);
    hasher.update(heads);
    data.extend_from_slice(hasher.try_finalize().ok()?.as_slice());
    Some(data)
}
