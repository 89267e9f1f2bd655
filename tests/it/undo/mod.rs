//! What is the user's stays the user's, and what was applied can be taken back, bit for bit.

mod attributes;
mod carried;
mod carried_and_changed;
mod force;
mod identity;
mod ignored_files;
mod kinds_of_files;
mod merge;
mod refusals;
mod replaced_files;
pub(crate) mod round_trip;
mod several;
mod surroundings;
mod work_in_other_files;
mod work_in_touched_files;
