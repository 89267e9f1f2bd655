//! The hooks as they are shipped, and how they are known again.

use std::fmt;

/// What stands before a hook's name on the line by which it is known.
const MARK: &str = "# git-clada hook: ";
/// What stands between the name and the number.
const VERSION: &str = ", version ";

/// A hook of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// Responses that are staged must be sound.
    PreCommit,
    /// Sessions are not pushed.
    PrePush,
    /// The log knows what became of commits.
    PostRewrite,
    /// Our trailers stay whole, and last.
    CommitMsg,
}

/// What stands where a hook belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Ours, to the byte.
    Ours,
    /// Ours, of another version or edited since.
    Edited,
    /// Somebody else's.
    Foreign,
}

impl Hook {
    /// All of them, in the order in which git comes to them.
    pub const ALL: [Self; 4] = [Self::PreCommit, Self::CommitMsg, Self::PostRewrite, Self::PrePush];

    /// The name by which git runs it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PreCommit => "pre-commit",
            Self::PrePush => "pre-push",
            Self::PostRewrite => "post-rewrite",
            Self::CommitMsg => "commit-msg",
        }
    }

    /// What it is for, in a few words.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        match self {
            Self::PreCommit => "checks the responses that are staged",
            Self::PrePush => "keeps sessions from being pushed",
            Self::PostRewrite => "tells the log of amended and rebased commits",
            Self::CommitMsg => "keeps git-clada's trailers whole, and last",
        }
    }

    /// The script that git runs.
    #[must_use]
    pub fn script(self) -> &'static str {
        match self {
            Self::PreCommit => include_str!("../../../hooks/pre-commit"),
            Self::PrePush => include_str!("../../../hooks/pre-push"),
            Self::PostRewrite => include_str!("../../../hooks/post-rewrite"),
            Self::CommitMsg => include_str!("../../../hooks/commit-msg"),
        }
    }

    /// What a file in its place is.
    #[must_use]
    pub fn judge(self, content: &[u8]) -> Script {
        if content == self.script().as_bytes() {
            Script::Ours
        } else if version(content).is_some() {
            Script::Edited
        } else {
            Script::Foreign
        }
    }
}

impl fmt::Display for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The version that a script of ours names, edited or not; none of somebody else's.
#[must_use]
pub fn version(content: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(content).ok()?;
    let mark = text.lines().find_map(|line| line.strip_prefix(MARK))?;
    mark.split_once(VERSION)?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_is_known_by_its_bytes_and_an_edited_one_by_its_mark() {
        for hook in Hook::ALL {
            let script = hook.script();
            assert!(script.contains(&format!("{MARK}{hook}{VERSION}")), "{hook}");
            assert_eq!(hook.judge(script.as_bytes()), Script::Ours);
            let edited = format!("{script}# mine\n");
            assert_eq!(hook.judge(edited.as_bytes()), Script::Edited);
            assert_eq!(version(edited.as_bytes()), Some(1));
            assert_eq!(hook.judge(b"#!/bin/sh\nexit 0\n"), Script::Foreign);
        }
        assert_eq!(version(b"\xff"), None);
    }
}
