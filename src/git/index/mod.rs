//! git's index, read and changed as bytes.
//!
//! An index of 100,000 entries is some 9 MB, of which a transaction touches a few hundred bytes.
//! So it is never decoded into owned entries: one pass over the bytes ([`IndexBytes::scan`]) finds
//! the wanted places, and [`patch`] puts a new index together of spans of the old one. All that
//! git keeps in the file stays in it as far as it is still true. Whoever puts the new file in place
//! has to see to its mtime, see [`latest_mtime`].
//!
//! The format is that of git's `Documentation/gitformat-index.adoc`, versions 2, 3 and 4, with
//! either hash. Of split and sparse indexes git makes whole ones first: see [`IndexForm`].

mod bytes;
mod cache_tree;
mod cache_tree_nodes;
mod entry;
mod error;
mod extensions;
mod form;
mod kept;
mod layout;
mod patch;
mod patched;
mod racy;
mod scan;
mod splice;
mod stat;
mod untracked;
mod walk;

pub use bytes::{IndexBytes, IndexOptions, Version};
pub use cache_tree::TreeChange;
pub use entry::{Edit, Entry, EntryFlags, NewEntry};
pub use error::IndexError;
pub use form::IndexForm;
pub use patch::{PatchOptions, patch};
pub use patched::Patched;
pub use racy::latest_mtime;
pub use scan::Scan;
pub use stat::IndexStat;
