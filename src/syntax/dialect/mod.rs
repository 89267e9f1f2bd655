//! One file or folder per dialect, and what they have in common.

mod aider;
mod apply_patch;
mod attributes;
mod field;
mod markers;
mod name;
mod nesl;
mod patch;
mod reading;
mod sham;
mod spelling;
mod teach;
mod unified;

pub use name::Dialect;
pub(super) use reading::{READINGS, Reading};
pub(super) use spelling::{
    ANNOTATION, EndMarker, Forgiven, HeredocEnd, SPELLINGS, Spelling, Words, is_id,
};
pub use teach::{Teach, taught};
