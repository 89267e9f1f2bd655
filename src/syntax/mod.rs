//! TEXT → BLOCKS: finds the action blocks in a response. Scanning never fails.

mod block;
mod dialect;

pub use block::{Block, Dialect, Field, Parsed, Problem};
