//! `exec`: code in a language's interpreter, which the user has approved.

use super::{
    commands::Request,
    outcome::{Failure, Performed},
    program,
    run::Scene,
    spawn::{self, Start},
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath, Language},
    workspace::EntryKind,
};

/// What is to be executed.
pub(super) struct Exec<'a> {
    pub(super) code: &'a Text<'a>,
    pub(super) lang: &'a Text<'a>,
    pub(super) cwd: Option<&'a Text<'a>>,
    pub(super) timeout: Option<i64>,
}

/// `exec`: runs code. A directory that it gives holds for later ones too.
pub(super) fn exec(scene: &mut Scene<'_>, exec: &Exec<'_>) -> Performed {
    let name = exec.lang.value.as_ref();
    let language = Language::named(name).ok_or_else(|| {
        Failure::new("EXEC_NOT_FOUND", format!("exec: no language is called '{name}'"))
    })?;
    let cwd = directory(scene, exec.cwd)?;
    let program = language.interpreter();
    if program::find(scene.commands.options, program.as_ref()).is_none() {
        let error = format!("exec: {program} not found in PATH (ENOENT)");
        let hint = "the user must install it, or the code be in another language";
        return Err(Failure::with_hint("EXEC_NOT_FOUND", error, hint));
    }
    if exec.timeout.is_some_and(|timeout| timeout <= 0) {
        let error = "exec: Process timeout after 0s (TIMEOUT)";
        return Err(Failure::with_hint("EXEC_TIMEOUT", error, "give it more than 0 milliseconds"));
    }
    let dir = scene.commands.cwd.clone();
    let wanted = language.code(&exec.code.value);
    let request = Request { wanted, because: None, dir: dir.as_deref() };
    let command = scene.commands.consent(&request, scene.now)?;
    let start = Start {
        action: "exec",
        what: language.name(),
        command: &command,
        cwd: cwd.as_ref(),
        timeout: exec.timeout,
    };
    spawn::run(scene, &start)
}

/// Where it runs; the worktree's top where nothing has been said so far.
fn directory(
    scene: &mut Scene<'_>,
    given: Option<&Text<'_>>,
) -> Result<Option<GrantedPath>, Box<Failure>> {
    let written = given.map(|given| given.value.to_string());
    let Some(written) = written.or_else(|| scene.commands.cwd.clone()) else { return Ok(None) };
    let granted = working_directory(scene, "exec", &written)?;
    scene.commands.cwd = Some(written);
    Ok(Some(granted))
}

/// A directory in which a command is to run.
pub(super) fn working_directory(
    scene: &mut Scene<'_>,
    action: &str,
    written: &str,
) -> Result<GrantedPath, Box<Failure>> {
    let granted = scene.gate.grant_over(written, Access::Read, scene.overlay)?;
    let fails = |what: &str, code: &str| {
        Err(Failure::new(code, format!("{action}: Working directory {what} '{written}' ({code})")))
    };
    match scene.overlay.kind(&granted)? {
        EntryKind::Dir => Ok(granted),
        EntryKind::Absent => fails("does not exist", "ENOENT"),
        EntryKind::File | EntryKind::Link => fails("is no directory", "ENOTDIR"),
    }
}
