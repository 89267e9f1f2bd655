//! `git clada allow`: which commands responses may run.

use std::fmt::Write as _;

use crate::cli::context::{Context, now};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::ask;
use crate::engine::{self, Answer};
use crate::git::Repo;
use crate::policy::{Approvals, Denial, Wanted};
use crate::report::{escape, escape_line};

const HELP: &str = "\
Approvals stand in `.clada/allowed-commands.json`, word for word: `npm test`
allows `npm test` and nothing else.

Examples:
  git clada allow                    be asked about the commands that wait
  git clada allow 'npm test'
  git clada allow --list
  git clada allow --remove 'npm test'
  git clada allow --trust            accept a list that came with a clone";

/// The arguments of `allow`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The command, exactly as responses will have it; code stands below a line `#!LANGUAGE`.
    /// Without one, you are asked about those that wait
    #[arg(value_name = "COMMAND", conflicts_with_all = ["list", "trust"], allow_hyphen_values = true)]
    pub command: Option<String>,
    /// List the allowed commands
    #[arg(long, conflicts_with_all = ["remove", "trust"])]
    pub list: bool,
    /// Take COMMAND off the list
    #[arg(long, requires = "command", conflicts_with = "trust")]
    pub remove: bool,
    /// Accept the list as it stands in the worktree
    #[arg(long)]
    pub trust: bool,
}

/// Does what is asked with the list.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let mut approvals = engine::approvals(&repo)?;
    match &args.command {
        _ if args.list => list(&approvals, context),
        _ if args.trust => {
            approvals.trust()?;
            let count = counted(approvals.commands().count());
            context.say(&format!("trusted: {count} in {}\n", shown_path(&approvals)));
        }
        Some(command) if args.remove => {
            if !approvals.remove(command)? {
                let failure = Failure::new(format!("`{}` is not allowed", escape_line(command)));
                return Err(failure.hint("`git clada allow --list` lists what is").into_problem());
            }
            context.say(&format!("no longer allowed: {}\n", escape(command)));
        }
        Some(command) => {
            Wanted::check(command).map_err(unusable)?;
            engine::approve(&mut approvals, command, now(context))?;
            context.say(&format!("allowed: {}\n", escape(command)));
        }
        None => return each_waiting(&repo, &mut approvals, context),
    }
    Ok(Exit::Success)
}

/// A command that no approval lets run.
fn unusable(denial: Denial) -> Failure {
    let failure = Failure::new(denial.message);
    denial.help.into_iter().fold(failure, |failure, help| failure.hint(&help)).into_usage()
}

fn list(approvals: &Approvals, context: &mut Context) {
    let mut text = String::new();
    for command in approvals.commands() {
        let added = approvals.added(command).map(|when| format!("  ({})", escape_line(when)));
        // A `String` takes whatever is written to it.
        let _ = writeln!(text, "{}{}", escape_line(command), added.unwrap_or_default());
    }
    context.print(&text);
    if !approvals.is_trusted() {
        context.print_error(
            "warning: the list is not as it was trusted here, and counts for nothing\n\
             hint: `git clada allow --trust` accepts it as it is\n",
        );
    }
}

/// Asks about the commands of the newest response that wait for approval.
fn each_waiting(
    repo: &Repo,
    approvals: &mut Approvals,
    context: &mut Context,
) -> Result<Exit, Failure> {
    let waiting = engine::waiting(repo, approvals)?;
    if waiting.is_empty() {
        context.say("no command waits for approval\n");
        return Ok(Exit::Success);
    }
    if !context.stderr.terminal {
        for command in &waiting {
            context.print(&format!("{}\n", escape(command)));
        }
        let failure = Failure::new(format!("{} for approval", waits(waiting.len())));
        return Err(failure.hint("name it: `git clada allow COMMAND`").into_problem());
    }
    for command in &waiting {
        match ask::about(command) {
            Some(Answer::Always | Answer::Once) => {
                engine::approve(approvals, command, now(context))?;
            }
            Some(Answer::No) => {}
            Some(Answer::Quit) | None => break,
        }
    }
    Ok(Exit::Success)
}

fn waits(count: usize) -> String {
    if count == 1 { "1 command waits".to_owned() } else { format!("{count} commands wait") }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 command".to_owned() } else { format!("{count} commands") }
}

fn shown_path(approvals: &Approvals) -> String {
    escape_line(&approvals.path().to_string_lossy()).into_owned()
}
