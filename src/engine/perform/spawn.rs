//! Runs a granted command in a view of the worktree, and lets what it changed join the overlay.

use std::{
    ffi::OsString,
    path::Path,
    time::{Duration, Instant},
};

use super::{
    ignored::Ignored,
    outcome::{Failure, Performed},
    program, ran,
    run::Scene,
};
use crate::{
    policy::{GrantedCommand, GrantedPath},
    workspace::{
        process::{CommandSpec, SandboxMode, SandboxOptions, Status, Stream, ViewKind},
        view::{
            HarvestError, HarvestOptions, Launcher, View, ViewError, ViewOptions, foreign_files,
        },
    },
};

/// How long a command that only looks around may take, and how much it may print.
const BUILT_IN_TIMEOUT: Duration = Duration::from_secs(5);
const BUILT_IN_OUTPUT: usize = 10_000_000;

/// A command and how it is started.
pub(super) struct Start<'a> {
    /// The action's name, for messages.
    pub(super) action: &'a str,
    pub(super) command: &'a GrantedCommand,
    pub(super) cwd: Option<&'a GrantedPath>,
    /// How long the response lets it take, in milliseconds.
    pub(super) timeout: Option<i64>,
}

/// How a command is run.
struct How {
    command: GrantedCommand,
    env: Vec<(OsString, OsString)>,
    timeout: Duration,
    max_output: usize,
    sandbox: SandboxOptions,
}

/// Runs a command. What it changed joins the overlay, unless its time was up or it left what it
/// may not.
pub(super) fn run(scene: &mut Scene<'_>, start: &Start<'_>) -> Performed {
    let how = how(scene, start)?;
    let since = Instant::now();
    let done = in_view(scene, start, how);
    scene.commands.spend(since);
    done
}

fn how(scene: &Scene<'_>, start: &Start<'_>) -> Result<How, Box<Failure>> {
    let Start { action, command, .. } = *start;
    let options = scene.commands.options;
    let name = command.argv().first().cloned().unwrap_or_default();
    let missing = || {
        let name = name.to_string_lossy();
        let error = format!("{action}: {name} not found in PATH (ENOENT)");
        Failure::with_hint("EXEC_NOT_FOUND", error, "the user must install it, or do without it")
    };
    let Some(allowed) = scene.commands.time_for(start.timeout) else {
        let error =
            format!("{action}: no time is left for the commands of this response (TIMEOUT)");
        let hint = "the user gives them longer with `--total-timeout`";
        return Err(Failure::with_hint("EXEC_TIMEOUT", error, hint));
    };
    let mut sandbox = options.sandbox;
    if command.is_built_in() {
        let found = program::find_safe(options, &name, scene.gate);
        let found = found.and_then(|program| command.found_at(&program)).ok_or_else(missing)?;
        // git reads the user's settings, and a git directory that may be elsewhere.
        if sandbox.mode == SandboxMode::Workspace && command.stays_inside() && name != "git" {
            sandbox.mode = SandboxMode::Strict;
        }
        sandbox.allow_net = false;
        sandbox.allow_git = false;
        let env = program::bare_environment(options, scene.gate);
        let timeout = BUILT_IN_TIMEOUT.min(allowed);
        let max_output = BUILT_IN_OUTPUT;
        return Ok(How { command: found, env, timeout, max_output, sandbox });
    }
    let by_path = !name.as_encoded_bytes().contains(&b'/');
    if by_path && program::find(options, &name).is_none() {
        return Err(missing());
    }
    let env = program::environment(options);
    let command = command.clone();
    Ok(How { command, env, timeout: allowed, max_output: options.max_output, sandbox })
}

fn in_view(scene: &mut Scene<'_>, start: &Start<'_>, how: How) -> Performed {
    let Start { action, command, cwd, .. } = *start;
    let not_run = |error: &ViewError| not_run(action, error);
    let options = scene.commands.options;
    let Some(launcher) = options.launcher.clone().map(Launcher) else {
        let error = format!("{action}: commands are run by the program `git-clada` alone");
        return Err(Failure::new("EXEC_FAILED", error));
    };
    let places = scene.commands.places.clone();
    let roots = scene.gate.allowed_roots();
    let home = options.variable("HOME").map(Path::new);
    let mut view = View::open(
        scene.overlay,
        ViewOptions {
            gate: scene.gate,
            scratch: &places.scratch,
            git_dirs: &places.git_dirs,
            home,
            roots: &roots,
            launcher: &launcher,
        },
    )
    .map_err(|error| not_run(&error))?;
    let place = cwd.map_or_else(|| places.top.clone(), GrantedPath::absolute);
    let number = scene.commands.number();
    let mut tell = |stream: Stream, line: &str| options.tell((number, action), (stream, line));
    let timeout = how.timeout;
    let ran = view
        .run(CommandSpec {
            command: how.command,
            cwd,
            env: how.env,
            timeout,
            max_output: how.max_output,
            sandbox: how.sandbox,
            on_output: if command.is_built_in() { None } else { Some(&mut tell) },
        })
        .map_err(|error| not_run(&error))?;
    if ran.view == ViewKind::InPlace {
        scene.commands.note(format!("{action} ran in the worktree itself, without a sandbox"));
    }
    let keeps = !command.is_built_in() && ran.status != Status::TimedOut;
    let in_namespace = view.is_in_user_namespace();
    let dropped = if keeps { harvest(scene, (action, view)) } else { Ok(()) };
    let complains = || foreign_files(scene.gate, &place, &ran.stderr);
    let hint = in_namespace.then(complains).flatten().map(|foreign| ran::not_written(&foreign));
    let told = with_hint(scene, (action, hint), ran::told(action, ran, timeout));
    match (dropped, told) {
        (Ok(()), told) => told,
        (Err(mut dropped), Ok(data)) => {
            dropped.data = Some(data);
            Err(dropped)
        }
        (Err(dropped), Err(mut failure)) => {
            failure.hint = Some(format!("what it changed was dropped: {}", dropped.error));
            Err(failure)
        }
    }
}

/// Puts a hint to what failed; of what did not, the user is told it all the same.
fn with_hint(
    scene: &mut Scene<'_>,
    (action, hint): (&str, Option<String>),
    told: Performed,
) -> Performed {
    match (hint, told) {
        (Some(hint), Ok(data)) => {
            scene.commands.note(format!("{action}: {hint}"));
            Ok(data)
        }
        (Some(hint), Err(mut failure)) => {
            failure.hint = Some(hint);
            Err(failure)
        }
        (None, told) => told,
    }
}

/// Lets what a command changed join the overlay.
fn harvest(scene: &mut Scene<'_>, (action, view): (&str, View<'_>)) -> Result<(), Box<Failure>> {
    let ignored = Ignored::new(scene.repo, scene.overlay, scene.gate);
    let left = scene.options.max_write.saturating_sub(scene.overlay.bytes());
    let harvested = view.harvest(
        scene.overlay,
        HarvestOptions {
            is_ignored: &|path| ignored.is_ignored(path),
            keep_ignored: scene.commands.options.keep_ignored,
            max_write: left,
        },
    );
    let harvest = harvested.map_err(|error| not_kept(action, &error))?;
    if !harvest.not_kept.is_empty() {
        let paths = harvest.not_kept.join(", ");
        scene.commands.note(format!("ignored by git and too large to be kept for undo: {paths}"));
    }
    Ok(())
}

fn not_run(action: &str, error: &ViewError) -> Box<Failure> {
    let mut failure = Failure::new("EXEC_FAILED", format!("{action}: {error}"));
    failure.hint = error.help().map(ToOwned::to_owned);
    failure
}

fn not_kept(action: &str, error: &HarvestError) -> Box<Failure> {
    let (code, hint) = match error {
        HarvestError::Refused(_) => ("PATH_FORBIDDEN", "what it changed was dropped"),
        HarvestError::TooMuch { .. } => (
            "WRITE_LIMIT",
            "what it changed was dropped; `git config clada.maxWrite` sets the limit",
        ),
        HarvestError::Changed(_) => {
            ("EXEC_FAILED", "what it changed was dropped; send the block again")
        }
        HarvestError::Unreadable { .. } | HarvestError::Worktree(_) => {
            ("EIO", "what it changed was dropped")
        }
    };
    Failure::with_hint(code, format!("{action}: {error}"), hint)
}
