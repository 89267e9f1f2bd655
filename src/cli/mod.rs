//! cli.

/// Runs.
#[must_use]
pub fn main() -> u8 {
    0
}
