//! One file per dialect, and what they have in common.

mod nesl;
mod sham;
mod spelling;
mod teach;

pub(super) use spelling::{
    ANNOTATION, EndMarker, Forgiven, HeredocEnd, SPELLINGS, Spelling, Words, is_id, of_dialect,
};
pub use teach::{Teach, taught};
