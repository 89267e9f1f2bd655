//! Putting what is told on stdout and stderr.

pub mod ask;
pub mod blocks;
pub mod diagnostics;
pub mod made;
pub mod pager;
pub mod progress;
pub mod report;
pub mod stream;
