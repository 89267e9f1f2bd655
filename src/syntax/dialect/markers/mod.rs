//! Markers: edits in the manner of git's conflicts, read recursively and without escaping.

mod block;
mod foreign;
mod mark;
mod problem;
mod reading;
mod render;
mod shape;
mod tasks;
mod values;

pub(super) use reading::Markers;
pub(super) use render::render;
pub(super) use tasks::VERSIONS;
