//! Closing markers that close nothing.
//!
//! A line of content that is the block's own closing marker ends the block there, and what stands
//! behind it is lost. The marker that was meant to be the end then closes nothing, which is all that
//! shows it.

use crate::{
    syntax::{Dialect, problem::Draft, reader::Reader},
    text::{Code, Span},
};

/// Warns of a closing marker that stands outside of any block. Where the dialect has had no block, it
/// is prose. Returns whether it was warned of.
pub(super) fn is_stray(reader: &mut Reader<'_>, dialect: Dialect, span: Span) -> bool {
    if !reader.has_block_of(dialect) {
        return false;
    }
    let code = Code { field: dialect.name(), name: "not_a_block" };
    let problem = Draft::warning_of(code, reader.place_of(span), "A closing marker of no block")
        .label("closes nothing; a block above may have ended too early")
        .help(
            "a line that is its closing marker ends a block: where such a line was meant as content, \
             send that file again in SHAM, which holds any line",
        );
    reader.report_outside(problem);
    true
}
