//! What is made of the command line's own description: man pages and completions.

mod candidates;
pub mod completion;
pub mod manual;
mod prose;

pub use completion::{Candidate, candidates};
pub use manual::pages;
