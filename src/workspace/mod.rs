//! ACTIONS → EFFECTS: the overlay that actions run on, the set of changes that comes of it, and
//! the primitives by which a change set is written out.

mod above;
pub mod census;
mod change_set;
pub mod crossing;
pub mod disk;
mod entry;
mod fingerprint;
#[cfg(test)]
pub(crate) mod fixture;
mod fs_error;
mod ignores;
mod observe;
mod overlay;
pub mod process;
pub mod sandbox;
mod umask;
pub mod view;
mod walk;

pub use change_set::{Change, ChangeSet, FileState, Step};
pub use fingerprint::{Fingerprint, file_stat};
pub use fs_error::{Call, FsCode, FsError};
pub use overlay::{Content, EntryKind, Fate, Listed, MAX_TEXT, Measure, Overlay};
pub use umask::mode_of_new_executable;
pub use walk::{Passes, Walk};
