//! Linked worktrees that operations make and remove.
//!
//! [`NewWorktree`] and [`LeavingWorktree`] are worked out while an operation is prepared, and
//! given to it; where it is published, they are made whole or removed with it.

mod change;
mod leaving;
mod new;

pub use change::WorktreeChange;
pub use leaving::LeavingWorktree;
pub use new::{NewWorktree, discard};
