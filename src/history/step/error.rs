//! Why there was no step.

use super::super::session::PREFIX;

/// Why HEAD did not move along its session, or an operation was refused where HEAD has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// HEAD is on no session.
    #[error("HEAD is {head}, which is no session")]
    NoSession {
        /// Where it is.
        head: String,
        /// The session's branch that was left while stepped back, or on which edits wait.
        left: Option<String>,
    },
    /// HEAD is stepped back, and the operation makes no sense there.
    #[error("{action} refused: HEAD is stepped back from `{}`", short(.branch))]
    SteppedBack {
        /// The operation.
        action: &'static str,
        /// The session's branch.
        branch: String,
    },
    /// Edits wait for the session, which would have no place to come back to.
    #[error("{action} refused: edits wait for `{}`: {}", short(.branch), .paths.join(", "))]
    EditsWait {
        /// The operation.
        action: &'static str,
        /// The session's branch.
        branch: String,
        /// Where.
        paths: Vec<String>,
    },
    /// There are fewer commits.
    #[error("cannot go {wanted} {}: {}", commits(*.wanted, direction(*.end)), counted(*.there, *.end))]
    TooFar {
        /// How many were asked for.
        wanted: usize,
        /// How many there are.
        there: usize,
        /// What is met then.
        end: End,
    },
    /// The session's branch is gone.
    #[error("the branch `{}`, from which HEAD is stepped back, is gone", short(.branch))]
    BranchGone {
        /// The branch.
        branch: String,
        /// Where it was when the log spoke of it last.
        last: Option<String>,
    },
    /// HEAD has been moved to where no step led.
    #[error("HEAD is at {head}, which is not on the way to `{}`", short(.branch))]
    Strayed {
        /// Where HEAD is.
        head: String,
        /// The session's branch.
        branch: String,
    },
    /// The session's branch is checked out in another worktree.
    #[error("`{}` is checked out in another worktree", short(.0))]
    CheckedOutElsewhere(String),
}

/// Where the commits end that can be stepped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the commit that the session began at.
    Base,
    /// At the first commit of the history.
    Root,
    /// At the session's last commit.
    Tip,
}

impl StepError {
    /// Whether edits wait, or a session that HEAD is stepped back from.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        !matches!(self, Self::NoSession { left: None, .. })
    }

    /// What to do instead.
    #[must_use]
    pub fn way_on(&self) -> String {
        match self {
            Self::NoSession { left: Some(branch), .. } => format!(
                "`git switch {0}`, then `git clada forward --tip` brings back what waits there",
                short(branch)
            ),
            Self::NoSession { left: None, .. } => "`git clada apply` starts a session, \
                 `git switch clada/NAME` goes to one;\n\
                 `git switch --detach HEAD~1` looks at an earlier commit of any branch"
                .to_owned(),
            Self::SteppedBack { branch, .. } => format!(
                "`git clada forward --tip` goes back to `{}`;\n\
                 `git clada session fork` starts a session where HEAD stands",
                short(branch)
            ),
            Self::EditsWait { branch, .. } => {
                format!("on `{}`, `git clada forward --tip` brings them back first", short(branch))
            }
            Self::TooFar { there: 0, end: End::Base | End::Root, .. } => {
                "`git switch --detach COMMIT` looks at any other commit".to_owned()
            }
            Self::TooFar { there, end: End::Base | End::Root, .. } => format!(
                "`git clada back {there}` goes as far as that; \
                 `git switch --detach COMMIT` looks at any other commit"
            ),
            Self::TooFar { end: End::Tip, .. } => {
                "`git clada forward --tip` goes as far as that".to_owned()
            }
            Self::BranchGone { branch, last: Some(commit) } => format!(
                "`git branch {0} {commit}` brings it back, then `git clada forward --tip`;\n\
                 `git clada session fork` starts a session where HEAD stands",
                short(branch)
            ),
            Self::BranchGone { last: None, .. } => {
                "`git clada session fork` starts a session where HEAD stands".to_owned()
            }
            Self::Strayed { branch, .. } => format!(
                "`git switch -c NAME` keeps commits that were made there;\n\
                 `git switch {0}`, then `git clada forward --tip` brings back what waits there",
                short(branch)
            ),
            Self::CheckedOutElsewhere(_) => {
                "`git worktree list` tells where; switch to another branch there".to_owned()
            }
        }
    }
}

/// A branch as people write it.
pub(super) fn short(branch: &str) -> &str {
    branch.strip_prefix("refs/heads/").unwrap_or(branch)
}

/// Whether a branch is a session's.
pub(super) fn is_session(branch: &str) -> bool {
    branch.starts_with(PREFIX)
}

fn direction(end: End) -> &'static str {
    match end {
        End::Base | End::Root => "back",
        End::Tip => "forward",
    }
}

fn commits(count: usize, which: &str) -> String {
    if count == 1 { format!("commit {which}") } else { format!("commits {which}") }
}

fn counted(count: usize, end: End) -> String {
    let end = match end {
        End::Base => "the session's base",
        End::Root => "the first commit",
        End::Tip => "the session's tip",
    };
    match count {
        0 => format!("HEAD is at {end}"),
        1 => format!("there is 1 from HEAD to {end}"),
        _ => format!("there are {count} from HEAD to {end}"),
    }
}
