//! Undo and redo: going from one side of a recorded operation to the other, exactly.

mod check;
mod choose;
mod plan;

pub(super) use check::in_the_way;
pub use choose::{next_redo, next_undo, undone};
pub use plan::{Direction, Journey};
