//! Hunks: the lines that a patch takes away and puts in, as unified diffs and `apply_patch` both
//! write them.

mod header;
mod lines;

pub(super) use header::Header;
pub use header::may_be_cut;
pub use lines::{Hunk, HunkLine, Sign, hunks};
