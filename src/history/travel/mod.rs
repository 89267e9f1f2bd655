//! Undo and redo: going back to where a recorded operation began, or forward again.
//!
//! Exactly, where everything still is as it was left; otherwise not at all, unless the user says
//! what is to become of what has changed since: [`Manner`].

mod check;
mod choose;
mod directories;
mod journey;
mod manner;
mod merge;
mod opened;
mod stop;
mod way;

pub(super) use check::in_the_way;
pub use choose::{Leg, next_redo, next_undo, undone};
pub use journey::{Journey, Travelling};
pub use manner::{Direction, Manner};
