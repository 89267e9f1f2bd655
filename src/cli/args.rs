//! The arguments of the whole command; each subcommand's stand in its own file.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::base::TimeSpan;
use crate::engine::author_named;
use crate::git::Identity;
use crate::syntax::Dialect;

use super::command::{
    actions, allow, apply, back, blame, check, complete, completions, config, context, convert,
    demo, diff, doctor, drop, forward, gc, help, hooks, land, log, man, parse, prompt, recover,
    redo, revert, session, show, squash, status, undo, watch,
};

/// What the process ends with, as help tells it.
const EXIT_STATUS: &str = "\
Exit status:
  0  all succeeded, or there was nothing to do
  1  some block or action failed; what succeeded is committed
  2  wrong usage
  3  nothing was applied
  4  there were only commands that wait for approval, and nobody to ask";

/// Put what a language model wrote into a git repository, as one commit that can be taken back.
#[derive(Debug, Parser)]
#[command(name = "git-clada", bin_name = "git clada", version, after_help = EXIT_STATUS)]
#[command(disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do; without a command, where things stand is told, and what could be done next.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The heading over what holds for every command.
const COMMON: &str = "Common options";

/// What holds for every command.
#[derive(Args, Clone, Debug)]
pub struct Global {
    /// Run as if started in DIR
    #[arg(short = 'C', value_name = "DIR", global = true, help_heading = COMMON)]
    pub directory: Option<PathBuf>,
    /// Say only what went wrong
    #[arg(short, long, global = true, help_heading = COMMON)]
    pub quiet: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Apply responses, each as one transaction
    Apply(apply::Args),
    /// Apply a file whenever it changes
    Watch(watch::Args),
    /// Approve commands that responses may run
    Allow(allow::Args),
    /// Say what is wrong with responses; change nothing
    Check(check::Args),
    /// Print what the parser sees in a response
    Parse(parse::Args),
    /// Print the blocks of a response in another dialect
    Convert(convert::Args),
    /// Print the instructions to give to a model
    Prompt(prompt::Args),
    /// List the actions, or show one in full
    Actions(actions::Args),
    /// Take back the newest operation
    Undo(undo::Args),
    /// Do again what was taken back
    #[command(after_help = redo::HELP)]
    Redo(redo::Args),
    /// Finish what an interrupted run left, or take it back
    Recover(recover::Args),
    /// Take back what an operation changed, by a new commit
    Revert(revert::Args),
    /// Go to an earlier commit of the session
    Back(back::Args),
    /// Go towards the session's tip
    Forward(forward::Args),
    /// Make fewer commits of the session's; the files stay
    Squash(squash::Args),
    /// Take the session's commits home to the branch that it began on
    Land(land::Args),
    /// End the session without its commits; your own edits come back
    Drop(drop::Args),
    /// List the operations, the newest first
    Log(log::Args),
    /// Show an operation: its response, results and diff
    Show(show::Args),
    /// Show what an operation changed, or the session since its base
    Diff(diff::Args),
    /// Show what wrote each line of a file
    Blame(blame::Args),
    /// Show the session, and what undo would take back
    Status(status::Args),
    /// List, start, fork and change sessions
    Session(session::Args),
    /// Keep the files that a model is shown again and again
    Context(context::Args),
    /// Forget old operations
    Gc(gc::Args),
    /// Let git check what is committed, and keep sessions from being pushed
    Hooks(hooks::Args),
    /// Say what works here, and what to do where something does not
    Doctor(doctor::Args),
    /// List the settings, where they are set, and their defaults
    Config(config::Args),
    /// Take a tour in a temporary repository
    Demo(demo::Args),
    /// Show a command's man page, or its help where that is not installed
    Help(help::Args),
    /// Print what teaches a shell to complete `git clada`
    Completions(completions::Args),
    /// Write the man pages to a directory
    Man(man::Args),
    /// Print what may stand where a person presses TAB
    #[command(hide = true)]
    Complete(complete::Args),
}

/// The heading over the options about locks.
const LOCKS: &str = "Locks";

/// How locks are taken.
#[derive(Args, Clone, Debug, Default)]
pub struct Locks {
    /// How long to wait for locks, such as `500ms` [default: 10s]
    #[arg(help_heading = LOCKS, long, value_name = "TIME")]
    pub lock_timeout: Option<TimeSpan>,
    /// Use FILE as the worktree's lock
    #[arg(help_heading = LOCKS, long, value_name = "FILE")]
    pub lock_file: Option<PathBuf>,
}

/// How what was done is told, and how locks are taken.
#[derive(Args, Clone, Debug, Default)]
pub struct OperateArgs {
    /// How it is told
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
    /// How locks are taken
    #[command(flatten)]
    pub locks: Locks,
}

impl OperateArgs {
    /// Whether it is told as JSON.
    #[must_use]
    pub fn json(&self) -> bool {
        self.format == "json"
    }
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For scripts
    Json,
    /// CML's result
    Xml,
    /// To paste back to the model
    Markdown,
}

/// How much is said about a problem of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorDetail {
    /// A line per problem
    Minimal,
    /// The lines of the response with the places marked
    Full,
    /// The same, with the blocks as they were parsed and the causes of a failure
    Debug,
}

/// The dialect that a response is read as; none for all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Syntax(pub Option<Dialect>);

/// Reads a dialect, or `auto`.
pub fn dialects() -> impl TypedValueParser<Value = Syntax> {
    let names = Dialect::ALL.iter().map(|dialect| dialect.name());
    PossibleValuesParser::new(std::iter::once("auto").chain(names))
        .map(|name| Syntax(Dialect::named(&name)))
}

/// Reads an author, `NAME <EMAIL>` or a name alone.
pub fn author(text: &str) -> Result<Identity, String> {
    author_named(text).ok_or_else(|| "an author is a name, or `NAME <EMAIL>`".to_owned())
}

/// Reads a number of operations.
pub fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "it is no number of operations, such as `2`".to_owned())
}

/// Reads a number of commits.
pub fn commits(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "it is no number of commits, such as `2`".to_owned())
}
