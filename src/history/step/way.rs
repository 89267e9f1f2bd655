//! Where HEAD stands between a session's base and its tip.

use crate::git::{Head, ObjectId, Repo};

use super::super::operation::{SessionRecord, Standing};
use super::super::session::{current_session, session_of, stands_on};
use super::super::{HistoryError, OpLog};
use super::error::{End, StepError, is_session, short};

/// How many digits of a commit a message has.
const SHORT: usize = 10;

/// Where HEAD stands on a session, by first parents.
#[derive(Clone, Debug)]
pub struct Way {
    /// The session.
    pub session: SessionRecord,
    /// Where HEAD stands.
    pub head: Head,
    /// The commit that HEAD stands on.
    pub at: ObjectId,
    /// The session's last commit.
    pub tip: ObjectId,
    /// The commit that the session stands on; none where it has no base.
    pub base: Option<ObjectId>,
    /// The commits between HEAD and the tip, the tip first; `None` where HEAD is not on the way.
    pub ahead: Option<Vec<ObjectId>>,
    /// What waits.
    pub standing: Standing,
}

/// Refuses an operation that makes no sense while HEAD is stepped back. Costs nothing where HEAD
/// is on a branch.
pub fn refuse_stepped_back(repo: &Repo, action: &'static str) -> Result<(), HistoryError> {
    let head = repo.head()?;
    if head.branch().is_some() {
        return Ok(());
    }
    match OpLog::open(repo)?.standing()?.left_by(&head) {
        Some(branch) => Err(StepError::SteppedBack { action, branch: branch.to_owned() }.into()),
        None => Ok(()),
    }
}

/// Refuses an operation that ends a session, or makes its commits others, while edits wait for it.
pub fn refuse_while_edits_wait(
    standing: &Standing,
    session: &SessionRecord,
    action: &'static str,
) -> Result<(), HistoryError> {
    let waiting = standing.waiting_for(&session.branch);
    let paths: Vec<String> = waiting.map(|edit| edit.path.to_string()).collect();
    if paths.is_empty() {
        return Ok(());
    }
    Err(StepError::EditsWait { action, branch: session.branch.clone(), paths }.into())
}

impl Way {
    /// Finds out where HEAD stands. Reads HEAD, the branch and the commits between them.
    pub fn find(repo: &Repo, log: &OpLog<'_>) -> Result<Self, HistoryError> {
        let head = repo.head()?;
        let standing = log.standing()?;
        let session = match (session_of(log, &head)?, standing.left_by(&head)) {
            (Some(session), _) => session,
            (None, Some(branch)) => of_branch(log, branch)?,
            (None, None) => {
                let waits = standing.stash.first().map(|edit| &edit.branch);
                let left = standing.stepped_back.as_ref().or(waits);
                return Err(no_session(&head, left).into());
            }
        };
        let Some(tip) = repo.read_ref(&session.branch)? else {
            let last = last_seen(log, &session.branch)?.map(shown);
            return Err(StepError::BranchGone { branch: session.branch, last }.into());
        };
        let at = head.commit().unwrap_or(tip);
        let mut base = stands_on(repo, &session, tip)?;
        let mut ahead = between(repo, (tip, at), base)?;
        // The base may have taken the commit that HEAD was stepped back to, and more.
        if ahead.is_none() && base != session.base_commit {
            ahead = between(repo, (tip, at), session.base_commit)?;
            base = if ahead.is_some() { session.base_commit } else { base };
        }
        Ok(Self { session, head, at, tip, base, ahead, standing })
    }

    /// The commit that many first parents before HEAD. The session's base is as far as it goes.
    pub fn behind(&self, repo: &Repo, wanted: usize) -> Result<ObjectId, HistoryError> {
        let mut commit = self.at;
        for there in 0..wanted {
            let too_far = |end| StepError::TooFar { wanted, there, end };
            if [self.base, self.session.base_commit].contains(&Some(commit)) {
                return Err(too_far(End::Base).into());
            }
            let parent = repo.first_parent(commit)?;
            commit = parent.ok_or_else(|| too_far(End::Root))?;
        }
        Ok(commit)
    }

    /// The commits from HEAD (which is none of them) to the one that many towards the tip.
    pub fn before(&self, wanted: usize) -> Result<Vec<ObjectId>, HistoryError> {
        let ahead = self.ahead.as_ref().ok_or_else(|| self.strayed())?;
        let there = ahead.len();
        if wanted > there {
            return Err(StepError::TooFar { wanted, there, end: End::Tip }.into());
        }
        Ok(ahead.iter().rev().take(wanted).copied().collect())
    }

    /// The commits from HEAD (which is none of them) to the tip. Where the branch has moved away
    /// meanwhile, the tip alone, if HEAD still stands where the log left it: no commit is lost.
    pub fn before_tip(&self, log: &OpLog<'_>) -> Result<Vec<ObjectId>, HistoryError> {
        if let Some(ahead) = &self.ahead {
            return Ok(ahead.iter().rev().copied().collect());
        }
        let newest = log.iter().next().transpose()?;
        let left_at = newest.and_then(|newest| newest.operation.head.after.commit);
        if left_at == Some(self.at) { Ok(vec![self.tip]) } else { Err(self.strayed().into()) }
    }

    /// How many commits the session has since its base; none where it has no base.
    pub fn commits(&self, repo: &Repo) -> Result<Option<usize>, HistoryError> {
        Ok(self.base.map(|base| repo.count_commits(self.tip, base)).transpose()?)
    }

    /// Whether edits wait for this session.
    #[must_use]
    pub fn has_waiting(&self) -> bool {
        self.standing.waiting_for(&self.session.branch).next().is_some()
    }

    /// What goes to the tip and brings back what waits, here or on another session; none where
    /// HEAD is at the tip and nothing waits.
    #[must_use]
    pub fn way_on(&self) -> Option<String> {
        let away = self.head.branch().is_none();
        if away && self.ahead.is_none() {
            return Some(self.strayed().way_on());
        }
        if away || self.has_waiting() {
            return Some("`git clada forward --tip` goes back to the session's tip".to_owned());
        }
        let home = &self.standing.stash.first()?.branch;
        Some(no_session(&self.head, Some(home)).way_on())
    }

    fn strayed(&self) -> StepError {
        StepError::Strayed { head: shown(self.at), branch: self.session.branch.clone() }
    }
}

fn of_branch(log: &OpLog<'_>, branch: &str) -> Result<SessionRecord, HistoryError> {
    let name = branch.strip_prefix(super::super::SESSION_PREFIX).unwrap_or(branch);
    current_session(log, name)
}

/// The commits from the tip to the one before `at`, by first parents; `None` where that is not
/// met before the base.
fn between(
    repo: &Repo,
    (tip, at): (ObjectId, ObjectId),
    base: Option<ObjectId>,
) -> Result<Option<Vec<ObjectId>>, HistoryError> {
    let mut ahead = Vec::new();
    let mut next = Some(tip);
    while let Some(commit) = next {
        if commit == at {
            return Ok(Some(ahead));
        }
        if Some(commit) == base {
            break;
        }
        ahead.push(commit);
        next = repo.first_parent(commit)?;
    }
    Ok(None)
}

fn no_session(head: &Head, left: Option<&String>) -> StepError {
    let left = left.filter(|branch| is_session(branch)).cloned();
    let head = match head {
        Head::Branch { name, .. } => format!("on `{}`", short(name)),
        Head::Detached { commit } => format!("at {}", shown(*commit)),
    };
    StepError::NoSession { head, left }
}

/// Where a branch was when the log spoke of it last.
fn last_seen(log: &OpLog<'_>, branch: &str) -> Result<Option<ObjectId>, HistoryError> {
    for recorded in log.iter() {
        let operation = recorded?.operation;
        let heads = [operation.head.after, operation.head.before];
        let head = heads.into_iter().find(|head| head.branch.as_deref() == Some(branch));
        if let Some(head) = head {
            return Ok(head.commit);
        }
        if let Some(moved) = operation.refs.into_iter().find(|moved| moved.name == branch) {
            return Ok(moved.after);
        }
    }
    Ok(None)
}

fn shown(commit: ObjectId) -> String {
    commit.to_hex_with_len(SHORT).to_string()
}
