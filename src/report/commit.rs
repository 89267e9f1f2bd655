//! Ids of commits as they are shown.

/// How many digits are shown: enough to stay unique for long.
const ABBREVIATED: usize = 10;

/// The beginning of a commit's id.
pub(super) fn abbreviated(commit: &str) -> &str {
    commit.get(..ABBREVIATED).unwrap_or(commit)
}
