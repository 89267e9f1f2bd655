//! A command in the worktree itself: the pending files are written out before it, and when it has
//! ended the worktree is put back as it was, so that what it left joins the overlay just as what a
//! command leaves in a view.
//!
//! While a barrier is open the journal names a snapshot of the worktree, which a ref keeps; whoever
//! finds that journal puts the worktree back. So a barrier is a publishing that is always taken back.

mod cut_short;
mod differences;
mod found;
mod open;
mod put_back;
mod recovery;
mod running;
mod snapshot;
#[cfg(test)]
mod tests;

pub(super) use cut_short::{leave, moved};
pub use found::{Dropped, Found, forget_dropped, keep_cut_short, old_dropped};
pub use open::{Barrier, BarrierError, Closed, Opening};
pub(super) use recovery::{TakenBack, let_go, take_back};
pub(super) use running::wait_for_command;
pub use snapshot::Snapshot;
