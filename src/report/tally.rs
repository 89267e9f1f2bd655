//! How many actions went how, in numbers and in words.

use std::{collections::BTreeSet, fmt::Write as _};

use super::{ExecutionResult, ParseErrorEntry};

/// How many actions went how.
pub(crate) struct Tally {
    /// Succeeded.
    pub(crate) done: usize,
    /// Tried in vain.
    pub(crate) failed: usize,
    /// Passed over because of a failure.
    pub(crate) skipped: usize,
    /// Blocks that were never tried.
    pub(crate) rejected: usize,
    /// Headers that open no block, as something is wrong with them.
    pub(crate) headers: usize,
}

impl Tally {
    /// Counts the results, and what has errors: each block once, and each header that is none.
    pub(crate) fn of(result: &ExecutionResult) -> Self {
        let results = &result.results;
        let skipped = results.iter().filter(|result| result.skipped == Some(true)).count();
        let done = results.iter().filter(|result| result.success).count();
        let errors = &result.parse_errors;
        let blocks: BTreeSet<_> = errors.iter().filter_map(block_of).collect();
        let outside = errors.iter().filter(|error| error.block_start_line.is_none());
        let headers: BTreeSet<_> = outside.map(|error| error.error.line).collect();
        // Of very many errors not all are listed, so their blocks are those that were not tried.
        let rejected = match result.omitted_errors {
            0 => blocks.len(),
            _ => result.total_blocks.saturating_sub(results.len()),
        };
        Self {
            done,
            failed: results.len() - done - skipped,
            skipped,
            rejected,
            headers: headers.len(),
        }
    }

    /// How many blocks the response holds.
    pub(crate) fn all(&self) -> usize {
        self.done + self.failed + self.skipped + self.rejected
    }

    /// Whether there was nothing to try, and nothing that should have been a block.
    pub(crate) fn is_empty(&self) -> bool {
        self.all() == 0 && self.headers == 0
    }

    /// Whether nothing went wrong.
    pub(crate) fn is_clean(&self) -> bool {
        self.done == self.all() && self.headers == 0
    }

    /// `2 of 8 actions done, 4 failed, 1 skipped, 1 block rejected, 1 header rejected`.
    pub(crate) fn told(&self, dry_run: bool) -> String {
        let Self { done, failed, skipped, rejected, headers } = *self;
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
        for (count, what) in [(rejected, "block"), (headers, "header")] {
            if count > 0 {
                let _ = write!(told, ", {count} {what}{} rejected", plural(count));
            }
        }
        told
    }

    /// `3 of 8 blocks failed, 1 header was rejected`: what stands against all or none.
    pub(crate) fn missed(&self) -> String {
        let all = self.all();
        let missed = all - self.done;
        let mut told = Vec::new();
        if missed > 0 {
            told.push(format!("{missed} of {all} block{} failed", if all == 1 { "" } else { "s" }));
        }
        match self.headers {
            0 => {}
            1 => told.push("1 header was rejected".to_owned()),
            headers => told.push(format!("{headers} headers were rejected")),
        }
        told.join(", ")
    }
}

/// What tells the block of an error from others: several may stand in one line.
fn block_of(error: &ParseErrorEntry) -> Option<(usize, Option<&str>)> {
    Some((error.block_start_line?, error.block_id.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Entries, Gathered};
    use crate::syntax::parse;
    use crate::text::Response;

    fn rejected(text: &str) -> Tally {
        let response = Response::new("r.md", text.as_bytes().to_vec()).expect("valid");
        let parsed = parse(&response);
        let mut entries = Entries::new(&response, &parsed.blocks);
        parsed.problems.iter().for_each(|problem| entries.syntax(problem));
        let Gathered { errors, .. } = entries.finish();
        Tally::of(&ExecutionResult { parse_errors: errors, ..ExecutionResult::default() })
    }

    #[test]
    fn a_header_that_opens_no_block_is_not_counted_as_one() {
        let block = "#!SHAM [@three-char-SHA-256: abc]\n?\n!\n#!END_SHAM_abc\n";
        let tally = rejected(&format!("#!SHAM [@id: abc]\n{block}#!SHAM [@id: x]\n"));
        assert_eq!((tally.all(), tally.rejected, tally.headers), (1, 1, 2));
        let told = "0 of 1 action done, 1 block rejected, 2 headers rejected";
        assert_eq!(tally.told(false), told);
        assert_eq!(tally.missed(), "1 of 1 block failed, 2 headers were rejected");
    }

    #[test]
    fn headers_alone_are_neither_nothing_to_do_nor_all_well() {
        let tally = rejected("#!SHAM [@id: abc]\n");
        assert_eq!((tally.is_empty(), tally.is_clean()), (false, false));
        assert_eq!(tally.told(false), "0 actions done, 1 header rejected");
        let tally = rejected("nothing but prose\n");
        assert_eq!((tally.is_empty(), tally.is_clean()), (true, true));
    }
}
