//! The dialect as the scanner knows it.

use super::section;
use crate::syntax::{
    Dialect,
    dialect::{Reading, patch::take},
    reader::Reader,
};

/// `--- a/src/a.rs`, `+++ b/src/a.rs`, `@@ -1,3 +1,4 @@`.
pub(in crate::syntax::dialect) struct Diff;

impl Reading for Diff {
    fn dialect(&self) -> Dialect {
        Dialect::Diff
    }

    fn openers(&self) -> &'static [&'static str] {
        &["diff --git ", "--- "]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        let claim = section::read(reader.text, at)?;
        Some(take(reader, self.dialect(), claim))
    }
}
