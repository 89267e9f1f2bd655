//! The journal: what a transaction is about to do, on the disk before it begins to do it.
//!
//! Whoever finds one knows that a transaction was cut short, and has in it all that is needed to
//! finish it or to take it back. See `history::recover`.

mod entry;
mod store;

pub use entry::{Awaited, BarrierPart, GitPart, Journal, JournalDir};
pub use store::{JournalStore, Sealed};
