//! `apply_patch`: `*** Begin Patch`, files, `*** End Patch`.

mod envelope;
mod reading;
mod render;

pub(super) use reading::ApplyPatch;
pub(super) use render::render;
