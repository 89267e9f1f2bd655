//! git.

pub mod index;
