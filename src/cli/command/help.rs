//! `git clada help`: the man page of a command where it is installed, else its help.

use clap::CommandFactory;
use clap::builder::StyledStr;

use crate::cli::args::Cli;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::manual::{become_manual, is_installed};

const HELP: &str = "\
Examples:
  git clada help
  git clada help apply
  git clada help session start";

/// The arguments of `help`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The command, such as `apply` or `session start` [default: all of them]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// Shows the page, or prints the help.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let mut whole = Cli::command();
    whole.build();
    let mut command = whole;
    for name in &args.command {
        let found = command.find_subcommand(name).filter(|found| !found.is_hide_set());
        command = found.cloned().ok_or_else(|| unknown(&command, name))?;
    }
    context.any_repository_or_bare();
    let page = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    if context.stdout.terminal && is_installed(&page) {
        // Where git cannot be started, the help below tells the same.
        drop(become_manual(&page));
    }
    let help = help(&args.command);
    let help = if context.stdout.colour { help.ansi().to_string() } else { help.to_string() };
    context.page(&help);
    Ok(Exit::Success)
}

/// What the command's own `--help` says.
fn help(names: &[String]) -> StyledStr {
    let names = names.iter().map(String::as_str);
    let words = std::iter::once("git-clada").chain(names).chain(["--help"]);
    match Cli::command().try_get_matches_from(words) {
        Err(help) => help.render(),
        Ok(_) => StyledStr::new(),
    }
}

fn unknown(above: &clap::Command, name: &str) -> Failure {
    let failure = Failure::new(format!("there is no command `{name}`")).into_usage();
    let likeness =
        |command: &clap::Command| strsim::normalized_damerau_levenshtein(command.get_name(), name);
    let shown = above.get_subcommands().filter(|command| !command.is_hide_set());
    let nearest = shown.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    match nearest.filter(|nearest| likeness(nearest) > 0.5) {
        Some(nearest) => failure.hint(format!("did you mean `{}`?", nearest.get_name())),
        None => failure.hint("`git clada -h` lists them"),
    }
}
