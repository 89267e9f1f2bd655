//! Taking back what an operation changed by a new commit, however much was done since.

mod message;
mod prepare;

pub use prepare::{Reverting, revert};
