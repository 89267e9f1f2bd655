//! A revert, from the name of an operation to the commit.

use crate::git::Repo;
use crate::history::{self, Leg, OpLog, Operation, Reverting, Rewrites, as_rewritten};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;
use super::options::ApplyOptions;

/// What was asked to be taken back, and what came of it.
#[derive(Debug)]
pub struct Reverted {
    /// The operation whose change was to be taken back.
    pub of: Operation,
    /// The revert; none where HEAD has nothing of that change.
    pub operation: Option<Operation>,
    /// The files that the operation touched and no commit has: they stay as they are.
    pub left: Vec<String>,
}

/// Takes back what an operation changed by a new commit. `name` is its id, or its commit.
pub fn revert(repo: &Repo, name: &str, options: &OperateOptions) -> Result<Reverted, EngineError> {
    let workplace = Workplace::take(repo, options)?;
    let log = OpLog::open(repo)?;
    let (found_in, recorded) = OpLog::open(repo)?.find(name)?;
    let rewrites = Rewrites::known(&found_in)?;
    let leg = Leg { newest: recorded.clone(), operation: recorded, rewritten: None };
    let recorded = as_rewritten(repo, leg, &rewrites)?.operation;
    let author = ApplyOptions::configured(repo)?.author;
    let gate = workplace.gate(&[])?;
    let ready = history::revert(&workplace.desk(&gate), &log, &recorded, &author)?;
    let of = recorded.operation;
    let Some(Reverting { prepared, left }) = ready else {
        return Ok(Reverted { of, operation: None, left: Vec::new() });
    };
    let published = prepared.publish()?;
    Ok(Reverted { of, operation: Some(published.operation), left })
}
