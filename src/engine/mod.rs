//! The flow in order: what a response asks for is planned, performed on an overlay and published.

pub mod perform;
