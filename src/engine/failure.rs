//! Why nothing was applied.

use crate::git::GitError;
use crate::history::{ContextError, HistoryError};
use crate::policy::{ApprovalError, GateError};

use super::hooks::HooksError;

/// Why nothing was applied. The user's files, index and refs are as they were.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// A failure of the repository, or of the transaction.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A root that cannot be used.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// All blocks were to succeed, and some did not.
    #[error("{missed}, and all or none were asked for")]
    Atomic {
        /// How many blocks failed, in words.
        missed: String,
    },
    /// The user wants nothing of the response.
    #[error("stopped: nothing of the response was applied")]
    Quit,
    /// A command of the user's own says no.
    #[error("the `clada.beforeApply` command `{line}` ended with {failed}{}", quoted(.said))]
    Before {
        /// The command.
        line: String,
        /// How it failed.
        failed: String,
        /// What it printed.
        said: String,
    },
    /// The repository's own hooks did not let it be committed.
    #[error("{why}")]
    Verify {
        /// Why, and what they said.
        why: String,
    },
    /// A signal asked the process to end.
    #[error("stopped by {}: nothing of the response was applied", signal_name(*.signal))]
    Interrupted {
        /// The signal's number.
        signal: i32,
    },
    /// The list of allowed commands cannot be read or written.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The working context cannot be read or written.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// Hooks cannot be installed or removed.
    #[error(transparent)]
    Hooks(#[from] HooksError),
    /// What was asked for outside a response failed; none of it was done.
    #[error("cannot {what}")]
    NotDone {
        /// What was asked for.
        what: &'static str,
        /// Why not, a line each.
        problems: Vec<String>,
        /// Whether a path lies outside the allowed roots.
        outside: bool,
    },
}

impl From<GitError> for EngineError {
    fn from(error: GitError) -> Self {
        Self::History(error.into())
    }
}

/// What a command printed, behind how it failed.
pub(super) fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(":\n{said}") }
}

/// What people call a signal that asks a process to end.
fn signal_name(signal: i32) -> String {
    match signal {
        1 => "SIGHUP".to_owned(),
        2 => "Ctrl-C (SIGINT)".to_owned(),
        15 => "SIGTERM".to_owned(),
        other => format!("signal {other}"),
    }
}

impl EngineError {
    /// The message and what caused it, on one line: `fatalError`.
    #[must_use]
    pub fn chain(&self) -> String {
        let mut text = self.to_string();
        let mut last = text.clone();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            let message = error.to_string();
            if message != last {
                text.push_str(": ");
                text.push_str(&message);
            }
            last = message;
            cause = error.source();
        }
        text
    }
}
