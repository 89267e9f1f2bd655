//! Runs a granted command in a view of the worktree, or in the worktree itself, and lets what it
//! changed join the overlay.

use std::{
    ffi::OsString,
    path::Path,
    time::{Duration, Instant},
};

use super::{
    git_dir::Watched,
    in_place,
    outcome::{Failure, Performed},
    program,
    ran::{self, SetBy, TimeLimit},
    run::Scene,
    told::Told,
};
use crate::{
    history::Ignored,
    policy::{GrantedCommand, GrantedPath},
    workspace::{
        FsCode,
        process::{CommandSpec, Interrupt, SandboxMode, SandboxOptions, Stream},
        view::{
            HarvestError, HarvestOptions, Launcher, View, ViewChoice, ViewError, ViewOptions,
            foreign_files,
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
    /// What runs: a line, or a language.
    pub(super) what: &'a str,
    pub(super) command: &'a GrantedCommand,
    pub(super) cwd: Option<&'a GrantedPath>,
    /// How long the response lets it take, in milliseconds.
    pub(super) timeout: Option<i64>,
}

/// How a command is run.
pub(super) struct How {
    pub(super) command: GrantedCommand,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) limit: TimeLimit,
    pub(super) max_output: usize,
    pub(super) sandbox: SandboxOptions,
    pub(super) interrupt: Interrupt,
}

/// Runs a command. What it changed joins the overlay, unless its time was up or it left what it
/// may not.
pub(super) fn run(scene: &mut Scene<'_>, start: &Start<'_>) -> Performed {
    let how = how(scene, start)?;
    let since = Instant::now();
    let done = anywhere(scene, start, &how);
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
    let (mut sandbox, interrupt) = (options.sandbox, options.interrupt.clone());
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
        let fixed = TimeLimit { span: BUILT_IN_TIMEOUT, set_by: SetBy::Fixed };
        let limit = if allowed.span < fixed.span { allowed } else { fixed };
        let max_output = BUILT_IN_OUTPUT;
        return Ok(How { command: found, env, limit, max_output, sandbox, interrupt });
    }
    let by_path = !name.as_encoded_bytes().contains(&b'/');
    if by_path && program::find(options, &name).is_none() {
        return Err(missing());
    }
    let env = program::environment(options);
    let (command, max_output) = (command.clone(), options.max_output);
    Ok(How { command, env, limit: allowed, max_output, sandbox, interrupt })
}

/// Where it runs, as `clada.view` and the kernel have it.
fn anywhere(scene: &mut Scene<'_>, start: &Start<'_>, how: &How) -> Performed {
    let choice = scene.commands.options.view;
    let free = how.sandbox.mode == SandboxMode::Off;
    if choice == ViewChoice::InPlace
        || (choice == ViewChoice::Auto && scene.commands.in_place.chosen)
    {
        return in_place::run(scene, start, how);
    }
    match in_view(scene, start, how) {
        Ok(done) => done,
        // By trying, never by what the kernel says that it has.
        Err(ViewError::Unavailable { .. }) if choice == ViewChoice::Auto && free => {
            scene.commands.in_place.chosen = true;
            in_place::run(scene, start, how)
        }
        Err(error) => Err(not_run(start, &error)),
    }
}

/// What starts commands.
pub(super) fn launcher(scene: &Scene<'_>, action: &str) -> Result<Launcher, Box<Failure>> {
    scene.commands.options.launcher.clone().map(Launcher).ok_or_else(|| {
        let error = format!("{action}: commands are run by the program `git-clada` alone");
        Failure::new("EXEC_FAILED", error)
    })
}

/// What is run of a command and how.
pub(super) fn spec<'s>(
    start: &Start<'s>,
    how: &How,
    tell: &'s mut dyn FnMut(Stream, &str),
) -> CommandSpec<'s> {
    CommandSpec {
        command: how.command.clone(),
        cwd: start.cwd,
        env: how.env.clone(),
        timeout: how.limit.span,
        max_output: how.max_output,
        sandbox: how.sandbox,
        interrupt: how.interrupt.clone(),
        lock: None,
        on_output: if start.command.is_built_in() { None } else { Some(tell) },
    }
}

fn in_view(scene: &mut Scene<'_>, start: &Start<'_>, how: &How) -> Result<Performed, ViewError> {
    let Start { action, what, command, cwd, .. } = *start;
    let options = scene.commands.options;
    let launcher = match launcher(scene, action) {
        Ok(launcher) => launcher,
        Err(failure) => return Ok(Err(failure)),
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
    )?;
    let place = cwd.map_or_else(|| places.top.clone(), GrantedPath::absolute);
    let open = how.sandbox.allow_git || how.sandbox.mode == SandboxMode::Off;
    let watched = scene.repo.filter(|_| open && !command.is_built_in()).map(Watched::begin);
    let mut heard = Told::begin(options, (scene.commands.number(), what));
    let mut tell = |_: Stream, line: &str| heard.line(line);
    let ran = view.run(spec(start, how, &mut tell));
    drop(heard);
    let ran = ran?;
    if how.sandbox.mode == SandboxMode::Off {
        scene.commands.note("commands ran in a view, without a sandbox".to_owned());
    }
    if let Some(watched) = watched
        && let Err(failure) = watched.end(&mut scene.commands, action)
    {
        return Ok(Err(failure));
    }
    let keeps = !command.is_built_in() && ran.is_whole();
    let in_namespace = view.is_in_user_namespace();
    let kept = if keeps { harvest(scene, (action, view)) } else { Ok(()) };
    let complains = || foreign_files(scene.gate, &place, &ran.stderr);
    let hint = in_namespace.then(complains).flatten().map(|foreign| ran::not_written(&foreign));
    let came = with_hint(scene, (action, hint), ran::told(action, ran, how.limit));
    Ok(told(kept, came))
}

/// What came of a command, and of taking in what it changed.
pub(super) fn told(kept: Result<(), Box<Failure>>, came: Performed) -> Performed {
    match (kept, came) {
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
            is_ignored_dir: &|dir| ignored.is_ignored_dir(dir),
            keep_ignored: scene.commands.options.keep_ignored,
            max_write: left,
        },
    );
    harvested.map_err(|error| not_kept(action, &error))?;
    Ok(())
}

pub(super) fn not_run(start: &Start<'_>, error: &ViewError) -> Box<Failure> {
    let code = match error {
        ViewError::Scratch { source, .. } => FsCode::of(source).name(),
        ViewError::Unavailable { .. } | ViewError::Sandboxed | ViewError::NotStarted { .. } => {
            "EXEC_FAILED"
        }
    };
    let mut failure = Failure::new(code, format!("{}: {error}", start.action));
    failure.hint = if let ViewError::NotStarted { program, why } = error {
        not_started(program, why, start.cwd)
    } else {
        error.help().map(ToOwned::to_owned)
    };
    failure
}

/// What to do about a program that the system does not start, by what it says.
fn not_started(program: &str, why: &str, cwd: Option<&GrantedPath>) -> Option<String> {
    let place =
        cwd.map_or_else(|| "the worktree's top".to_owned(), |cwd| format!("`{}`", cwd.shown()));
    if why.ends_with("(os error 2)") {
        let looked = if program.starts_with('/') {
            "it was looked for there".to_owned()
        } else {
            format!("it was looked for in {place}")
        };
        return Some(format!(
            "{looked}: write its path as it is from there; if it is there, the interpreter that \
             its first line names is not"
        ));
    }
    why.ends_with("(os error 13)").then(|| {
        format!(
            "it is not executable: run it by its interpreter, as in `sh {program}` or \
             `python3 {program}`"
        )
    })
}

pub(super) fn not_kept(action: &str, error: &HarvestError) -> Box<Failure> {
    let (code, hint) = match error {
        HarvestError::Refused(_) => ("PATH_FORBIDDEN", "what it changed was dropped"),
        HarvestError::TooMuch { .. } => (
            "WRITE_LIMIT",
            "what it changed was dropped; `git config clada.maxWrite` sets the limit",
        ),
        HarvestError::Changed(_) => {
            ("EXEC_FAILED", "what it changed was dropped; send the block again")
        }
        HarvestError::NotKept { code, .. } => (code.name(), "what it changed was dropped"),
        HarvestError::Unreadable { source, .. } => {
            (FsCode::of(source).name(), "what it changed was dropped")
        }
        HarvestError::Worktree(error) => (error.code.name(), "what it changed was dropped"),
    };
    Failure::with_hint(code, format!("{action}: {error}"), hint)
}
