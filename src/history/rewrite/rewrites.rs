//! What has become of commits, as the log tells it.

use std::collections::{BTreeSet, HashMap};

use crate::git::ObjectId;

use super::super::operation::Rewritten;
use super::super::{HistoryError, OpLog, Operation, Recorded};

/// What has become of commits since a record was made.
#[derive(Clone, Debug, Default)]
pub struct Rewrites(HashMap<ObjectId, ObjectId>);

impl Rewrites {
    /// What the log tells that is newer than a record of it.
    pub fn since(log: &OpLog<'_>, recorded: &Recorded) -> Result<Self, HistoryError> {
        let mut rewrites = Self::default();
        for newer in log.iter() {
            let newer = newer?;
            if newer.commit == recorded.commit {
                break;
            }
            rewrites.add(&newer.operation.rewritten);
        }
        Ok(rewrites)
    }

    /// All that the logs of the repository tell. What was landed is rewritten in another worktree
    /// than that in which it was made.
    pub fn known(log: &OpLog<'_>) -> Result<Self, HistoryError> {
        let mut found: Vec<Operation> = Vec::new();
        for log in std::iter::once(log).chain(&log.others()?) {
            for recorded in log.iter() {
                let operation = recorded?.operation;
                found.extend(Some(operation).filter(|found| !found.rewritten.is_empty()));
            }
        }
        // The newest first; each log is in its own order already, which a stable sort keeps.
        found.sort_by_key(|operation| std::cmp::Reverse(operation.time.seconds));
        let mut rewrites = Self::default();
        for operation in &found {
            rewrites.add(&operation.rewritten);
        }
        Ok(rewrites)
    }

    /// Adds what an operation tells that is older than those before.
    pub fn add(&mut self, rewritten: &[Rewritten]) {
        for rewritten in rewritten {
            let now = self.now(rewritten.after);
            self.0.entry(rewritten.before).or_insert(now);
        }
    }

    /// The commit that stands in the place of one; that one itself where it was not rewritten.
    #[must_use]
    pub fn now(&self, commit: ObjectId) -> ObjectId {
        self.0.get(&commit).copied().unwrap_or(commit)
    }

    /// The commits in whose place that one stands, itself among them.
    #[must_use]
    pub fn were(&self, commit: ObjectId) -> BTreeSet<ObjectId> {
        let before = self.0.iter().filter(|(_, now)| **now == commit).map(|(before, _)| *before);
        before.chain([commit]).collect()
    }

    /// Whether nothing was rewritten.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::content_id;

    fn id(name: &str) -> ObjectId {
        content_id(name.as_bytes()).expect("an id")
    }

    fn rewrites(newest_first: &[&[(&str, &str)]]) -> Rewrites {
        let mut rewrites = Rewrites::default();
        for pairs in newest_first {
            let pair =
                |(before, after): &(&str, &str)| Rewritten { before: id(before), after: id(after) };
            rewrites.add(&pairs.iter().map(pair).collect::<Vec<_>>());
        }
        rewrites
    }

    #[test]
    fn a_commit_is_followed_through_all_that_became_of_it() {
        let found = rewrites(&[&[("b", "c"), ("y", "c")], &[("a", "b"), ("x", "y")]]);
        assert_eq!(
            [found.now(id("a")), found.now(id("x")), found.now(id("z"))],
            [id("c"), id("c"), id("z")]
        );
        let were: BTreeSet<ObjectId> = ["a", "b", "c", "x", "y"].map(id).into();
        assert_eq!(found.were(id("c")), were);
    }

    #[test]
    fn the_newest_word_on_a_commit_counts() {
        assert_eq!(rewrites(&[&[("a", "c")], &[("a", "b")]]).now(id("a")), id("c"));
    }
}
