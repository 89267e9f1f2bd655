//! The words that only the repository and the catalogue know: sessions, branches, operations, actions.
//!
//! They are looked up when they are asked for, and nothing is said where they cannot be.

use std::ffi::OsStr;
use std::path::Path;

use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use crate::action::Catalogue;
use crate::cli::args::Cli;
use crate::engine::{approvals, inspect, list_sessions};
use crate::git::Repo;
use crate::history::ListedSession;

/// How many operations are offered: the newest.
const OPERATIONS: usize = 100;

/// What stands at an argument.
#[derive(Clone, Copy, Debug)]
enum What {
    /// Actions of the catalogue.
    Action,
    /// Commands on the list of allowed ones.
    Allowed,
    /// Our own commands.
    Command,
    /// Operations by their ids, and branches in place of commits.
    Operation,
    /// Sessions by their names.
    Session,
}

/// Where it stands: the path of commands, the argument, what that is.
const PLACES: [(&[&str], &str, What); 12] = [
    (&["actions"], "name", What::Action),
    (&["prompt"], "actions", What::Action),
    (&["allow"], "command", What::Allowed),
    (&["help"], "command", What::Command),
    (&["show"], "name", What::Operation),
    (&["diff"], "name", What::Operation),
    (&["revert"], "name", What::Operation),
    (&["apply"], "branch", What::Session),
    (&["apply"], "worktree", What::Session),
    (&["land"], "name", What::Session),
    (&["drop"], "name", What::Session),
    (&["session", "switch"], "name", What::Session),
];

/// The command line with all that it can offer in a directory. Paths are the shell's to complete.
pub fn knowing(command: Command, directory: &Path) -> Command {
    let command = without_paths(command);
    PLACES.into_iter().fold(command, |command, (path, arg, what)| {
        let directory = directory.to_owned();
        let completer =
            ArgValueCompleter::new(move |typed: &OsStr| offered(what, typed, &directory));
        with(command, path, &|found| found.mut_arg(arg, |arg| arg.add(completer.clone())))
    })
}

fn with(command: Command, path: &[&str], change: &dyn Fn(Command) -> Command) -> Command {
    match path.split_first() {
        Some((first, rest)) => command.mut_subcommand(first, |found| with(found, rest, change)),
        None => change(command),
    }
}

fn without_paths(command: Command) -> Command {
    let is_path = |arg: &Arg| {
        let hint = arg.get_value_hint();
        matches!(hint, ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath)
    };
    let command =
        command.mut_args(|arg| if is_path(&arg) { arg.value_hint(ValueHint::Other) } else { arg });
    command.mut_subcommands(without_paths)
}

fn offered(what: What, typed: &OsStr, directory: &Path) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let found = match what {
        What::Action => actions(),
        What::Command => commands(),
        What::Allowed => in_repository(directory, allowed),
        What::Operation => in_repository(directory, |repo| Some(operations(repo))),
        What::Session => in_repository(directory, sessions),
    };
    let fitting = found.into_iter().filter(|(word, _)| word.starts_with(typed));
    fitting
        .map(|(word, about)| {
            let about = Some(about).filter(|about| !about.is_empty());
            CompletionCandidate::new(word).help(about.map(Into::into))
        })
        .collect()
}

/// Words, and what they are.
type Words = Vec<(String, String)>;

fn in_repository(directory: &Path, look: impl FnOnce(&Repo) -> Option<Words>) -> Words {
    Repo::discover_any(directory).ok().and_then(|repo| look(&repo)).unwrap_or_default()
}

fn actions() -> Words {
    let catalogue = Catalogue::embedded();
    let built = catalogue.tools().filter(|tool| tool.is_built());
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    built.map(|tool| (tool.name.clone(), first(&tool.description))).collect()
}

fn commands() -> Words {
    let command = Cli::command();
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    shown
        .map(|command| (command.get_name().to_owned(), about(command).unwrap_or_default()))
        .collect()
}

fn allowed(repo: &Repo) -> Option<Words> {
    let approvals = approvals(repo).ok()?;
    let one_line = approvals.commands().filter(|command| !command.contains('\n'));
    Some(one_line.map(|command| (command.to_owned(), String::new())).collect())
}

fn operations(repo: &Repo) -> Words {
    let lines = inspect::log_lines(repo, Some(OPERATIONS)).unwrap_or_default();
    let operations =
        lines.into_iter().map(|line| (line.id, format!("{}: {}", line.kind, line.summary)));
    let branches = repo.branches().unwrap_or_default().into_iter();
    let branches = branches.map(|name| (name, "branch".to_owned()));
    operations.chain(branches).collect()
}

fn sessions(repo: &Repo) -> Option<Words> {
    let told = |listed: ListedSession| {
        let commits = match listed.commits {
            None => "session".to_owned(),
            Some(1) => "1 commit".to_owned(),
            Some(commits) => format!("{commits} commits"),
        };
        (listed.session.name, commits)
    };
    Some(list_sessions(repo).ok()?.into_iter().map(told).collect())
}
