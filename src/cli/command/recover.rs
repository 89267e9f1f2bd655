//! `git clada recover`: finishes what an interrupted run left, or takes it back.

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::{self, ApplyOptions, CutShort, NoGit};
use crate::report::{RecoverFacts, done_json};

const HELP: &str = "\
Every command that writes does this first; nothing need be done by hand.

Examples:
  git clada recover
  git clada recover --no-git    after `git clada apply --no-git`";

/// The arguments of `recover`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Put back what a run without a repository replaced here
    #[arg(long)]
    pub no_git: bool,
    /// Put the files back as they were before a command in the worktree that was cut short, though
    /// HEAD or the index has changed since; what stands there now is kept in the log
    #[arg(long, conflicts_with_all = ["keep", "no_git"])]
    pub force: bool,
    /// Leave the files as they are, and keep aside what they held before such a command
    #[arg(long, conflicts_with = "no_git")]
    pub keep: bool,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Sees to it, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let done = if args.no_git {
        context.obey_user();
        let place = NoGit::new(&context.directory, &context.state_dir());
        let timeout = args.operate.locks.lock_timeout.map(|timeout| timeout.0);
        let timeout = timeout.unwrap_or(ApplyOptions::default().lock_timeout);
        let lock_file =
            args.operate.locks.lock_file.as_ref().map(|file| context.directory.join(file));
        engine::recover_without_git(&place, (lock_file, timeout))?
    } else {
        let repo = context.repository()?;
        let options = context.operate_options(&repo, &args.operate.locks)?;
        let cut_short = match (args.force, args.keep) {
            (true, _) => CutShort::Force,
            (_, true) => CutShort::Keep,
            _ => CutShort::Safe,
        };
        engine::recover(&repo, cut_short, &options)?
    };
    if args.operate.json() {
        context.print_json(&done_json(&RecoverFacts { done: &done }))?;
        return Ok(Exit::Success);
    }
    if done.is_empty() {
        context.say("nothing to recover\n");
    }
    for line in done {
        context.say(&format!("{line}\n"));
    }
    Ok(Exit::Success)
}
