//! Stepping back from a session's tip and forward again, and the edits that wait meanwhile.

mod error;
mod merge;
mod stash;
mod stride;
mod way;

pub use error::StepError;
pub use merge::{Conflict, ConflictKind};
pub use stride::{Arrival, Stride, Striding};
pub use way::{Way, refuse_stepped_back, refuse_while_edits_wait};
