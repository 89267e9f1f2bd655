//! The hints of one response, and how much work they may be together.

use super::{
    missed::{self, Missed},
    repeated::Repeated,
};

/// How many bytes are looked at for the hints of one response. A file of 10 MiB is looked at
/// some thirty times; files as people write them, ten thousand times.
const WORK: usize = 512 * 1024 * 1024;

/// Makes the hints of one response. Pure: it says how an edit may be mended and mends none.
#[derive(Debug)]
pub struct Hints {
    left: usize,
}

impl Default for Hints {
    fn default() -> Self {
        Self { left: WORK }
    }
}

impl Hints {
    /// For no more than so much work.
    #[cfg(test)]
    pub(super) fn with_work(left: usize) -> Self {
        Self { left }
    }

    /// For a text that is not in a file.
    #[must_use]
    pub fn missed(&mut self, missed: &Missed<'_>) -> String {
        if self.left == 0 {
            return "so many edits miss their text in large files that this one was not \
                    looked at closer"
                .to_owned();
        }
        let told = missed::told(missed);
        self.left = self.left.saturating_sub(told.work);
        told.hint.trim_end_matches('\n').to_owned()
    }

    /// For a text that must be in a file once and is there several times.
    #[must_use]
    pub fn ambiguous(&mut self, repeated: &Repeated<'_>) -> String {
        let lines = repeated.lines();
        if self.left == 0 {
            return lines;
        }
        self.left = self.left.saturating_sub(repeated.content.len());
        format!("{lines}\n{}", repeated.contexts().trim_end_matches('\n'))
    }

    /// For a text that is in a file, but not as often as was said.
    #[must_use]
    pub fn miscounted(&self, repeated: &Repeated<'_>) -> String {
        repeated.lines()
    }
}
