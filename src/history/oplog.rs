//! The operation log: a chain of commits under `refs/clada/log/`, one an operation.
//!
//! Each commit's tree holds `op.json` and what the operation had to do with; its parents are the
//! operation before and the commits that must not be lost. So git itself keeps it and reads it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::base::TransactionId;
use crate::git::{LinkedWorktree, ObjectId, Repo};

use super::operation::{SessionRecord, Standing, VERSION};
use super::{HistoryError, Operation, Rewrites};

/// What the main worktree is called in the log's ref.
const MAIN: &str = "main";
/// Below which refs there are logs.
const LOGS: [&str; 2] = ["refs/clada/log/", "refs/clada/linked/"];

/// The log of one worktree.
pub struct OpLog<'r> {
    repo: &'r Repo,
    name: String,
    tip: Option<ObjectId>,
}

/// An operation and the commit that records it.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The record's commit in the log.
    pub commit: ObjectId,
    /// The record.
    pub operation: Operation,
}

/// The part of `op.json` that tells whether the rest can be read.
#[derive(serde::Deserialize)]
struct Versioned {
    version: u32,
}

impl<'r> OpLog<'r> {
    /// Opens the log of the repository's worktree.
    pub fn open(repo: &'r Repo) -> Result<Self, HistoryError> {
        let name = match repo.worktree_id() {
            // A linked worktree may bear the name that the main one has here.
            Some(id) if id == MAIN => format!("refs/clada/linked/{id}"),
            Some(id) => format!("refs/clada/log/{id}"),
            None => format!("refs/clada/log/{MAIN}"),
        };
        let tip = repo.read_ref(&name)?;
        Ok(Self { repo, name, tip })
    }

    /// The log of that ref.
    pub fn of_ref(repo: &'r Repo, name: &str) -> Result<Self, HistoryError> {
        Ok(Self { repo, name: name.to_owned(), tip: repo.read_ref(name)? })
    }

    /// The logs of the repository's other worktrees, also of such as are gone.
    pub fn others(&self) -> Result<Vec<Self>, HistoryError> {
        let mut others = Vec::new();
        for prefix in LOGS {
            for (name, tip) in self.repo.refs_below(prefix)? {
                if name != self.name {
                    others.push(Self { repo: self.repo, name, tip: Some(tip) });
                }
            }
        }
        Ok(others)
    }

    /// The ids of the linked worktrees that operations made for the session of a branch.
    pub fn made_for(&self, branch: &str) -> Result<Vec<String>, HistoryError> {
        let mut made = Vec::new();
        for recorded in self.iter() {
            let after = recorded?.operation.worktree.after;
            made.extend(after.filter(|after| after.branch == branch).map(|after| after.id));
        }
        Ok(made)
    }

    /// The top of the worktree whose log it is; none where that is gone.
    pub fn worktree(&self) -> Result<Option<PathBuf>, HistoryError> {
        if self.is_of_main() {
            return Ok(self.repo.main_worktree());
        }
        Ok(self.linked_worktree()?.map(|linked| linked.path))
    }

    /// Opens the worktree whose log it is; none where that is gone.
    pub fn open_worktree(&self) -> Result<Option<Repo>, HistoryError> {
        if self.is_of_main() {
            return Ok(self.repo.main_worktree().map(|_| self.repo.open_main()).transpose()?);
        }
        let linked = self.linked_worktree()?.filter(LinkedWorktree::is_there);
        Ok(linked.map(|linked| self.repo.open_linked(&linked)).transpose()?)
    }

    fn is_of_main(&self) -> bool {
        self.name == format!("refs/clada/log/{MAIN}")
    }

    fn linked_worktree(&self) -> Result<Option<LinkedWorktree>, HistoryError> {
        let mut linked = self.repo.linked_worktrees()?.into_iter();
        let id = self.name.rsplit('/').next();
        Ok(linked.find(|linked| Some(linked.id.as_str()) == id))
    }

    /// The session of a branch, as the newest record has it that names it.
    pub fn session_on(&self, branch: &str) -> Result<Option<SessionRecord>, HistoryError> {
        for recorded in self.iter() {
            let session = recorded?.operation.session;
            if let Some(session) = session.filter(|session| session.branch == branch) {
                return Ok(Some(session));
            }
        }
        Ok(None)
    }

    /// The log's ref.
    #[must_use]
    pub fn ref_name(&self) -> &str {
        &self.name
    }

    /// The newest record's commit.
    #[must_use]
    pub fn tip(&self) -> Option<ObjectId> {
        self.tip
    }

    /// What a ref of the repository points at now.
    pub fn read_ref(&self, name: &str) -> Result<Option<ObjectId>, HistoryError> {
        Ok(self.repo.read_ref(name)?)
    }

    /// What waits beside the commits: the newest record has it.
    pub fn standing(&self) -> Result<Standing, HistoryError> {
        let newest = self.iter().next().transpose()?;
        Ok(newest.map(|newest| newest.operation.standing.after).unwrap_or_default())
    }

    /// The operations, the newest first. Each is read when it is asked for.
    pub fn iter(&self) -> impl Iterator<Item = Result<Recorded, HistoryError>> + use<'_, 'r> {
        let mut next = self.tip;
        std::iter::from_fn(move || {
            let commit = next.take()?;
            let recorded = self.read(commit);
            next = recorded.as_ref().ok().and_then(|recorded| recorded.operation.previous);
            Some(recorded)
        })
    }

    /// The operation of that name, or of a name that begins so and no other's does, or the one
    /// that made the commit; and the log that has it: this one, or that of another worktree, which
    /// may be gone by now.
    /// A commit may have taken the place of the one that the operation made.
    pub fn find(self, name: &str) -> Result<(Self, Recorded), HistoryError> {
        let others = self.others()?;
        let rewrites = Rewrites::known(&self)?;
        let repo = self.repo;
        let logs: Vec<Self> = std::iter::once(self).chain(others).collect();
        let were = match repo.resolve_commit(name) {
            Ok(commit) if !rewrites.is_empty() => rewrites.were(commit),
            Ok(_) | Err(_) => BTreeSet::new(),
        };
        for log in logs {
            if let Some(found) = log.find_here(name)? {
                return Ok((log, found));
            }
            if !were.is_empty()
                && let Some(found) = log.of_commits(&were)?
            {
                return Ok((log, found));
            }
        }
        Err(HistoryError::NotFound(name.to_owned()))
    }

    fn find_here(&self, name: &str) -> Result<Option<Recorded>, HistoryError> {
        if TransactionId::looks_like(name)
            && let Some(found) = self.begins_with(name)?
        {
            return Ok(Some(found));
        }
        let Ok(commit) = self.repo.resolve_commit(name) else { return Ok(None) };
        self.of_commit(commit)
    }

    /// The operation whose id begins like that.
    fn begins_with(&self, name: &str) -> Result<Option<Recorded>, HistoryError> {
        let mut found = None;
        for recorded in self.iter() {
            let recorded = recorded?;
            let id = recorded.operation.id.as_str();
            if id == name {
                return Ok(Some(recorded));
            }
            if id.starts_with(name) && found.replace(recorded).is_some() {
                return Err(HistoryError::Ambiguous(name.to_owned()));
            }
        }
        Ok(found)
    }

    /// The operation that made a commit.
    pub fn of_commit(&self, commit: ObjectId) -> Result<Option<Recorded>, HistoryError> {
        self.of_commits(&BTreeSet::from([commit]))
    }

    /// The newest operation that made one of those commits.
    fn of_commits(&self, commits: &BTreeSet<ObjectId>) -> Result<Option<Recorded>, HistoryError> {
        for recorded in self.iter() {
            let recorded = recorded?;
            let operation = &recorded.operation;
            let mut made = operation.commit.iter().chain(&operation.snapshot);
            if !operation.kind.travels() && made.any(|made| commits.contains(made)) {
                return Ok(Some(recorded));
            }
        }
        Ok(None)
    }

    /// A file of a record, such as `response`.
    pub fn file(&self, recorded: &Recorded, name: &str) -> Result<Option<Vec<u8>>, HistoryError> {
        Ok(self.repo.file_of_commit(recorded.commit, name)?)
    }

    fn read(&self, commit: ObjectId) -> Result<Recorded, HistoryError> {
        let bad = |why: String| HistoryError::BadRecord { commit: commit.to_string(), why };
        let json = self.repo.file_of_commit(commit, "op.json")?;
        let json = json.ok_or_else(|| bad("it has no op.json".to_owned()))?;
        let Versioned { version } =
            serde_json::from_slice(&json).map_err(|error| bad(error.to_string()))?;
        if version > VERSION {
            return Err(bad(format!(
                "it has version {version}; this git-clada reads up to {VERSION}"
            )));
        }
        let operation = serde_json::from_slice(&json).map_err(|error| bad(error.to_string()))?;
        Ok(Recorded { commit, operation })
    }
}
