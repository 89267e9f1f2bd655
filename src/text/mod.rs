//! The response as text: its origin, its lines, places in it and what is said about them.
//!
//! The only layer that knows how a diagnostic is drawn (miette).

mod diagnostic;
mod response;
mod span;

pub use diagnostic::{Code, Diagnostic, Label, Place, Severity};
pub use response::{Response, ResponseError};
pub use span::{Span, Spanned};
