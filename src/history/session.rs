//! Where a transaction lands: on which branch, and whether a session starts with it.

mod base;
mod begin;
mod error;
mod home;
mod list;
mod seat;
mod switch;

use crate::git::{Head, Repo, is_ref_name};

use super::operation::SessionRecord;
use super::step::refuse_stepped_back;
use super::{HistoryError, OpLog};

pub use base::stands_on;
pub use begin::{Beginning, Begun, Whereabouts, begin};
pub use error::SessionError;
pub use home::{EndsAt, ends_at, own_worktree};
pub use list::{ListedSession, sessions};
pub use seat::{Seat, seat};
pub use switch::{Switching, switch};

/// Session branches are named `clada/NAME`.
pub const PREFIX: &str = "refs/heads/clada/";
const HEADS: &str = "refs/heads/";
/// How many digits of a commit name a session that starts on a detached HEAD.
const SHORT_HASH: usize = 7;

/// Where the user wants responses to land.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LandingMode {
    /// On the session's branch; one is started where HEAD is on none.
    #[default]
    Session,
    /// On the session of that name.
    Named(String),
    /// On a session in a linked worktree of its own: of that name, or else named after where
    /// HEAD stands.
    Worktree(Option<String>),
    /// On what is checked out, whatever it is.
    InPlace,
}

/// Where a transaction lands.
#[derive(Clone, Debug)]
pub struct Landing {
    /// Where HEAD stands now.
    pub head: Head,
    /// The full name of the branch that commits go on; none on a detached HEAD, in place.
    pub branch: Option<String>,
    /// The session.
    pub session: Option<SessionRecord>,
}

impl Landing {
    /// Whether HEAD moves to a branch that the transaction makes.
    #[must_use]
    pub fn starts_session(&self) -> bool {
        self.session.is_some() && self.branch.as_deref() != self.head.branch()
    }
}

/// Decides where a transaction lands. Reads HEAD and refs, changes nothing.
pub fn landing(repo: &Repo, log: &OpLog<'_>, mode: &LandingMode) -> Result<Landing, HistoryError> {
    refuse_stepped_back(repo, "apply")?;
    let head = repo.head()?;
    let unborn = head.commit().is_none();
    if unborn || *mode == LandingMode::InPlace {
        let branch = head.branch().map(ToOwned::to_owned);
        return Ok(Landing { head, branch, session: None });
    }
    let current = head.branch().and_then(|name| name.strip_prefix(PREFIX)).map(ToOwned::to_owned);
    let wanted = match mode {
        LandingMode::Named(name) => Some(name.replace('/', "-")),
        LandingMode::Session | LandingMode::Worktree(_) | LandingMode::InPlace => current.clone(),
    };
    match (wanted, current) {
        (Some(wanted), Some(current)) if wanted == current => {
            let session = current_session(log, &current)?;
            let branch = Some(session.branch.clone());
            Ok(Landing { head, branch, session: Some(session) })
        }
        (wanted, _) => start(repo, head, wanted),
    }
}

/// The session that HEAD is on, if it is on one.
pub fn session_of(log: &OpLog<'_>, head: &Head) -> Result<Option<SessionRecord>, HistoryError> {
    let name = head.branch().and_then(|name| name.strip_prefix(PREFIX));
    name.map(|name| current_session(log, name)).transpose()
}

/// A session that is under way: the newest record that names its branch tells where it began. One
/// that began from another worktree is in that one's log.
pub(super) fn current_session(log: &OpLog<'_>, name: &str) -> Result<SessionRecord, HistoryError> {
    let branch = format!("{PREFIX}{name}");
    if let Some(session) = log.session_on(&branch)? {
        return Ok(session);
    }
    for other in log.others()? {
        if let Some(session) = other.session_on(&branch)? {
            return Ok(session);
        }
    }
    Ok(SessionRecord { name: name.to_owned(), branch, base_branch: None, base_commit: None })
}

fn start(repo: &Repo, head: Head, wanted: Option<String>) -> Result<Landing, HistoryError> {
    let name = new_name(repo, wanted, || base_name(&head))?;
    let branch = format!("{PREFIX}{name}");
    let session = SessionRecord {
        name,
        branch: branch.clone(),
        base_branch: head.branch().map(ToOwned::to_owned),
        base_commit: head.commit(),
    };
    Ok(Landing { head, branch: Some(branch), session: Some(session) })
}

/// The name of a session that begins: the wanted one, which must be free, or else one that is.
fn new_name(
    repo: &Repo,
    wanted: Option<String>,
    otherwise: impl FnOnce() -> String,
) -> Result<String, HistoryError> {
    if repo.read_ref("refs/heads/clada")?.is_some() {
        return Err(HistoryError::BranchInTheWay);
    }
    let Some(name) = wanted else { return free_name(repo, &otherwise()) };
    if !is_ref_name(&format!("{PREFIX}{name}")) {
        return Err(HistoryError::SessionName(name));
    }
    if repo.read_ref(&format!("{PREFIX}{name}"))?.is_some() {
        return Err(HistoryError::SessionElsewhere(name));
    }
    if is_free(repo, &name)? { Ok(name) } else { Err(HistoryError::BranchesBelow(name)) }
}

fn base_name(head: &Head) -> String {
    match head {
        Head::Branch { name, .. } => name.strip_prefix(HEADS).unwrap_or(name).replace('/', "-"),
        Head::Detached { commit } => commit.to_hex_with_len(SHORT_HASH).to_string(),
    }
}

fn free_name(repo: &Repo, base: &str) -> Result<String, HistoryError> {
    let mut name = base.to_owned();
    let mut number = 2_u32;
    while !is_free(repo, &name)? {
        name = format!("{base}-{number}");
        number += 1;
    }
    Ok(name)
}

/// Whether a session's branch can have that name: no branch has it, and none is below it.
fn is_free(repo: &Repo, name: &str) -> Result<bool, HistoryError> {
    let branch = format!("{PREFIX}{name}");
    Ok(repo.read_ref(&branch)?.is_none() && !repo.has_refs_below(&format!("{branch}/"))?)
}
