//! One file or folder per dialect, and what they have in common.

mod aider;
mod apply_patch;
mod attributes;
mod cml;
mod field;
mod guide;
mod markers;
mod name;
mod nesl;
mod patch;
mod reading;
mod render;
mod replacer;
mod sham;
mod spelling;
mod stray;
mod teach;
mod unified;

pub use guide::{Guide, guides};
pub use name::Dialect;
pub use patch::by_itself;
pub(super) use reading::{READINGS, Reading};
pub use render::{Unsayable, Wording, has_notes, has_sequences, render};
pub(super) use spelling::{
    ANNOTATION, EndMarker, Forgiven, HeredocEnd, SPELLINGS, Spelling, Words, is_id,
};
pub use teach::{Teach, taught};
