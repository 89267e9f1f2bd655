//! Hands a command line to its subcommand.

use crate::cli::args::Command;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};

use super::{
    actions, allow, apply, back, blame, check, complete, completions, config,
    context as working_context, convert, demo, diff, doctor, drop, forward, gc, help, hooks, land,
    log, man, overview, parse, prompt, recover, redo, revert, session, show, squash, status, undo,
    watch,
};

/// Runs a subcommand; prints why, where it fails.
pub fn run(command: Option<Command>, context: &mut Context) -> Exit {
    let done = match command {
        Some(command) => carry_out(command, context),
        None => overview::run(context),
    };
    for notice in context.notices.take() {
        context.print_error(&format!("note: {notice}\n"));
    }
    done.unwrap_or_else(|failure| {
        context.print_error(&failure.text());
        failure.exit
    })
}

fn carry_out(command: Command, context: &mut Context) -> Result<Exit, Failure> {
    match command {
        Command::Apply(args) => Ok(apply::run(&args, context)),
        Command::Watch(args) => watch::run(&args, context),
        Command::Allow(args) => allow::run(&args, context),
        Command::Check(args) => check::run(&args, context),
        Command::Parse(args) => parse::run(&args, context),
        Command::Convert(args) => convert::run(&args, context),
        Command::Prompt(args) => prompt::run(&args, context),
        Command::Actions(args) => actions::run(&args, context),
        Command::Undo(args) => undo::run(&args, context),
        Command::Redo(args) => redo::run(&args, context),
        Command::Recover(args) => recover::run(&args, context),
        Command::Revert(args) => revert::run(&args, context),
        Command::Back(args) => back::run(&args, context),
        Command::Forward(args) => forward::run(&args, context),
        Command::Squash(args) => squash::run(&args, context),
        Command::Land(args) => land::run(&args, context),
        Command::Drop(args) => drop::run(&args, context),
        Command::Log(args) => log::run(&args, context),
        Command::Show(args) => show::run(&args, context),
        Command::Diff(args) => diff::run(&args, context),
        Command::Blame(args) => blame::run(&args, context),
        Command::Status(args) => status::run(&args, context),
        Command::Session(args) => session::run(&args, context),
        Command::Context(args) => working_context::run(&args, context),
        Command::Gc(args) => gc::run(&args, context),
        Command::Hooks(args) => hooks::run(&args, context),
        Command::Doctor(args) => doctor::run(&args, context),
        Command::Config(args) => config::run(&args, context),
        Command::Demo(args) => demo::run(&args, context),
        Command::Help(args) => help::run(&args, context),
        Command::Completions(args) => completions::run(&args, context),
        Command::Man(args) => man::run(&args, context),
        Command::Complete(args) => complete::run(&args, context),
    }
}
