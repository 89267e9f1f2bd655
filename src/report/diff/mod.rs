//! What changed in files: how much, and as a patch that git applies.

mod anchors;
mod changes;
mod file_diff;
mod lines;
mod paint;
mod quote;
mod unified;

pub use file_diff::{FileDiff, Side, file_stats};
pub use paint::{PaintOptions, paint};
pub use quote::{PathQuoting, quote_path};
pub use unified::{UnifiedOptions, unified};
