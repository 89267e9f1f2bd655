//! `git clada demo`: the tour, in a temporary repository.

mod tour;

pub use tour::{Args, run};
