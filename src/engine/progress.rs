//! How far an apply is, for whoever wants to see it.

use std::fmt;
use std::sync::Arc;

/// How far an apply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many actions have been tried.
    pub done: usize,
    /// How many there are.
    pub total: usize,
}

/// Is told of each step, in the thread that applies; nobody by default.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<dyn Fn(Step)>>);

impl Progress {
    /// Tells that function.
    #[must_use]
    pub fn to(told: impl Fn(Step) + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    pub(super) fn tell(&self, step: Step) {
        if let Some(told) = &self.0 {
            told(step);
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Progress(told)" } else { "Progress(nobody)" })
    }
}
