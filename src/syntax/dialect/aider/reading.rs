//! The dialect as the scanner knows it.

use super::{
    chain::{Around, blocks},
    marker::{Marker, span_of},
};
use crate::syntax::{
    Dialect,
    dialect::{Reading, patch::take, stray::is_stray},
    reader::Reader,
};

/// `src/a.rs`, `<<<<<<< SEARCH` … `>>>>>>> REPLACE`.
pub(in crate::syntax::dialect) struct Aider;

impl Reading for Aider {
    fn dialect(&self) -> Dialect {
        Dialect::Aider
    }

    fn openers(&self) -> &'static [&'static str] {
        // One of seven signs is an opener of the markers' too, so it is asked for as they do.
        &[
            "<<<<<<< ",
            "<<<<< SEARCH",
            "<<<<<< SEARCH",
            "<<<<<<<< SEARCH",
            "<<<<<<<<< SEARCH",
            ">>>>>>> ",
            ">>>>> REPLACE",
            ">>>>>> REPLACE",
            ">>>>>>>> REPLACE",
            ">>>>>>>>> REPLACE",
        ]
    }

    fn read(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        if let Some(closer) = Marker::closer(reader.text, at) {
            return is_stray(reader, self.dialect(), span_of(&closer)).then_some(closer.next);
        }
        let from = reader.parsed.blocks.last().map_or(0, |block| block.span.end);
        let forced = reader.forced;
        let text = reader.text;
        let mut unclosed = std::mem::take(&mut reader.unclosed);
        let beside = reader.parsed.blocks.last().is_some_and(|last| last.dialect == Dialect::Aider);
        let mut around = Around { from, forced, beside, unclosed: &mut unclosed };
        let claim = blocks(text, at, &mut around);
        reader.unclosed = unclosed;
        Some(take(reader, self.dialect(), claim?))
    }
}
