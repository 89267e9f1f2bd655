//! Whose the commits of a session are.

use bstr::ByteSlice;

use crate::git::{CommitData, GitError, ObjectId, Repo};

use super::Message;

/// The trailer that names a commit's transaction.
const TRANSACTION: &[u8] = b"Clada-Transaction:";
/// How the subject of a snapshot begins.
const SNAPSHOT: &str = "clada: snapshot before ";

/// Whose a commit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommitKind {
    /// A response's.
    Response,
    /// The user's edits that stood in the way of a response, which comes next.
    Snapshot,
    /// The user's own.
    Own,
}

/// A commit of a session.
#[derive(Clone, Debug)]
pub struct SessionCommit {
    /// The commit.
    pub data: CommitData,
    /// Whose it is.
    pub kind: CommitKind,
}

impl SessionCommit {
    /// A commit, and whose it is by its message.
    #[must_use]
    pub fn of(data: CommitData) -> Self {
        let message = Message::split(&data.message);
        let ours = message.trailers.iter().any(|line| line.starts_with(TRANSACTION));
        let kind = match (ours, data.subject().starts_with(SNAPSHOT)) {
            (false, _) => CommitKind::Own,
            (true, true) => CommitKind::Snapshot,
            (true, false) => CommitKind::Response,
        };
        Self { data, kind }
    }

    /// Its id and subject, as a list of commits has them.
    #[must_use]
    pub fn shown(&self) -> String {
        shown(&self.data)
    }
}

/// A commit's abbreviated id and its subject.
pub fn shown(data: &CommitData) -> String {
    format!("{} {}", data.id.to_hex_with_len(10), data.subject().as_bytes().to_str_lossy())
}

/// The commits that can be reached from `tip` and from none of `hidden`, the earliest first.
pub fn commits_of(
    repo: &Repo,
    tip: ObjectId,
    hidden: &[ObjectId],
) -> Result<Vec<SessionCommit>, GitError> {
    let mut commits = repo.commits_not_in(tip, hidden)?;
    commits.reverse();
    Ok(commits.into_iter().map(SessionCommit::of).collect())
}
