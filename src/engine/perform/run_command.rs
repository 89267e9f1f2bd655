//! `run`: one command line, without a shell.

use super::{
    commands::Request,
    exec::working_directory,
    file_command,
    outcome::Performed,
    run::Scene,
    spawn::{self, Start},
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath, Judge, Judged, Wanted, written},
};

/// `run`: what only looks around runs, changes of files are made, the rest is for the user to
/// approve.
pub(super) fn run(scene: &mut Scene<'_>, command: &Text<'_>, dir: Option<&Text<'_>>) -> Performed {
    let cwd = match dir {
        Some(dir) => Some(working_directory(scene, "run", &dir.value)?),
        None => None,
    };
    let here = match &cwd {
        Some(cwd) => cwd.clone(),
        None => top(scene)?,
    };
    let command_line = &*command.value;
    let judged = Judge::new((scene.gate, scene.overlay), &here).line(command_line)?;
    let command = match judged {
        Judged::BuiltIn(command) => command,
        Judged::Files(command) => {
            return file_command::carry_out(scene, &command, &|arg| written(&here, arg));
        }
        Judged::NeedsApproval { line, because } => {
            let wanted = Wanted::Line(&line);
            let dir = dir.map(|dir| dir.value.as_ref());
            scene.commands.consent(&Request { wanted, because, dir }, scene.now)?
        }
    };
    let cwd = cwd.as_ref();
    let start = Start { action: "run", what: command_line, command: &command, cwd, timeout: None };
    spawn::run(scene, &start)
}

/// The worktree's top.
fn top(scene: &Scene<'_>) -> Result<GrantedPath, Box<super::Failure>> {
    Ok(scene.gate.grant_over(".", Access::Read, scene.overlay)?)
}
