//! `file_patch`: the hunks of one file, all of them or none.

mod apply;
mod choose;
mod heads;
mod locate;
mod merge;
mod places;
mod told;

pub(super) use apply::{FilePatch, Target, patch};
