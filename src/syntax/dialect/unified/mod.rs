//! Unified diffs, git's and plain ones: `--- a/x`, `+++ b/x`, `@@`.

mod body;
mod head;
mod name;
mod reading;
mod render;
mod section;

pub(super) use reading::Diff;
pub(super) use render::render;
