//! Land, under the lock of each worktree that takes part.

use std::path::PathBuf;

use crate::git::{ObjectId, Repo};
use crate::history::{
    EndsAt, LandOptions, LandPlan, LandWay, OpLog, Operation, Settled, ends_at, leave_for_landing,
    own_worktree,
};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;

/// What came of a landing.
#[derive(Debug)]
pub struct Landed {
    /// The session.
    pub session: String,
    /// The branch that took its commits, without `refs/heads/`.
    pub branch: String,
    /// How it took them.
    pub way: LandWay,
    /// How many they were.
    pub count: usize,
    /// Where the branch is now.
    pub commit: ObjectId,
    /// The other worktree that is on the branch, where it is not this one.
    pub elsewhere: Option<PathBuf>,
    /// The session's own worktree, which went with it.
    pub worktree: Option<PathBuf>,
    /// The operation, of the worktree that is on the branch.
    pub operation: Operation,
}

/// Lands the session of that name, or the one that HEAD is on.
pub fn land(
    repo: &Repo,
    (name, land): (Option<&str>, &LandOptions),
    options: &OperateOptions,
) -> Result<Landed, EngineError> {
    if let Some(EndsAt { name: own, path }) = ends_at(repo)?
        && name.is_none_or(|name| name.trim_start_matches("clada/") == own)
    {
        // This worktree goes with the session; so another one does it all, under its own locks.
        let there = Repo::discover(&path)?;
        let options = OperateOptions { lock_file: None, ..options.clone() };
        let landed = self::land(&there, (Some(&own), land), &options)?;
        return Ok(Landed { elsewhere: Some(path), ..landed });
    }
    let workplace = Workplace::take(repo, options)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let log = OpLog::open(repo)?;
    let settled = Settled::find(&desk, &log, ("land", name))?;
    settled.must_be_near(repo, &log)?;
    let base = settled.session.base_branch.as_deref().filter(|_| settled.is_here());
    let there = base.map(|base| repo.open_elsewhere(base)).transpose()?.flatten();
    if let Some(there) = there {
        return land_there(&workplace, (settled, &there), (land, options));
    }
    let goes = own_worktree(repo, &log, &settled.session.branch)?.is_some();
    let _removing = if goes { workplace.main_lock()? } else { None };
    let plan = LandPlan::work_out(&desk, settled, land)?;
    let landing = Landing::of(&plan);
    let (prepared, commit) = plan.prepare(&desk, &log, land)?;
    Ok(landing.done(prepared.publish()?.operation, commit))
}

/// What a landing is, before it has taken place.
struct Landing {
    session: String,
    branch: String,
    way: LandWay,
    count: usize,
}

impl Landing {
    fn of(plan: &LandPlan<'_>) -> Self {
        let (session, branch) = (plan.session().to_owned(), plan.branch().to_owned());
        Self { session, branch, way: plan.way(), count: plan.count }
    }

    fn done(self, operation: Operation, commit: ObjectId) -> Landed {
        let Self { session, branch, way, count } = self;
        let worktree = operation.worktree.before.as_ref().map(|gone| gone.path.clone());
        Landed { session, branch, way, count, commit, elsewhere: None, worktree, operation }
    }
}

/// The base is checked out in another worktree: that one takes the commits, and its files follow,
/// when HEAD here has left the session.
fn land_there(
    here: &Workplace<'_>,
    (settled, there): (Settled, &Repo),
    (land, options): (&LandOptions, &OperateOptions),
) -> Result<Landed, EngineError> {
    let options = OperateOptions { lock_file: None, ..options.clone() };
    let workplace = Workplace::take(there, &options)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let log = OpLog::open(there)?;
    let plan = LandPlan::work_out(&desk, settled.seen_from(there)?, land)?;
    let landing = Landing::of(&plan);
    let (prepared, commit) = plan.prepare(&desk, &log, land)?;
    let operation = prepared.operation().clone();
    let gate = here.gate(&[])?;
    let desk = here.desk(&gate);
    leave_for_landing(&desk, &OpLog::open(desk.repo)?, (&settled, prepared))?.publish()?;
    let landed = landing.done(operation, commit);
    Ok(Landed { elsewhere: Some(there.worktree().to_owned()), ..landed })
}
