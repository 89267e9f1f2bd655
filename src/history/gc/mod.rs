//! Forgetting old operations, and removing what waits to be removed.

mod keep;
mod trash;
mod trim;

pub use trash::empty_trash;
pub use trim::Trimming;
