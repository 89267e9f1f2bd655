//! Why the view or the sandbox cannot be had.

use std::fmt::Display;

/// What was tried, and what the system says.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) what: String,
    pub(super) why: String,
}

impl Stop {
    pub(super) fn new(what: impl Into<String>, why: impl Display) -> Self {
        Self { what: what.into(), why: why.to_string() }
    }
}

/// Says what was tried when something failed.
pub(super) trait Trying<T> {
    fn trying(self, what: &str) -> Result<T, Stop>;
}

impl<T, E: Display> Trying<T> for Result<T, E> {
    fn trying(self, what: &str) -> Result<T, Stop> {
        self.map_err(|error| Stop::new(what, error))
    }
}
