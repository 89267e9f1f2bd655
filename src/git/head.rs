//! Where HEAD stands.

use gix::ObjectId;

/// Where HEAD stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// On a branch, which is unborn where it has no commit.
    Branch {
        /// The ref's full name, such as `refs/heads/main`.
        name: String,
        /// What it points at.
        commit: Option<ObjectId>,
    },
    /// On a commit.
    Detached {
        /// The commit.
        commit: ObjectId,
    },
}

impl Head {
    /// The commit that HEAD stands on; `None` on an unborn branch.
    #[must_use]
    pub fn commit(&self) -> Option<ObjectId> {
        match self {
            Self::Branch { commit, .. } => *commit,
            Self::Detached { commit } => Some(*commit),
        }
    }

    /// The branch's full name.
    #[must_use]
    pub fn branch(&self) -> Option<&str> {
        match self {
            Self::Branch { name, .. } => Some(name),
            Self::Detached { .. } => None,
        }
    }

    /// The branch without `refs/heads/`, or the commit in hexadecimal.
    #[must_use]
    pub fn short_name(&self) -> String {
        match self {
            Self::Branch { name, .. } => {
                name.strip_prefix("refs/heads/").unwrap_or(name).to_owned()
            }
            Self::Detached { commit } => commit.to_string(),
        }
    }

    /// What the HEAD file holds: `ref: refs/heads/main`, or a commit in hexadecimal.
    #[must_use]
    pub fn content(&self) -> String {
        match self {
            Self::Branch { name, .. } => format!("ref: {name}"),
            Self::Detached { commit } => commit.to_string(),
        }
    }
}
