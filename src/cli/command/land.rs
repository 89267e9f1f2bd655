//! `git clada land`: the base branch takes a session's commits, and the session ends.

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::made::{made, shown};
use crate::engine::{self, Landed};
use crate::history::{LandMode, LandOptions, LandWay};

use crate::report::{LandFacts, done_json};

use super::squash::message;

const HELP: &str = "\
HEAD goes back to that branch, and the session's branch and worktree are
removed. `git clada undo` brings them back.

Examples:
  git clada land
  git clada land --squash -m 'Mend the parser'
  git clada land spike                           a session by its name";

/// The arguments of `land`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The session [default: the one that HEAD is on]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Make one commit of them all
    #[arg(long, group = "how")]
    pub squash: bool,
    /// Merge, even where the base could take the commits as they are
    #[arg(long, group = "how")]
    pub merge: bool,
    /// Take the commits as they are, or not at all
    #[arg(long, group = "how")]
    pub ff_only: bool,
    /// The message of the merge, or of the one commit; several make a paragraph each
    #[arg(short, long, value_name = "MESSAGE")]
    pub message: Vec<String>,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Lands, and says where.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let mode = match args {
        Args { squash: true, .. } => LandMode::Squash,
        Args { merge: true, .. } => LandMode::Merge,
        Args { ff_only: true, .. } => LandMode::FastForward,
        Args { .. } => LandMode::FastForwardOrMerge,
    };
    let land = LandOptions { mode, message: message(&args.message)? };
    let repo = context.repository()?;
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let landed = engine::land(&repo, (args.name.as_deref(), &land), &options)?;
    if args.operate.json() {
        context.print_json(&done_json(&facts(&landed)))?;
    } else {
        context.say(&crate::report::escape(&told(&landed)));
    }
    Ok(Exit::Success)
}

fn facts(landed: &Landed) -> LandFacts {
    LandFacts {
        operation: made(&landed.operation),
        session: landed.session.clone(),
        base: landed.branch.clone(),
        base_commit: landed.commit.to_string(),
        way: match landed.way {
            LandWay::Nothing => "nothing",
            LandWay::FastForward => "fast-forward",
            LandWay::Merge => "merge",
            LandWay::Squash => "squash",
        },
        commits: landed.count,
        elsewhere: landed.elsewhere.as_deref().map(shown),
        removed_worktree: landed.worktree.as_deref().map(shown),
    }
}

fn told(landed: &Landed) -> String {
    let Landed { session, branch, count, .. } = landed;
    let commits = match (landed.way, *count) {
        (LandWay::Nothing, _) => "nothing new".to_owned(),
        (LandWay::Squash, count) => format!("{}, as one", counted(count)),
        (LandWay::Merge, count) => format!("{}, merged", counted(count)),
        (LandWay::FastForward, count) => counted(count),
    };
    let commit = landed.commit.to_hex_with_len(10);
    let first = format!("landed clada/{session} on {branch} ({commits})\n");
    let worktree = landed.worktree.as_ref();
    let gone = worktree.map(|path| format!("  removed   {}\n", path.display()));
    let gone = gone.unwrap_or_default();
    match &landed.elsewhere {
        None => format!(
            "{first}{gone}  now       on {branch} at {commit}\n  undo      git clada undo\n"
        ),
        Some(path) if worktree.is_some() => format!(
            "{first}{gone}  now       {branch} is at {commit} in {0}\n  \
             undo      git -C {0} clada undo\n",
            path.display()
        ),
        Some(path) => format!(
            "{first}  {branch} is checked out in {0} and is at {commit} there\n  \
             now       detached, as {branch} can be checked out only once\n  \
             undo      git -C {0} clada undo, then git clada undo\n",
            path.display()
        ),
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 commit".to_owned() } else { format!("{count} commits") }
}
