//! The dialect as the scanner knows it.

use super::envelope;
use crate::syntax::{
    Dialect,
    dialect::{Reading, patch::take},
    reader::Reader,
};

/// `*** Begin Patch` … `*** End Patch`.
pub(in crate::syntax::dialect) struct ApplyPatch;

impl Reading for ApplyPatch {
    fn dialect(&self) -> Dialect {
        Dialect::ApplyPatch
    }

    fn openers(&self) -> &'static [&'static str] {
        &["*** Begin Patch", "*** Add File: ", "*** Update File: ", "*** Delete File: "]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        let claim = envelope::read(reader.text, at, reader.forced)?;
        Some(take(reader, self.dialect(), claim))
    }
}
