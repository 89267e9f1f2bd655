//! `git clada drop`: a session ends without its commits.

use std::fmt::Write as _;

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::made::{made, shown};
use crate::engine::{self, Dropped};
use crate::history::OwnCommits;
use crate::report::{DropFacts, done_json};

use super::travel::stands;

const HELP: &str = "\
HEAD goes back to the branch that the session began on. `git clada undo`
brings it back.

Examples:
  git clada drop
  git clada drop spike      a session by its name";

/// The arguments of `drop`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The session [default: the one that HEAD is on]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Drop your own commits on it too
    #[arg(long)]
    pub force: bool,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Drops, and says what came back.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let own = if args.force { OwnCommits::Drop } else { OwnCommits::Refuse };
    let repo = context.repository()?;
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let dropped = engine::drop_session(&repo, (args.name.as_deref(), own), &options)?;
    if args.operate.json() {
        context.print_json(&done_json(&facts(&dropped)))?;
    } else {
        context.say(&crate::report::escape(&told(&dropped)));
    }
    Ok(Exit::Success)
}

fn facts(dropped: &Dropped) -> DropFacts {
    let gone = dropped.operation.worktree.before.as_ref();
    DropFacts {
        operation: made(&dropped.operation),
        session: dropped.session.clone(),
        commits: dropped.count,
        restored_files: dropped.edited.iter().map(ToString::to_string).collect(),
        elsewhere: dropped.elsewhere.as_deref().map(shown),
        removed_worktree: gone.map(|gone| shown(&gone.path)),
    }
}

fn told(dropped: &Dropped) -> String {
    let Dropped { session, count, edited, operation, elsewhere } = dropped;
    let commits = if *count == 1 { "1 commit".to_owned() } else { format!("{count} commits") };
    let mut text = format!("dropped clada/{session} ({commits})\n");
    for (at, path) in edited.iter().enumerate() {
        let label = if at == 0 { "your edits" } else { "" };
        let _ = writeln!(text, "  {label:10} {path}");
    }
    if let Some(gone) = &operation.worktree.before {
        let _ = writeln!(text, "  removed    {}", gone.path.display());
    }
    let place = elsewhere.as_ref().map(|path| path.display().to_string());
    let (at, git) = match place {
        Some(path) => (format!(" in {path}"), format!("git -C {path}")),
        None => (String::new(), "git".to_owned()),
    };
    let _ = writeln!(text, "  now        {}{at}\n  undo       {git} clada undo", stands(operation));
    text
}
