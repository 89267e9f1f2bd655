//! `git clada session`: sessions are listed, begun, forked and gone to.

use std::ffi::OsString;
use std::fmt::Write as _;

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::made::{made, short};
use crate::engine::{ApplyOptions, StartedSession, list_sessions, start_session, switch_session};
use crate::git::Repo;
use crate::history::{Beginning, LandingMode, ListedSession, OperationKind, Whereabouts};
use crate::report::{
    SessionFacts, SessionLine, WaitingEdit, done_json, escape_line, sessions_json, sessions_text,
};

const HELP: &str = "\
Examples:
  git clada session list
  git clada session start parser
  git clada session switch main
  git clada session fork other-way --worktree";

/// The arguments of `session`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// List the sessions: base, commits, and where each is checked out
    List {
        /// How the list is written
        #[arg(long, value_parser = ["text", "json"], default_value = "text")]
        format: String,
    },
    /// Begin a session where HEAD stands, and go to it
    Start(StartArgs),
    /// Go to another session; edits of your own travel along, unless they are in the way
    Switch {
        /// The session, or its branch
        #[arg(value_name = "NAME")]
        name: String,
        /// How it is told, and how locks are taken
        #[command(flatten)]
        operate: OperateArgs,
    },
    /// Begin a session that goes another way from where HEAD stands, also after `back`
    Fork(StartArgs),
}

#[derive(clap::Args, Clone, Debug)]
struct StartArgs {
    /// The session's name [default: made of where HEAD stands]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Give it a linked worktree of its own, in DIR or beside the repository
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true,
        default_missing_value = "")]
    worktree: Option<OsString>,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    operate: OperateArgs,
}

/// Does what was asked for.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    match &args.command {
        Command::List { format } => list(format == "json", context),
        Command::Start(args) => begin(OperationKind::SessionStart, args, context),
        Command::Fork(args) => begin(OperationKind::SessionFork, args, context),
        Command::Switch { name, operate } => switch(name, operate, context),
    }
}

fn list(json: bool, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let lines: Vec<SessionLine> = list_sessions(&repo)?.into_iter().map(line).collect();
    if json {
        context.print_json(&sessions_json(&lines))?;
    } else {
        let text = sessions_text(&lines, &context.stdout.text_options());
        context.page(&text);
    }
    Ok(Exit::Success)
}

fn line(listed: ListedSession) -> SessionLine {
    let ListedSession { session, tip, commits, checked_out, linked, current } = listed;
    let checked_out = checked_out.map(|path| path.to_string_lossy().into_owned());
    SessionLine {
        branch: short(&session.branch).to_owned(),
        commit: tip.to_string(),
        base: session.base_branch.as_deref().map(|name| short(name).to_owned()),
        base_commit: session.base_commit.map(|commit| commit.to_string()),
        commits,
        worktree: checked_out.clone().filter(|_| linked),
        checked_out,
        current,
        name: session.name,
    }
}

fn begin(kind: OperationKind, args: &StartArgs, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let configured = matches!(ApplyOptions::configured(&repo)?.mode, LandingMode::Worktree(_));
    let own = kind == OperationKind::SessionStart && configured;
    let whereabouts = match &args.worktree {
        Some(dir) => {
            let named = !dir.is_empty();
            Whereabouts::Worktree(named.then(|| context.directory.join(dir)))
        }
        None if own => Whereabouts::Worktree(None),
        None => Whereabouts::Here,
    };
    let repo = if whereabouts == Whereabouts::Here { repo.with_worktree()? } else { repo };
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let beginning = Beginning { kind, name: args.name.clone(), whereabouts };
    let started = start_session(&repo, &beginning, &options)?;
    if args.operate.json() {
        context.print_json(&done_json(&facts(&repo, &started)?))?;
    } else {
        context.say(&told(&started));
    }
    Ok(Exit::Success)
}

fn facts(repo: &Repo, started: &StartedSession) -> Result<SessionFacts, Failure> {
    let is_it = |listed: &ListedSession| listed.session.branch == started.session.branch;
    let stashed = started
        .stashed
        .iter()
        .map(|edit| WaitingEdit { path: edit.path.to_string(), commit: edit.at.to_string() });
    Ok(SessionFacts {
        operation: Some(made(&started.operation)),
        session: list_sessions(repo)?.into_iter().find(is_it).map(line),
        stashed_files: stashed.collect(),
    })
}

fn told(started: &StartedSession) -> String {
    let StartedSession { session, at, worktree, stashed, operation } = started;
    let forked = operation.kind == OperationKind::SessionFork;
    let verb = if forked { "forked" } else { "started" };
    let mut text = format!("{verb} the session {}\n", escape_line(&session.name));
    let branch = escape_line(short(&session.branch));
    let _ = writeln!(text, "  {:9} {branch} at {}", "branch", at.to_hex_with_len(10));
    if let Some(path) = worktree {
        let path = path.display().to_string();
        let _ = writeln!(text, "  {:9} {}", "worktree", escape_line(&path));
        let _ = writeln!(text, "  {:9} cd {}", "go there", escape_line(&path));
    }
    for (index, edit) in stashed.iter().enumerate() {
        let label = if index == 0 { "waiting" } else { "" };
        let _ = writeln!(text, "  {label:9} {}", escape_line(&edit.path.to_string()));
    }
    if let Some(home) = stashed.first().map(|edit| short(&edit.branch)) {
        let name = escape_line(home.strip_prefix("clada/").unwrap_or(home));
        let _ = writeln!(
            text,
            "  {:9} `git clada session switch {name}`, then `git clada forward --tip`",
            "come back"
        );
    }
    text
}

fn switch(name: &str, operate: &OperateArgs, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let options = context.operate_options(&repo, &operate.locks)?;
    let switched = switch_session(&repo, name, &options)?;
    if operate.json() {
        let here = |listed: &ListedSession| listed.current;
        let operation = switched.as_ref().map(|(_, operation)| made(operation));
        let session = list_sessions(&repo)?.into_iter().find(here).map(line);
        let facts = SessionFacts { operation, session, stashed_files: Vec::new() };
        context.print_json(&done_json(&facts))?;
        return Ok(Exit::Success);
    }
    match switched {
        Some((session, operation)) => {
            let files = operation.paths.len();
            let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
            let name = escape_line(&session.name);
            let branch = escape_line(short(&session.branch));
            context.say(&format!("now on the session {name}, {branch} ({files} changed)\n"));
        }
        None => context.say(&format!("already on the session {}\n", escape_line(name))),
    }
    Ok(Exit::Success)
}
