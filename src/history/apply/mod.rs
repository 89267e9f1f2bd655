//! Making one transaction of what a response did to the overlay.

mod commits;
mod encoding;
mod foreseen;
mod request;
mod touched;

pub use foreseen::{Foreseen, foresee};
pub use request::{Applying, Landed, Request};
