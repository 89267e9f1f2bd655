//! One start of a command, watched to its end.

use std::{
    path::{Path, PathBuf},
    process::Child,
};

use super::error::ViewError;
use crate::workspace::{
    process::{CommandSpec, Ran, Status, ViewKind, Watch, Watched, start, watch},
    sandbox::{Launch, Outcome},
};

/// A process that holds what it has in memory until this is dropped.
#[derive(Debug)]
pub(super) struct Holder(pub(super) Child);

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Starts a command and waits until nothing of it can write any more. Returns the process that
/// started it, which has ended unless it holds changes in memory, and what was said of it.
pub(super) fn attempt(
    program: &Path,
    launch: &Launch,
    (spec, scratch, kind): (&mut CommandSpec<'_>, &Path, ViewKind),
) -> Result<(Holder, Vec<Outcome>, Ran), ViewError> {
    let failed = |source| ViewError::Scratch { path: scratch.to_owned(), source };
    let child = start(program, launch, spec.lock).map_err(|error| ViewError::NotStarted {
        program: program.display().to_string(),
        why: error.to_string(),
    })?;
    let mut holder = Holder(child);
    let how = Watch {
        timeout: spec.timeout,
        max_output: spec.max_output,
        interrupt: &spec.interrupt,
        ends_its_own: launch.place.is_none(),
        on_output: &mut spec.on_output,
    };
    let watched = watch(&mut holder.0, how).map_err(failed)?;
    if kind != ViewKind::OverlayInMemory {
        let _ = holder.0.wait();
    }
    let told = Outcome::read(&scratch.join("outcome")).map_err(failed)?;
    let ran = ran(spec, watched, (&told, kind))?;
    Ok((holder, told, ran))
}

/// Where the changes are that a process holds in memory.
pub(super) fn held_in(told: &[Outcome]) -> Option<PathBuf> {
    let (mut holder, mut directory) = (None, None);
    for word in told {
        if let Outcome::Started { pid } = word {
            holder = Some(*pid);
        } else if let Outcome::Ready { fd } = word {
            directory = *fd;
        }
    }
    let (pid, fd) = (holder?, directory?);
    Some(PathBuf::from(format!("/proc/{pid}/fd/{fd}")))
}

/// What came of it, by what the processes said.
fn ran(
    spec: &CommandSpec<'_>,
    watched: Watched,
    (told, view): (&[Outcome], ViewKind),
) -> Result<Ran, ViewError> {
    let program = || spec.command.argv().first().map(|name| name.to_string_lossy().into_owned());
    let last = told.iter().find_map(|word| match word {
        Outcome::Failed { what, why } => {
            Some(Err(ViewError::Unavailable { what: what.clone(), why: why.clone() }))
        }
        Outcome::NotStarted { why } => Some(Err(ViewError::NotStarted {
            program: program().unwrap_or_default(),
            why: why.clone(),
        })),
        Outcome::Exited(status) => Some(Ok(Status::Exited(*status))),
        Outcome::Signaled(signal) => Some(Ok(Status::Signaled(*signal))),
        Outcome::Started { .. } | Outcome::Ready { .. } | Outcome::Passed(_) | Outcome::Held(_) => {
            None
        }
    });
    let Watched { stdout, stderr, stopped, elapsed } = watched;
    // The signal may have reached what starts the command, too.
    if let Some(status @ Status::Interrupted(_)) = stopped {
        return Ok(Ran { status, stdout, stderr, elapsed, view });
    }
    let status = match (last, stopped) {
        (Some(Err(error)), _) => return Err(error),
        (_, Some(stopped)) => stopped,
        (Some(Ok(status)), None) => status,
        // It may have begun: nobody is to run it again.
        (None, None) if told.iter().any(|word| matches!(word, Outcome::Ready { .. })) => {
            let why = "what started it was ended".to_owned();
            return Err(ViewError::NotStarted { program: program().unwrap_or_default(), why });
        }
        (None, None) => {
            let what = "start the process that becomes the command".to_owned();
            return Err(ViewError::Unavailable { what, why: "it ended without a word".to_owned() });
        }
    };
    Ok(Ran { status, stdout, stderr, elapsed, view })
}
