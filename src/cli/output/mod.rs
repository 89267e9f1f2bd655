//! Putting what is told on stdout and stderr.

pub mod ask;
pub mod blocks;
pub mod diagnostics;
mod drawn;
pub mod live;
pub mod made;
pub mod manual;
pub mod pager;
pub mod report;
mod spinner;
