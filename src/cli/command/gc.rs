//! `git clada gc`: forgets old operations.

use std::fmt::Write as _;

use crate::base::{TimeSpan, Timestamp};
use crate::cli::args::OperateArgs;
use crate::cli::context::{Context, now};
use crate::cli::failure::{Exit, Failure};
use crate::engine::{self, Collected, GcOptions};
use crate::history::Dropped;
use crate::report::{GcFacts, age, done_json, log_text};

/// As long as git keeps its reflogs.
const AGE: &str = "90d";

const HELP: &str = "\
Operations that are forgotten can be neither shown nor undone; the commits on
branches stay.

Examples:
  git clada gc -n
  git clada gc --older-than 2w";

/// The arguments of `gc`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Forget operations from this age on, such as `2w`
    #[arg(long, value_name = "TIME", default_value = AGE)]
    pub older_than: TimeSpan,
    /// Say what would go, and change nothing
    #[arg(short = 'n', long)]
    pub dry_run: bool,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Trims the log, and says what went.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let gc = GcOptions { older_than: args.older_than.0, dry_run: args.dry_run };
    let collected = engine::collect_garbage(&repo, gc, &options)?;
    if args.operate.json() {
        let Collected { dropped, kept, refs, files, bytes } = &collected;
        context.print_json(&done_json(&GcFacts {
            dry_run: args.dry_run,
            forgotten: dropped,
            kept: *kept,
            removed_refs: refs.iter().map(|dropped| dropped.name.as_str()).collect(),
            removed_files: *files,
            removed_bytes: *bytes,
        }))?;
        return Ok(Exit::Success);
    }
    let text = told(&collected, args, context);
    context.say(&text);
    Ok(Exit::Success)
}

fn told(collected: &Collected, args: &Args, context: &Context) -> String {
    let Collected { dropped, kept, refs, files, bytes } = collected;
    let verb = if args.dry_run { "would forget" } else { "forgot" };
    let mut text = String::new();
    if dropped.is_empty() {
        let _ = writeln!(text, "no operation to forget ({kept} in the log)");
    } else {
        text.push_str(&log_text(dropped, now(context), &context.stdout.text_options()));
        let _ = writeln!(text, "{verb} {} of {}", dropped.len(), dropped.len() + kept);
    }
    if !refs.is_empty() {
        let _ = writeln!(text, "{verb} what stood where commands in the worktree were taken back:");
    }
    for Dropped { name, seconds } in refs {
        let now = now(context);
        let age = age(Timestamp { seconds: *seconds, ..now }, now);
        let _ = writeln!(text, "  {name}  {age}");
    }
    if *files > 0 {
        let files = if *files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        let _ = writeln!(text, "removed {files} ({bytes} bytes) that transactions had replaced");
    }
    let nothing = dropped.is_empty() && refs.is_empty();
    if !nothing && !args.dry_run {
        text.push_str("`git gc` gives back the space that they took\n");
    }
    text
}
