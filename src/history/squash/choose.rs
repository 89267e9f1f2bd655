//! Which commits are squashed.

use bstr::ByteSlice;

use crate::base::Timestamp;

use super::super::session_commits::{CommitKind, SessionCommit};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Which of the responses' commits are squashed, and what the message is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquashMode {
    /// All; the message sums them up.
    AutoAi,
    /// All; the message is their messages joined.
    AiMessages,
    /// Those of the last hours.
    Hours(u32),
    /// Those of the last days.
    Days(u32),
    /// Those whose message contains a text.
    Contains(String),
}

/// What is squashed, and how.
#[derive(Clone, Debug)]
pub struct SquashOptions {
    /// Which commits.
    pub mode: SquashMode,
    /// Whether runs that other commits separate stay apart.
    pub contiguous_only: bool,
    /// Whether the commits of the user's edits before responses stay.
    pub keep_snapshots: bool,
    /// The message's text.
    pub message: Option<String>,
}

/// Whether each commit is to be squashed. A snapshot goes with the response that it came before.
pub fn chosen(commits: &[SessionCommit], options: &SquashOptions, now: Timestamp) -> Vec<bool> {
    let mut marks = vec![false; commits.len()];
    let mut above = false;
    for (mark, commit) in marks.iter_mut().zip(commits).rev() {
        *mark = match commit.kind {
            CommitKind::Response => matches(commit, &options.mode, now),
            CommitKind::Snapshot => above && !options.keep_snapshots,
            CommitKind::Own => false,
        };
        above = *mark && commit.kind == CommitKind::Response;
    }
    marks
}

fn matches(commit: &SessionCommit, mode: &SquashMode, now: Timestamp) -> bool {
    let age = now.seconds.saturating_sub(commit.data.author.time.seconds);
    match mode {
        SquashMode::AutoAi | SquashMode::AiMessages => true,
        SquashMode::Hours(hours) => age <= i64::from(*hours) * HOUR,
        SquashMode::Days(days) => age <= i64::from(*days) * DAY,
        SquashMode::Contains(text) => commit.data.message.contains_str(text),
    }
}
