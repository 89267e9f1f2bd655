//! Markers: edits in the manner of git's conflicts, read recursively and without escaping.

mod block;
mod mark;
mod problem;
mod reading;
mod shape;
mod tasks;
mod values;

pub(super) use reading::Markers;
