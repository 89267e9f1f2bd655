//! What kinds of operations there are.

use serde::{Deserialize, Serialize};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OperationKind {
    /// A response was applied.
    Apply,
    /// An operation was taken back.
    Undo,
    /// An operation that was taken back was done again.
    Redo,
    /// What an operation changed was taken back by a new commit.
    Revert,
    /// Commits of the session became fewer.
    Squash,
    /// HEAD went to an earlier commit of the session.
    Back,
    /// HEAD went towards the session's tip.
    Forward,
    /// The base branch took the session's commits.
    Land,
    /// The session ended without its commits.
    Drop,
    /// What an interrupted operation left was finished or taken back.
    Recover,
    /// git put other commits in the place of ours.
    Rewrite,
    /// A session began.
    SessionStart,
    /// HEAD went to another session.
    SessionSwitch,
    /// A session began where another one stands.
    SessionFork,
}

impl OperationKind {
    /// The words for it, as the command is called.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Apply => "apply",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Revert => "revert",
            Self::Squash => "squash",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::Land => "land",
            Self::Drop => "drop",
            Self::Recover => "recover",
            Self::Rewrite => "rewrite",
            Self::SessionStart => "session start",
            Self::SessionSwitch => "session switch",
            Self::SessionFork => "session fork",
        }
    }

    /// The words with their article: `an apply`.
    #[must_use]
    pub fn with_article(self) -> String {
        let word = self.as_str();
        let article = if word.starts_with(['a', 'u']) { "an" } else { "a" };
        format!("{article} {word}")
    }

    /// Whether it takes back or does again what another operation did.
    #[must_use]
    pub fn travels(self) -> bool {
        matches!(self, Self::Undo | Self::Redo)
    }

    /// Whether undo takes it back: an undo, redo or recover is none of these, nor is what git did.
    #[must_use]
    pub fn can_be_undone(self) -> bool {
        !self.travels() && !matches!(self, Self::Recover | Self::Rewrite)
    }
}
