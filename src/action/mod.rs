//! BLOCKS → ACTIONS: the catalogue says which actions there are, validation says what is wrong
//! with a block, and lowering makes a typed action of a sound one. Touches nothing.

mod kind;

pub use kind::{Action, Kind, Text};
