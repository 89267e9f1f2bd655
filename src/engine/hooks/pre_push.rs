//! What a push would publish that is nobody else's yet: sessions, the log, and snapshots that no
//! base has taken.

use crate::base::settings::ALLOW_PUSH;
use crate::git::{Head, ObjectId, Repo};
use crate::history::{CommitKind, ListedSession, SessionCommit, commits_of, sessions};

use super::super::failure::EngineError;

const HEADS: &str = "refs/heads/";
const SESSIONS: &str = "refs/heads/clada/";
const OURS: &str = "refs/clada/";

/// What is not to be pushed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A session's branch.
    Session {
        /// The branch, without `refs/heads/`.
        branch: String,
        /// What it would become there, if that is called otherwise.
        to: Option<String>,
    },
    /// A ref in which the log is kept, or what belongs to it.
    Log {
        /// Its full name.
        name: String,
    },
    /// A snapshot of the user's edits that a session has and its base has not.
    Snapshot {
        /// What would be pushed, as git has it.
        pushed: String,
        /// The snapshot's id and subject.
        commit: String,
        /// The session.
        session: String,
    },
}

/// One line of what git tells the hook.
struct Push {
    from: String,
    to: String,
    commit: ObjectId,
}

impl Push {
    /// `<local ref> <local id> <remote ref> <remote id>`. None of what only goes there.
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let (from, id, to) = (words.next()?, words.next()?, words.next()?);
        let commit = ObjectId::from_hex(id.as_bytes()).ok().filter(|id| !id.is_null())?;
        Some(Self { from: from.to_owned(), to: to.to_owned(), commit })
    }
}

/// What of a push is refused. `told` is what git tells its hook, a line for each ref. Nothing is
/// where `clada.allowPush` is set.
pub fn pushes_refused(repo: &Repo, told: &str) -> Result<Vec<Refused>, EngineError> {
    let mut refused = Vec::new();
    if repo.settings().flag(&ALLOW_PUSH)?.unwrap_or(false) {
        return Ok(refused);
    }
    let mut others = Vec::new();
    for push in told.lines().filter_map(Push::read) {
        let from = match repo.head()? {
            // `git push origin HEAD:main` tells no more than that.
            Head::Branch { name, .. } if push.from == "HEAD" => name,
            Head::Branch { .. } | Head::Detached { .. } => push.from.clone(),
        };
        if from.starts_with(SESSIONS) || push.to.starts_with(SESSIONS) {
            let branch = if from.starts_with(SESSIONS) { &from } else { &push.to };
            let to = (*branch != push.to).then(|| short(&push.to));
            refused.push(Refused::Session { branch: short(branch), to });
        } else if from.starts_with(OURS) || push.to.starts_with(OURS) {
            let name = if from.starts_with(OURS) { from } else { push.to };
            refused.push(Refused::Log { name });
        } else {
            others.push(push);
        }
    }
    if !others.is_empty() {
        refused.extend(snapshots(repo, &others)?);
    }
    Ok(refused)
}

/// The snapshots of sessions, as far as they are pushed under other names. What this looks at are
/// the sessions' own commits, however far the history goes back.
fn snapshots(repo: &Repo, pushes: &[Push]) -> Result<Vec<Refused>, EngineError> {
    let mut refused: Vec<Refused> = Vec::new();
    for ListedSession { session, tip, .. } in sessions(repo)? {
        let Some(base) = session.base_commit else { continue };
        let mut hidden = vec![base];
        if let Some(branch) = &session.base_branch {
            hidden.extend(repo.read_ref(branch)?);
        }
        let commits = commits_of(repo, tip, &hidden)?;
        let is_snapshot = |commit: &&SessionCommit| commit.kind == CommitKind::Snapshot;
        for commit in commits.iter().filter(is_snapshot) {
            for push in pushes {
                if repo.is_ancestor(commit.data.id, push.commit)? {
                    refused.push(Refused::Snapshot {
                        pushed: short(&push.from),
                        commit: commit.shown(),
                        session: session.name.clone(),
                    });
                }
            }
        }
    }
    Ok(refused)
}

fn short(name: &str) -> String {
    name.strip_prefix(HEADS).unwrap_or(name).to_owned()
}
