//! How many actions went how, in numbers and in words.

use std::{collections::BTreeSet, fmt::Write as _};

use super::ExecutionResult;

/// How many actions went how.
pub(super) struct Tally {
    /// Succeeded.
    pub(super) done: usize,
    /// Tried in vain.
    pub(super) failed: usize,
    /// Passed over because of a failure.
    pub(super) skipped: usize,
    /// Blocks that were never tried.
    pub(super) rejected: usize,
}

impl Tally {
    /// Counts the results and the blocks with errors, each block once.
    pub(super) fn of(result: &ExecutionResult) -> Self {
        let results = &result.results;
        let skipped = results.iter().filter(|result| result.skipped == Some(true)).count();
        let done = results.iter().filter(|result| result.success).count();
        let blocks: BTreeSet<_> =
            result.parse_errors.iter().map(|error| error.block_start_line).collect();
        Self { done, failed: results.len() - done - skipped, skipped, rejected: blocks.len() }
    }

    pub(super) fn all(&self) -> usize {
        self.done + self.failed + self.skipped + self.rejected
    }

    /// `2 of 8 actions done, 4 failed, 1 skipped, 1 block rejected`.
    pub(super) fn told(&self, dry_run: bool) -> String {
        let Self { done, failed, skipped, rejected } = *self;
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let would = if dry_run { "would be done" } else { "done" };
        let all = self.all();
        let mut told = if done == all {
            format!("{done} action{} {would}", plural(done))
        } else {
            format!("{done} of {all} action{} {would}", plural(all))
        };
        for (count, what) in [(failed, "failed"), (skipped, "skipped")] {
            if count > 0 {
                let _ = write!(told, ", {count} {what}");
            }
        }
        if rejected > 0 {
            let _ = write!(told, ", {rejected} block{} rejected", plural(rejected));
        }
        told
    }
}
