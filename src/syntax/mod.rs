//! TEXT → BLOCKS: finds the action blocks in a response. Scanning never fails.

mod block;
mod dialect;
mod fences;
mod grammar;
mod hunk;
mod line;
mod problem;
mod reader;
mod scan;

pub use block::{Block, Field, Parsed, Problem};
pub use dialect::{
    Dialect, Guide, Teach, Unsayable, Wording, by_itself, guides, has_notes, has_sequences, render,
    taught,
};
pub use hunk::{Hunk, HunkLine, Sign, hunks, may_be_cut};
pub use scan::{parse, parse_only};
