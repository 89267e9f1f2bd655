//! `apply_patch`: `*** Begin Patch`, files, `*** End Patch`.

mod envelope;
mod reading;

pub(super) use reading::ApplyPatch;
