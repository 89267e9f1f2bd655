//! Making one transaction of what a response did to the overlay.

mod commits;
mod encoding;
mod request;
mod touched;

pub use request::{Applying, Landed, Request};
