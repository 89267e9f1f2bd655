//! The pass over the entries, one after the other.

use std::cmp::Ordering;

use super::{
    IndexBytes, IndexError, IndexForm,
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
    /// Whether the entry before the current one is of the same path.
    pub(super) same_path: bool,
    /// The names of the current entry and the one before, if they are slices of the index.
    slices: [&'a [u8]; 2],
    /// The name of the current entry, if it has to be put together: what it has in common with the
    /// one before, up to `common`, and what it has not.
    name: Vec<u8>,
    common: usize,
    /// The end of the name of the entry before, from `common` on.
    dropped: Vec<u8>,
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
            same_path: false,
            slices: [&[]; 2],
            name: place.previous.to_vec(),
            common: 0,
            dropped: Vec::new(),
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
            self.slices = [&[], self.slices[0]];
            (self.common, self.dropped) = (0, std::mem::take(&mut self.name));
            return Ok(None);
        }
        self.left -= 1;
        let entry = self.layout.read(self.data, self.offset)?;
        self.end = self.offset + entry.len;
        let order = self.take_name(&entry)?;
        if self.name().is_empty() {
            // In a split index an entry that replaces one of the shared part has no name.
            return Err(IndexError::NotWhole(IndexForm::Split));
        }
        let stage = entry.stage();
        if order.then(stage.cmp(&self.stage)).is_le() {
            return Err(IndexError::corrupt("the entries are not in order", self.offset));
        }
        self.same_path = order.is_eq();
        self.stage = stage;
        Ok(Some(entry))
    }

    /// The name of the current entry; empty after the last one.
    pub(super) fn name(&self) -> &[u8] {
        let [slice, _] = self.slices;
        if self.layout.compressed { &self.name } else { slice }
    }

    /// The name of the entry before the current one; empty at the first one.
    pub(super) fn previous(&self) -> Vec<u8> {
        let [_, slice] = self.slices;
        if !self.layout.compressed {
            return slice.to_vec();
        }
        let common = self.name.get(..self.common).unwrap_or_default();
        [common, &self.dropped].concat()
    }

    /// Makes the name of the current entry, and says how it compares to the one before.
    fn take_name(&mut self, entry: &RawEntry<'a>) -> Result<Ordering, IndexError> {
        if !self.layout.compressed {
            self.slices = [entry.name, self.slices[0]];
            return Ok(entry.name.cmp(self.slices[1]));
        }
        let mismatch = || IndexError::corrupt("a compressed name does not fit", self.offset);
        self.common = self.name.len().checked_sub(entry.strip).ok_or_else(mismatch)?;
        self.dropped.clear();
        self.dropped.extend_from_slice(self.name.get(self.common..).unwrap_or_default());
        self.name.truncate(self.common);
        self.name.extend_from_slice(entry.name);
        if entry.name_len().is_some_and(|len| len != self.name.len()) {
            return Err(mismatch());
        }
        Ok(entry.name.cmp(&self.dropped))
    }
}
