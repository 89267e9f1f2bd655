//! A command in the worktree itself, where there is no view and the user does without a sandbox.

use super::{attempt::attempt, error::ViewError, options::ViewOptions, scratch::Scratch};
use crate::{
    base::RepoPath,
    policy::Access,
    workspace::{
        process::{CommandSpec, Ran, SandboxMode, ViewKind},
        sandbox::{Bytes, Launch},
    },
};

/// Runs a command in the worktree itself. The caller has written out what is pending, and takes in
/// what changed. Refused unless the sandbox is off. No descendant outlives the command here either.
pub fn run_in_place(
    options: &ViewOptions<'_>,
    mut spec: CommandSpec<'_>,
) -> Result<Ran, ViewError> {
    let unavailable =
        |why: String| ViewError::Unavailable { what: "run in the worktree itself".to_owned(), why };
    if spec.sandbox.mode != SandboxMode::Off {
        return Err(ViewError::Sandboxed);
    }
    let failed = |source| ViewError::Scratch { path: options.scratch.to_owned(), source };
    let top = options.gate.grant_in(&RepoPath::default(), Access::Entry);
    let top = top.map_err(|refusal| unavailable(refusal.message))?;
    let scratch = Scratch::make(options.scratch).map_err(failed)?;
    let launch = Launch {
        argv: spec.command.argv().iter().cloned().map(Bytes::from).collect(),
        env: spec.env.iter().cloned().map(|(name, value)| (name.into(), value.into())).collect(),
        cwd: spec.cwd.unwrap_or(&top).absolute().into(),
        stdin: spec.command.input().map(|input| input.to_vec().into()),
        outcome: scratch.path().join("outcome").into(),
        sandbox: spec.sandbox,
        place: None,
    };
    let how = (&mut spec, scratch.path(), ViewKind::InPlace);
    attempt(&options.launcher.0, &launch, how).map(|(_, _, ran)| ran)
}
