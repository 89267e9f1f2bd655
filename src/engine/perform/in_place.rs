//! Runs a granted command in the worktree itself, without a sandbox. What it changed joins the
//! overlay, and the worktree is as it was.

use super::{
    git_dir::{self, GitDir},
    outcome::{Failure, Performed},
    ran,
    run::Scene,
    spawn::{How, Start, launcher, not_kept, not_run, spec, told},
    told::Told,
};
use crate::{
    base::RepoPath,
    git::{ObjectId, Repo},
    history::{Barrier, BarrierError, Closed, Found, HistoryError, Ignored, Opening, Snapshot},
    policy::Gate,
    workspace::{
        Overlay,
        process::{CommandSpec, InheritedLock, Ran, SandboxMode, Stream},
        view::{HarvestOptions, Left, ViewError, ViewOptions, run_in_place, take_in},
    },
};

/// What is told of all commands that ran so.
const NOTE: &str = "commands ran in the worktree itself, without a sandbox; ignored files and nested \
                    repositories keep what they did to them, also where the rest is dropped or \
                    undone";

/// What the commands of one response that run in the worktree have in common.
#[derive(Debug, Default)]
pub(super) struct InPlace {
    /// Whether the kernel has been found to have no view.
    pub(super) chosen: bool,
    /// How the worktree stood before the last one.
    earlier: Option<Snapshot>,
    /// The same before the first one, as a tree.
    pub(super) first: Option<ObjectId>,
    /// What stood where it was put back and has been taken in: kept unless it is published.
    pub(super) taken: Vec<Found>,
    /// Why the worktree could not be put back.
    pub(super) broken: Option<HistoryError>,
}

/// Runs a command in the worktree.
pub(super) fn run(scene: &mut Scene<'_>, start: &Start<'_>, how: &How) -> Performed {
    let action = start.action;
    if how.sandbox.mode != SandboxMode::Off {
        return Err(not_run(start, &ViewError::Sandboxed));
    }
    scene.commands.note(NOTE.to_owned());
    let writes = !start.command.is_built_in() || !scene.overlay.pending_paths().is_empty();
    if writes && scene.commands.dry_run {
        let error =
            format!("{action}: in the worktree itself a command cannot be tried (clada.view)");
        let hint = "leave out `--dry-run`: what it changes is committed, and `undo` takes it back";
        return Err(Failure::with_hint("EXEC_FAILED", error, hint));
    }
    let Some(repo) = scene.repo.filter(|_| writes) else {
        if writes {
            let error = format!("{action}: no command runs in a directory without a repository");
            let hint = "nothing could bring back what it changes; the user makes one by `git init`";
            return Err(Failure::with_hint("NO_REPOSITORY", error, hint));
        }
        let ran =
            start_command(scene, start, (how, None)).map_err(|error| not_run(start, &error))?;
        return ran::told(action, ran, how.limit);
    };
    within_barrier(scene, (start, how), repo)
}

/// A command that has ended, the worktree being as it was.
struct Ended {
    ran: Result<Ran, ViewError>,
    /// The parts of the git directory that it changed.
    changed: Vec<String>,
    closed: Closed,
}

/// Runs it between writing the pending files out and putting the worktree back.
fn within_barrier(
    scene: &mut Scene<'_>,
    (start, how): (&Start<'_>, &How),
    repo: &Repo,
) -> Performed {
    let action = start.action;
    let earlier = scene.commands.in_place.earlier.take();
    let ended = run_in_barrier(scene, (start, how), (repo, earlier.as_ref()));
    scene.gate.forget();
    let Ended { ran, changed, closed } = match ended {
        Ok(ended) => ended,
        Err(BarrierError::Refused(error)) => return Err(failed(action, &error)),
        // The worktree is not as it was: nothing of the response can go on.
        Err(BarrierError::StaysOpen(error)) => {
            let failure = Failure::new("EXEC_FAILED", format!("{action}: {error}"));
            scene.commands.in_place.broken = Some(error);
            return Err(failure);
        }
    };
    let Closed { left, repositories, found, late, snapshot, kept } = closed;
    if !start.command.is_built_in() {
        scene.commands.in_place.first.get_or_insert(kept);
        scene.commands.in_place.earlier = Some(snapshot);
    }
    note(scene, action, (&changed, &repositories));
    let keeps = !start.command.is_built_in() && ran.as_ref().is_ok_and(Ran::is_whole);
    let kept = if keeps { take(scene, action, &left) } else { Ok(()) };
    let (taken, dropped) = if keeps && kept.is_ok() { (found, None) } else { (None, found) };
    scene.commands.in_place.taken.extend(taken);
    for found in dropped.into_iter().chain(late) {
        scene.commands.note(found.keep(repo, scene.now));
    }
    let ran = ran.map_err(|error| not_run(start, &error))?;
    told(kept, ran::told(action, ran, how.limit))
}

fn run_in_barrier(
    scene: &Scene<'_>,
    (start, how): (&Start<'_>, &How),
    (repo, earlier): (&Repo, Option<&Snapshot>),
) -> Result<Ended, BarrierError> {
    let committer = repo.committer(scene.commands.committer.clone());
    let committer = &committer.map_err(HistoryError::from)?;
    let none = Overlay::new();
    let (gate, overlay): (_, &Overlay) = (scene.gate, scene.overlay);
    let ignored = [&none, overlay].map(|seen| Ignored::new(Some(repo), seen, gate));
    // A command that only looks around changes nothing.
    let ignored = (!start.command.is_built_in()).then_some(ignored.each_ref());
    let interrupt = &how.interrupt;
    let opening = Opening { repo, gate, overlay, ignored, earlier, committer, interrupt };
    let barrier = Barrier::open(opening)?;
    let before = GitDir::of(repo);
    let ran = start_command(scene, start, (how, barrier.lock()));
    let changed = before.changes(&GitDir::of(repo));
    Ok(Ended { ran, changed, closed: barrier.close()? })
}

/// Starts it and waits for its end; `lock` is held by all that it starts.
fn start_command(
    scene: &Scene<'_>,
    start: &Start<'_>,
    (how, lock): (&How, Option<&InheritedLock>),
) -> Result<Ran, ViewError> {
    let Start { action, what, .. } = *start;
    let launcher = launcher(scene, action).map_err(|failure| ViewError::Unavailable {
        what: "start a command".to_owned(),
        why: failure.error,
    })?;
    let options = scene.commands.options;
    let view = ViewOptions {
        gate: scene.gate,
        scratch: &scene.commands.places.scratch,
        git_dirs: &scene.commands.places.git_dirs,
        home: None,
        roots: &[],
        launcher: &launcher,
    };
    let mut heard = Told::begin(options, (scene.commands.number(), what));
    let mut tell = |_: Stream, line: &str| heard.line(line);
    run_in_place(&view, CommandSpec { lock, ..spec(start, how, &mut tell) })
}

/// Lets what the command left join the overlay.
fn take(
    scene: &mut Scene<'_>,
    action: &str,
    left: &[(RepoPath, Left)],
) -> Result<(), Box<Failure>> {
    let max_write = scene.options.max_write.saturating_sub(scene.overlay.bytes());
    let options = HarvestOptions {
        is_ignored: &|_| false,
        is_ignored_dir: &|_| false,
        keep_ignored: scene.commands.options.keep_ignored,
        max_write,
    };
    let gate: &Gate = scene.gate;
    let taken = take_in(left, gate, (scene.overlay, options));
    taken.map(drop).map_err(|error| not_kept(action, &error))
}

/// Notes what of a command's doings no undo takes back.
fn note(scene: &mut Scene<'_>, action: &str, (git_dir, repositories): (&[String], &[String])) {
    let commands = &mut scene.commands;
    git_dir::note(commands, action, git_dir);
    if !repositories.is_empty() {
        let paths = repositories.join(", ");
        commands.note(format!("{action} made or removed repositories, and they stay so: {paths}"));
    }
}

fn failed(action: &str, error: &HistoryError) -> Box<Failure> {
    let error = format!("{action}: it was not run: {error}");
    Failure::with_hint("EXEC_FAILED", error, "send the block again")
}
