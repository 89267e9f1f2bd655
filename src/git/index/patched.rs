//! A new index, as spans of the old one and bytes between them.

use std::{
    borrow::Cow,
    io::{self, Write},
    ops::Range,
    thread,
};

use gix::hash::Kind;

use super::IndexBytes;

/// From how many bytes on the checksum is worth a thread of its own.
const PARALLEL_FROM: usize = 1 << 20;

/// The bytes of a new index. The checksum is made while it is written.
#[derive(Clone, Debug)]
pub struct Patched<'a> {
    pieces: Vec<Cow<'a, [u8]>>,
    len: usize,
    hash: Kind,
    skip_hash: bool,
}

impl<'a> Patched<'a> {
    pub(super) fn new(hash: Kind, skip_hash: bool) -> Self {
        Self { pieces: Vec::new(), len: 0, hash, skip_hash }
    }

    /// The same bytes again, as an index that is written as it is.
    #[must_use]
    pub fn copy_of(index: &'a IndexBytes, skip_hash: bool) -> Self {
        let mut copy = Self::new(index.hash(), skip_hash);
        let body = index.body();
        copy.span(body, 0..body.len());
        copy
    }

    /// How many bytes it has without the checksum.
    pub(super) fn body_len(&self) -> usize {
        self.len
    }

    /// How many bytes the file has.
    #[must_use]
    pub fn file_len(&self) -> usize {
        self.len + self.hash.len_in_bytes()
    }

    /// Appends a span of the old index.
    pub(super) fn span(&mut self, old: &'a [u8], span: Range<usize>) {
        let bytes = old.get(span).unwrap_or_default();
        if !bytes.is_empty() {
            self.len += bytes.len();
            self.pieces.push(Cow::Borrowed(bytes));
        }
    }

    /// Appends new bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.len += bytes.len();
        if let Some(Cow::Owned(last)) = self.pieces.last_mut() {
            last.extend_from_slice(bytes);
        } else {
            self.pieces.push(Cow::Owned(bytes.to_vec()));
        }
    }

    /// Writes the file, with its checksum at the end.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let checksum = if self.len < PARALLEL_FROM || self.skip_hash {
            self.write_body(out)?;
            self.checksum()?
        } else {
            thread::scope(|scope| {
                let checksum = scope.spawn(|| self.checksum());
                let written = self.write_body(out);
                let checksum =
                    checksum.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                written.and(checksum)
            })?
        };
        out.write_all(&checksum)?;
        out.flush()
    }

    /// The file as one piece of memory.
    pub fn to_vec(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.file_len());
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }

    fn write_body(&self, out: &mut dyn Write) -> io::Result<()> {
        // Large spans go straight through the buffer, the small ones between them are gathered.
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        for piece in &self.pieces {
            out.write_all(piece)?;
        }
        out.flush()
    }

    /// All zero where `index.skipHash` is set.
    fn checksum(&self) -> io::Result<Vec<u8>> {
        if self.skip_hash {
            return Ok(vec![0; self.hash.len_in_bytes()]);
        }
        let mut hasher = gix::hash::hasher(self.hash);
        for piece in &self.pieces {
            hasher.update(piece);
        }
        let id = hasher.try_finalize().map_err(|error| io::Error::other(error.to_string()))?;
        Ok(id.as_slice().to_vec())
    }
}
