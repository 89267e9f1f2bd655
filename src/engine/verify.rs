//! `--verify`: the repository's own `pre-commit` and `commit-msg` hooks have their say before
//! anything is committed.
//!
//! They run in a view of the worktree as the response leaves it, on an index of their own that holds
//! the tree to be committed, held like any command of a response: they come from the repository, and
//! what they run may have been written by the response.

use std::path::{Path, PathBuf};

use crate::git::{ObjectId, Repo};
use crate::history::Ignored;
use crate::policy::{Gate, GrantedCommand};
use crate::workspace::process::{CommandSpec, Ran, Status, Stream};
use crate::workspace::view::{HarvestOptions, Launcher, View, ViewOptions};
use crate::workspace::{Change, ChangeSet, Overlay};

use super::command_options::Running;
use super::failure::{EngineError, quoted};
use super::hooks::KEPT;
use super::options::ApplyOptions;
use super::perform::environment;
use super::place::Place;

/// What the shell runs.
const SCRIPT: &str = include_str!("verify.sh");
/// What a hook may say, in bytes; its words are for people.
const MOST_SAID: usize = 256 * 1024;

/// What hooks may not do, for those that mend what they find.
const ONLY_JUDGE: &str = "with `--verify` hooks only judge, and can neither change nor stage files: \
                          let them check alone, or apply without it and commit yourself";
/// What git says where it would store a file and may not.
const NOT_STAGED: &str = "failed to insert into database";

/// What the hooks are to judge.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    pub(super) repo: &'a Repo,
    pub(super) gate: &'a Gate,
    /// The worktree as the response leaves it.
    pub(super) overlay: &'a Overlay,
    pub(super) changes: &'a ChangeSet,
    pub(super) tree: ObjectId,
    pub(super) message: &'a str,
}

/// Runs the hooks. Returns the message as they leave it.
pub(super) fn verify(judged: Judged<'_>, options: &ApplyOptions) -> Result<String, EngineError> {
    let hooks = places_of_hooks(judged.repo);
    let changed =
        |change: &&Change| hooks.iter().any(|place| change.path.absolute().starts_with(place));
    if let Some(change) = judged.changes.changes.iter().find(changed) {
        let path = change.path.shown();
        return Err(refused(format!("the response changes the repository's own hooks (`{path}`)")));
    }
    options.commands.tell(Running::Begun { what: "pre-commit, commit-msg" });
    let done = run(judged, options);
    options.commands.tell(Running::Ended);
    let (ran, touched) = done?;
    options.go_on()?;
    let said = ran.stderr.trim_end();
    let (word, message) = ran.stdout.split_once('\n').unwrap_or_default();
    match (ran.status, word) {
        (Status::Exited(0), "message") if touched.is_empty() => {
            for line in said.lines() {
                options.commands.tell(Running::Beside { name: "verify", line });
            }
            with_trailers(judged.message, message)
        }
        (Status::Exited(0), "message") => {
            let paths = touched.join(", ");
            let why = format!("the repository's hooks change files: {paths}; {ONLY_JUDGE}");
            Err(refused(why + &quoted(said)))
        }
        (_, "staged") => {
            let why = format!("the `pre-commit` hook stages changes; {ONLY_JUDGE}");
            Err(refused(why + &quoted(said)))
        }
        (Status::TimedOut, _) => Err(refused(format!(
            "the repository's hooks took longer than {}s{}",
            options.commands.timeout.as_secs_f64(),
            quoted(said)
        ))),
        (_, hook @ ("pre-commit" | "commit-msg")) => {
            // git's own words do not say that this is on purpose.
            let only =
                if said.contains(NOT_STAGED) { format!("; {ONLY_JUDGE}") } else { String::new() };
            Err(refused(format!("the `{hook}` hook says no{only}{}", quoted(said))))
        }
        _ => Err(refused(format!("the repository's hooks cannot be run{}", quoted(said)))),
    }
}

/// Where the hooks are, links followed: what a response changes there would judge it.
fn places_of_hooks(repo: &Repo) -> Vec<PathBuf> {
    let dir = repo.hooks_dir();
    let names = ["pre-commit", "commit-msg"];
    let files = names.iter().flat_map(|name| [dir.join(name), dir.join(KEPT).join(name)]);
    let files: Vec<PathBuf> = files.collect();
    let real = files.iter().chain([&dir]).filter_map(|place| place.canonicalize().ok());
    real.chain([dir.clone()]).collect()
}

fn refused(why: String) -> EngineError {
    EngineError::Verify { why }
}

/// Runs the script in a view. Returns the files that the hooks changed, too.
fn run(judged: Judged<'_>, options: &ApplyOptions) -> Result<(Ran, Vec<String>), EngineError> {
    let Judged { repo, gate, tree, message, .. } = judged;
    let commands = &options.commands;
    let Some(launcher) = commands.launcher.clone().map(Launcher) else {
        return Err(refused("hooks are run by the program `git-clada` alone".to_owned()));
    };
    let places = Place::Repo(repo).for_commands();
    let mut overlay = judged.overlay.apart();
    let not_run = |error: &dyn std::error::Error| refused(error.to_string());
    let roots = gate.allowed_roots();
    let mut view = View::open(
        &overlay,
        ViewOptions {
            gate,
            scratch: &places.scratch,
            git_dirs: &places.git_dirs,
            home: commands.variable("HOME").map(Path::new),
            roots: &roots,
            launcher: &launcher,
        },
    )
    .map_err(|error| not_run(&error))?;
    let index = repo.index_path();
    let index = index.canonicalize().unwrap_or(index);
    let arguments = [tree.to_string().into(), index.into(), message.into()];
    let mut env = environment(commands);
    env.retain(|(name, _)| name != "GIT_INDEX_FILE");
    env.extend(repo.given_places());
    let mut told = |_: Stream, _: &str| {};
    let ran = view
        .run(CommandSpec {
            command: GrantedCommand::hooks(SCRIPT, arguments),
            cwd: None,
            env,
            timeout: commands.timeout,
            max_output: MOST_SAID,
            sandbox: commands.sandbox,
            interrupt: commands.interrupt.clone(),
            lock: None,
            on_output: Some(&mut told),
        })
        .map_err(|error| not_run(&error))?;
    if !ran.succeeded() {
        return Ok((ran, Vec::new()));
    }
    let ignored = Ignored::new(Some(repo), &overlay, gate);
    let harvest = HarvestOptions {
        is_ignored: &|path| ignored.is_ignored(path),
        is_ignored_dir: &|dir| ignored.is_ignored_dir(dir),
        keep_ignored: 0,
        max_write: options.perform.max_write,
    };
    view.harvest(&mut overlay, harvest).map_err(|error| not_run(&error))?;
    Ok((ran, differing(judged.changes, &overlay.into_changes(), &ignored)))
}

/// The files that are not as the response leaves them; those that git ignores do not count.
fn differing(wanted: &ChangeSet, found: &ChangeSet, ignored: &Ignored<'_>) -> Vec<String> {
    let lacks = |one: &ChangeSet, change: &Change| {
        let same = |other: &Change| other.path == change.path && other.after == change.after;
        !one.changes.iter().any(same)
    };
    let changed = found.changes.iter().filter(|change| lacks(wanted, change));
    let undone = wanted.changes.iter().filter(|change| lacks(found, change));
    let counts =
        |change: &&Change| change.path.worktree_path().is_none_or(|path| !ignored.is_ignored(path));
    let mut paths: Vec<String> =
        changed.chain(undone).filter(counts).map(|change| change.path.shown().to_owned()).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// The hook's message, with our trailers where it has lost them.
fn with_trailers(ours: &str, hooked: &str) -> Result<String, EngineError> {
    let hooked = hooked.trim_end();
    if hooked.trim().is_empty() {
        return Err(refused("the `commit-msg` hook leaves no message".to_owned()));
    }
    let trailers = ours.lines().rev().take_while(|line| line.starts_with("Clada-"));
    let mut lost: Vec<&str> =
        trailers.filter(|trailer| !hooked.lines().any(|line| line == *trailer)).collect();
    lost.reverse();
    if lost.is_empty() {
        return Ok(format!("{hooked}\n"));
    }
    let end = hooked.rsplit("\n\n").next().filter(|end| end.len() < hooked.len());
    let is_trailer = |line: &str| {
        line.split_once(": ").is_some_and(|(key, _)| !key.is_empty() && !key.contains(' '))
    };
    let joins = end.is_some_and(|end| end.lines().all(is_trailer));
    let gap = if joins { "\n" } else { "\n\n" };
    Ok(format!("{hooked}{gap}{}\n", lost.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hooked(message: &str) -> Option<String> {
        let ours = "AI: x\n\nbody\n\nClada-Transaction: kk\nClada-Response: r\n";
        with_trailers(ours, message).ok()
    }

    #[test]
    fn trailers_that_a_hook_loses_are_put_back() {
        let whole = "A\n\nClada-Transaction: kk\nClada-Response: r\n";
        assert_eq!(hooked(whole).as_deref(), Some(whole));
        assert_eq!(hooked("A\n").as_deref(), Some(whole));
        assert_eq!(hooked("A\n\nClada-Transaction: kk\n").as_deref(), Some(whole));
        let joined = "A\n\nSigned-off-by: b\nClada-Transaction: kk\nClada-Response: r\n";
        assert_eq!(hooked("A\n\nSigned-off-by: b\n").as_deref(), Some(joined));
        assert_eq!(hooked(" \n"), None);
    }
}
