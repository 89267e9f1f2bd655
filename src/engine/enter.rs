//! Going to the worktree of its own that a response's session has, or making it.

use std::path::PathBuf;

use crate::git::{GitError, LinkedWorktree, Repo};
use crate::history::{
    Beginning, HistoryError, LandingMode, OperationKind, Seat, SessionError, Whereabouts, seat,
};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;
use super::options::ApplyOptions;
use super::session::begin_in;

/// What a dry run says that had no worktree to run in.
const NO_WORKTREE_YET: &str =
    "the session has no worktree yet: shown is what would change in this one";

/// Where a response is applied.
pub enum Entered {
    /// Where it was to be applied in the first place.
    Here,
    /// In the worktree of its session.
    There(Box<Repo>),
    /// The same, but there is none yet, and a dry run makes none.
    NotYet(&'static str),
}

/// Finds the worktree of the session that a response goes to, and makes it where there is none.
pub fn enter(repo: &Repo, options: &ApplyOptions) -> Result<Entered, EngineError> {
    let LandingMode::Worktree(name) = &options.mode else {
        return if repo.is_bare() { Err(bare(repo)) } else { Ok(Entered::Here) };
    };
    if is_there(repo, name.as_deref())? {
        return Ok(Entered::Here);
    }
    if let Seat::Stands(linked) = seat(repo, name.as_deref())?
        && !linked.is_being_made()
    {
        return Ok(Entered::There(Box::new(repo.open_linked(&linked)?)));
    }
    if options.dry_run {
        return if repo.is_bare() { Err(bare(repo)) } else { Ok(Entered::NotYet(NO_WORKTREE_YET)) };
    }
    make(repo, name.as_deref(), options)
}

/// Whether HEAD is on the session already, in a linked worktree.
fn is_there(repo: &Repo, name: Option<&str>) -> Result<bool, EngineError> {
    let head = repo.head()?;
    let session = head.branch().and_then(|branch| branch.strip_prefix("refs/heads/clada/"));
    let linked = repo.worktree_id().is_some();
    Ok(match (session, name) {
        (Some(session), Some(name)) => linked && session == name.replace('/', "-"),
        (Some(_), None) => linked,
        (None, _) => false,
    })
}

/// Makes it, unless someone else did so while the lock was waited for.
fn make(repo: &Repo, name: Option<&str>, options: &ApplyOptions) -> Result<Entered, EngineError> {
    let operate = OperateOptions {
        committer: options.committer.clone(),
        lock_timeout: options.lock_timeout,
        lock_file: None,
        clock: options.clock,
        notices: options.notices.clone(),
        directory: repo.git_dir().to_owned(),
    };
    let workplace = Workplace::take(repo, &operate)?;
    let _making = workplace.main_lock()?;
    let name = match seat(repo, name)? {
        Seat::Stands(linked) => return there(repo, &linked),
        Seat::Missing { name } => name,
    };
    let kind = OperationKind::SessionStart;
    let whereabouts = Whereabouts::Worktree(None);
    let beginning = Beginning { kind, name: Some(name.clone()), whereabouts };
    begin_in(&workplace, &beginning)?;
    match seat(repo, Some(&name))? {
        Seat::Stands(linked) => there(repo, &linked),
        Seat::Missing { name } => Err(HistoryError::from(SessionError::Unknown(name)).into()),
    }
}

/// Opens it. One that is on its branch and still bears the lock of its making is whole: whoever
/// made it was cut off at the last step.
fn there(repo: &Repo, linked: &LinkedWorktree) -> Result<Entered, EngineError> {
    if linked.is_being_made() {
        linked.unlock()?;
    }
    Ok(Entered::There(Box::new(repo.open_linked(linked)?)))
}

fn bare(repo: &Repo) -> EngineError {
    GitError::Bare(repo.git_dir().to_owned()).into()
}

/// The directories whose absolute paths mean the same in a linked worktree: the main one's top,
/// also as `$PWD` spells it.
pub fn aliases(repo: &Repo, options: &ApplyOptions) -> Vec<PathBuf> {
    let main = if repo.worktree_id().is_some() { repo.main_worktree() } else { None };
    let Some(main) = main else { return Vec::new() };
    let spelled = options.pwd.clone().and_then(|pwd| {
        let top = pwd.ancestors().find(|dir| dir.canonicalize().is_ok_and(|dir| dir == main))?;
        Some(top.to_owned())
    });
    [main].into_iter().chain(spelled).collect()
}
