//! Makes a new index of an old one and edits.

use super::{
    Edit, IndexBytes, IndexError, Patched, Scan, TreeChange, Version,
    bytes::{HEADER_LEN, header},
    kept::Kept,
    layout::{Layout, write_compressed},
    scan::Place,
    splice::Splice,
};

/// What a patch needs beside the edits.
#[derive(Clone, Copy, Debug)]
pub struct PatchOptions<'a> {
    /// What became of the trees of all directories above the edited paths.
    pub trees: &'a [TreeChange],
    /// `index.skipHash`: all zeros instead of the checksum.
    pub skip_hash: bool,
}

/// Makes a new index, in which the edited paths hold what the edits say, and nothing else.
///
/// As in git, an entry displaces those inside its path and those of the files where it needs
/// directories; [`Scan::displaced_by`] names them beforehand. `scan` must be of `index`, and have
/// looked for all edited paths. The file's mtime must be none later than [`super::latest_mtime`].
pub fn patch<'a>(
    index: &'a IndexBytes,
    scan: &Scan,
    edits: &[Edit],
    options: PatchOptions<'_>,
) -> Result<Patched<'a>, IndexError> {
    check_ids(index, edits)?;
    let splices = Splice::plan(index, scan, edits)?;
    let mut writer = Writer {
        out: Patched::new(index.hash(), options.skip_hash),
        old: index.body(),
        layout: index.layout(),
        cursor: HEADER_LEN,
        pending: None,
        moved: false,
    };
    writer.out.bytes(&new_header(index, scan, &splices)?);
    for splice in &splices {
        writer.splice(splice)?;
    }
    writer.copy_to(scan.end.offset)?;
    let Writer { mut out, moved, .. } = writer;
    Kept { index, scan, splices: &splices, trees: options.trees, moved }.write(&mut out);
    Ok(out)
}

fn check_ids(index: &IndexBytes, edits: &[Edit]) -> Result<(), IndexError> {
    let wrong = |edit: &&Edit| edit.entries.iter().any(|entry| entry.id.kind() != index.hash());
    match edits.iter().find(wrong) {
        Some(edit) => Err(IndexError::edit(&edit.path, "its object id is of the wrong hash")),
        None => Ok(()),
    }
}

fn new_header(
    index: &IndexBytes,
    scan: &Scan,
    splices: &[Splice<'_>],
) -> Result<[u8; HEADER_LEN], IndexError> {
    let delta: i64 = splices.iter().map(Splice::delta).sum();
    let count = u64::try_from(scan.entry_count()).ok();
    let count = count.and_then(|count| count.checked_add_signed(delta));
    let count = count.and_then(|count| u32::try_from(count).ok());
    let count = count.ok_or_else(|| IndexError::corrupt("the number of entries is wrong", 8))?;
    let extended = splices.iter().flat_map(|splice| splice.new).any(|new| new.flags.extended());
    let least = if extended { Version::V3 } else { Version::V2 };
    Ok(header(index.version().max(least), count))
}

/// Copies the entries, but for the splices.
struct Writer<'a> {
    out: Patched<'a>,
    old: &'a [u8],
    layout: Layout,
    /// How far the old entries are done with.
    cursor: usize,
    /// In version 4, if the name before the entry at the cursor is another now.
    pending: Option<Renamed>,
    /// Whether an entry is not at its old offset.
    moved: bool,
}

/// The names, new and old, before an entry that is still to be written.
struct Renamed {
    new: Vec<u8>,
    old: Vec<u8>,
}

impl Writer<'_> {
    fn splice(&mut self, splice: &Splice<'_>) -> Result<(), IndexError> {
        let Place { offset, previous, .. } = &splice.old.start;
        self.copy_to(*offset)?;
        let mut name: &[u8] = previous;
        let pending = self.pending.take();
        if let Some(renamed) = &pending {
            name = &renamed.new;
        }
        let mut bytes = Vec::new();
        for entry in splice.new {
            self.layout.write(splice.path.as_bstr(), entry, name, &mut bytes);
            name = splice.path.as_bstr();
        }
        let Place { offset, previous: old, .. } = &splice.old.end;
        self.pending = (self.layout.compressed && name != old.as_slice())
            .then(|| Renamed { new: name.to_vec(), old: old.to_vec() });
        self.out.bytes(&bytes);
        self.cursor = *offset;
        self.note_move();
        Ok(())
    }

    /// Copies the entries up to `end`.
    fn copy_to(&mut self, end: usize) -> Result<(), IndexError> {
        if self.cursor >= end {
            return Ok(());
        }
        if let Some(renamed) = self.pending.take() {
            let entry = self.layout.read(self.old, self.cursor)?;
            let kept = renamed.old.len().saturating_sub(entry.strip);
            let name = [renamed.old.get(..kept).unwrap_or_default(), entry.name].concat();
            self.copy(self.cursor + entry.head.len());
            let mut bytes = Vec::new();
            write_compressed(&name, &renamed.new, &mut bytes);
            self.out.bytes(&bytes);
            self.cursor += entry.len - entry.head.len();
        }
        self.copy(end);
        self.note_move();
        Ok(())
    }

    /// Copies bytes up to `end`.
    fn copy(&mut self, end: usize) {
        self.out.span(self.old, self.cursor..end);
        self.cursor = end;
    }

    fn note_move(&mut self) {
        self.moved |= self.out.body_len() != self.cursor;
    }
}
