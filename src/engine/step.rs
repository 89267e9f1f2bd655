//! Stepping back from a session's tip, and forward again.

use crate::git::Repo;
use crate::history::{Arrival, OpLog, Operation, Stride, Striding};

use super::desk::{OperateOptions, Workplace};
use super::failure::EngineError;

/// A step that was taken.
#[derive(Debug)]
pub struct Stepped {
    /// Its record.
    pub operation: Operation,
    /// What it led to.
    pub arrival: Arrival,
}

/// Takes a step; `None` where HEAD is at the tip already and nothing waits.
pub fn step(
    repo: &Repo,
    stride: Stride,
    options: &OperateOptions,
) -> Result<Option<Stepped>, EngineError> {
    let workplace = Workplace::take(repo, options)?;
    let log = OpLog::open(repo)?;
    let gate = workplace.gate(&[])?;
    let desk = workplace.desk(&gate);
    let Some(striding) = Striding::prepare(&desk, &log, stride)? else { return Ok(None) };
    let (published, arrival) = striding.publish()?;
    Ok(Some(Stepped { operation: published.operation, arrival }))
}
