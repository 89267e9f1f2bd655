//! The response as text: its origin, its lines, places in it and what is said about them.
//!
//! The only layer that knows how a diagnostic is drawn (miette).

mod diagnostic;
mod position;
mod response;
mod span;

pub use diagnostic::{Code, Diagnostic, Label, Place, Severity};
pub use position::{Position, utf16_len};
pub use response::{Response, ResponseError};
pub use span::{Span, Spanned};
