//! Replacer: a file's name, what to search for, what to put there.

mod edit;
mod mark;
mod problem;
mod reading;
mod render;

pub(super) use reading::Replacer;
pub(super) use render::render;
