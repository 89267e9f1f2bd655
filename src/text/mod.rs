//! The response as text: its origin, its lines, places in it and what is said about them.
//!
//! The only layer that knows how a diagnostic is drawn (miette).

mod cut;
mod diagnostic;
mod draw;
mod excerpt;
mod marks;
mod position;
mod printable;
mod response;
mod span;

pub use diagnostic::{Code, Diagnostic, Label, Omitted, Place, Severity};
pub use draw::{DrawOptions, brief, draw};
pub use position::{Position, utf16_len};
pub(crate) use response::MAX_BYTES;
pub use response::{Response, ResponseError};
pub use span::{Span, Spanned};
