//! What git tells of commits that were amended or rebased.

use std::time::Duration;

use crate::git::{ObjectId, Repo};
use crate::history::{self, Noting, OpLog, Operation, WorktreeLock};

use super::super::desk::OperateOptions;
use super::super::failure::EngineError;

/// How long git is kept waiting at the most. Who holds the worktree for longer runs commands in it,
/// and this may be one of them.
const PATIENCE: Duration = Duration::from_secs(2);

/// Notes in the log what became of our commits. `told` is what git tells its hook: a line for
/// each, `<old id> <new id>`. `None` where none of them is ours.
///
/// What an interrupted run may have left stays for the next command: git is at work here.
pub fn note_rewrites(
    repo: &Repo,
    (by, told): (&str, &str),
    options: &OperateOptions,
) -> Result<Option<Operation>, EngineError> {
    let pairs: Vec<(ObjectId, ObjectId)> = told.lines().filter_map(pair).collect();
    let committer = repo.committer(options.committer.clone())?;
    let lock_timeout = options.lock_timeout.min(PATIENCE);
    let default = || WorktreeLock::default_path(repo.git_dir());
    let path = options.lock_file.clone().unwrap_or_else(default);
    let _lock = WorktreeLock::take(&path, lock_timeout)?;
    let noting = Noting { repo, committer: &committer, time: options.clock.now(), lock_timeout };
    Ok(history::note_rewrites(&noting, &OpLog::open(repo)?, (by, &pairs))?)
}

fn pair(line: &str) -> Option<(ObjectId, ObjectId)> {
    let mut words = line.split(' ');
    let mut id = || ObjectId::from_hex(words.next()?.as_bytes()).ok();
    Some((id()?, id()?))
}
