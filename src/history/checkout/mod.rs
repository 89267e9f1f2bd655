//! Taking the worktree and the index from one tree to another, touching only what differs.
//!
//! [`Checkout::look`] finds what stands at the paths that differ, and what of that is the user's
//! own; its caller decides what becomes of those. [`Checkout::effects`] says what is to be
//! written; only a published transaction writes it.

mod carry;
mod effects;
mod look;
mod obstacles;

pub use effects::{Effects, dirs_between};
pub use look::{Checkout, Place, Route, Target, agrees};
pub use obstacles::obstacles;
