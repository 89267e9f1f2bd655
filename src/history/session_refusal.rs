//! Why a session was not squashed, landed or dropped.

/// Why a session was not squashed, landed or dropped. Nothing was touched.
#[derive(Debug, thiserror::Error)]
pub enum SessionRefusal {
    /// HEAD is on no session, and none was named.
    #[error("{at} is no session")]
    NoSession {
        /// Where HEAD stands.
        at: String,
        /// What was to be done: `squash`, `land` or `drop`.
        what: &'static str,
        /// The sessions that there are.
        sessions: Vec<String>,
    },
    /// There is no session of that name.
    #[error("there is no session `{name}`")]
    Unknown {
        /// The name.
        name: String,
        /// The sessions that there are.
        sessions: Vec<String>,
    },
    /// HEAD is some steps back.
    #[error("HEAD is stepped back on the session `{session}`")]
    SteppedBack {
        /// The session.
        session: String,
    },
    /// Nobody knows where the session began.
    #[error("the log does not know where the session `{session}` began")]
    NoBase {
        /// The session.
        session: String,
        /// What was to be done.
        what: &'static str,
    },
    /// The session began on a detached HEAD.
    #[error("the session `{session}` began on a detached HEAD: there is no branch to land on")]
    NoBranch {
        /// The session.
        session: String,
        /// The commit that it began at.
        base: String,
    },
    /// The branch that the session began on is no more.
    #[error("the branch `{branch}` that the session `{session}` began on is gone")]
    BaseGone {
        /// The session.
        session: String,
        /// The branch.
        branch: String,
        /// The commit that it began at.
        base: String,
    },
    /// HEAD is neither on the session nor on its base.
    #[error("the session `{session}` is not checked out here")]
    NotHere {
        /// The session.
        session: String,
        /// The branch to be on.
        branch: String,
        /// The worktree that is on that branch already, if there is one.
        at: Option<String>,
    },
    /// Another worktree is on the session.
    #[error("the session `{session}` is checked out in `{path}`")]
    Elsewhere {
        /// The session.
        session: String,
        /// The worktree's top.
        path: String,
        /// What was to be done.
        what: &'static str,
    },
    /// A merge is among the commits that were to be squashed.
    #[error("a merge is among the session's commits, and squash cannot write it anew: {commit}")]
    Merge {
        /// The merge.
        commit: String,
    },
    /// A commit cannot be moved to where joining would have it.
    #[error("{commit} cannot be moved, it contradicts what it would stand on: {}", paths.join(", "))]
    Replay {
        /// The commit.
        commit: String,
        /// Where.
        paths: Vec<String>,
    },
    /// Joining would have changed the files.
    #[error("joining the runs would change the files")]
    OtherTree,
    /// The base has commits that the session has not.
    #[error("`{branch}` has moved on since the session `{session}` began: no fast-forward")]
    NotFastForward {
        /// The session.
        session: String,
        /// The branch.
        branch: String,
    },
    /// The base and the session contradict each other.
    #[error("`{branch}` and `clada/{session}` changed the same: {}", paths.join(", "))]
    MergeConflict {
        /// The session.
        session: String,
        /// The branch.
        branch: String,
        /// Where.
        paths: Vec<String>,
    },
    /// The base and the session have no history in common.
    #[error("`{branch}` and `clada/{session}` have no history in common")]
    Unrelated {
        /// The session.
        session: String,
        /// The branch.
        branch: String,
    },
    /// The user's uncommitted edits are in the way.
    #[error("uncommitted edits are in the way")]
    Dirty {
        /// The paths, a line each, with how they are edited.
        paths: Vec<String>,
    },
    /// The session has commits of the user's own.
    #[error("the session `{session}` has {} of your own", counted(.commits.len()))]
    OwnCommits {
        /// The session.
        session: String,
        /// The commits.
        commits: Vec<String>,
    },
    /// The edits of a snapshot do not fit on the base.
    #[error("the edits that {snapshot} keeps do not fit on `{base}`: {}", paths.join(", "))]
    Snapshot {
        /// The snapshot.
        snapshot: String,
        /// The session.
        session: String,
        /// What they were to be put on.
        base: String,
        /// Where.
        paths: Vec<String>,
    },
}

impl SessionRefusal {
    /// What is in the way, a line each.
    #[must_use]
    pub fn details(&self) -> &[String] {
        if let Self::Dirty { paths: lines } | Self::OwnCommits { commits: lines, .. } = self {
            lines
        } else {
            &[]
        }
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "a commit".to_owned() } else { format!("{count} commits") }
}
