//! The pass over the entries, one after the other.

use super::{
    IndexBytes, IndexError,
    bytes::HEADER_LEN,
    layout::{Layout, RawEntry},
    scan::Place,
};

/// Steps through the entries of an index and checks that they are in order.
pub(super) struct Walk<'a> {
    data: &'a [u8],
    layout: Layout,
    left: usize,
    /// Where the current entry starts.
    pub(super) offset: usize,
    /// How many entries stand before the current one.
    pub(super) ordinal: usize,
    /// Where the current entry ends.
    pub(super) end: usize,
    stage: u8,
    /// The names of the current entry and the one before, if they are slices of the index…
    slices: [&'a [u8]; 2],
    /// …and if they had to be put together.
    buffers: [Vec<u8>; 2],
}

impl<'a> Walk<'a> {
    pub(super) fn new(index: &'a IndexBytes) -> Self {
        let start = Place { offset: HEADER_LEN, ..Place::default() };
        Self::from(index, &start, index.promised())
    }

    /// Starts at a place, with so many entries to go.
    pub(super) fn from(index: &'a IndexBytes, place: &Place, left: usize) -> Self {
        Self {
            data: index.body(),
            layout: index.layout(),
            left,
            offset: place.offset,
            ordinal: place.ordinal,
            end: place.offset,
            stage: 0,
            slices: [&[]; 2],
            buffers: [place.previous.to_vec(), Vec::new()],
        }
    }

    /// Goes to the next entry. `None` after the last one, when `offset` is where the entries end.
    pub(super) fn step(&mut self) -> Result<Option<RawEntry<'a>>, IndexError> {
        let first = self.offset == self.end;
        if !first {
            self.ordinal += 1;
        }
        self.offset = self.end;
        if self.left == 0 {
            self.shift_names();
            return Ok(None);
        }
        self.left -= 1;
        let entry = self.layout.read(self.data, self.offset)?;
        self.end = self.offset + entry.len;
        self.take_name(&entry)?;
        if self.name().is_empty() {
            // In a split index an entry that replaces one of the shared part has no name.
            return Err(IndexError::Unsupported {
                what: "entries without a name (split index)".to_owned(),
            });
        }
        let stage = entry.stage();
        let order = self.name().cmp(self.previous()).then(stage.cmp(&self.stage));
        if order.is_le() {
            return Err(IndexError::corrupt("the entries are not in order", self.offset));
        }
        self.stage = stage;
        Ok(Some(entry))
    }

    /// The name of the current entry; empty after the last one.
    pub(super) fn name(&self) -> &[u8] {
        let [name, _] = &self.buffers;
        let [slice, _] = self.slices;
        if self.layout.compressed { name } else { slice }
    }

    /// The name of the entry before the current one; empty at the first one.
    pub(super) fn previous(&self) -> &[u8] {
        let [_, name] = &self.buffers;
        let [_, slice] = self.slices;
        if self.layout.compressed { name } else { slice }
    }

    fn shift_names(&mut self) {
        let [name, previous] = &mut self.buffers;
        std::mem::swap(name, previous);
        name.clear();
        self.slices = [&[], self.slices[0]];
    }

    fn take_name(&mut self, entry: &RawEntry<'a>) -> Result<(), IndexError> {
        self.shift_names();
        if !self.layout.compressed {
            self.slices[0] = entry.name;
            return Ok(());
        }
        let [name, previous] = &mut self.buffers;
        let kept = previous.len().checked_sub(entry.strip).and_then(|kept| previous.get(..kept));
        let mismatch = || IndexError::corrupt("a compressed name does not fit", self.offset);
        name.extend_from_slice(kept.ok_or_else(mismatch)?);
        name.extend_from_slice(entry.name);
        match entry.name_len() {
            Some(len) if len != name.len() => Err(mismatch()),
            _ => Ok(()),
        }
    }
}
