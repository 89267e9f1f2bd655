//! `git clada squash`: makes fewer commits of a session's, and leaves the files as they are.

use std::fmt::Write as _;

use clap::ValueEnum;

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::made::made;
use crate::engine::{self, Rehearsal, SquashOutcome};
use crate::history::{SquashMode, SquashOptions};
use crate::report::{SquashFacts, SquashedCommit, done_json};

/// Which commits are squashed, and what the message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// All that responses made; the message sums them up
    AutoAi,
    /// All that responses made; the message is theirs, joined
    AiMessages,
    /// Those of the last `--hours`
    Hours,
    /// Those of the last `--days`
    Days,
    /// Those whose message has the text of `--contains`
    MsgContains,
}

const HELP: &str = "\
Examples:
  git clada squash -n                           show what would become what
  git clada squash -m 'Mend the parser'
  git clada squash --hours 2 --contiguous-only";

/// The arguments of `squash`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Which of the commits that responses made [default: auto-ai]
    #[arg(long, value_name = "MODE")]
    pub mode: Option<Mode>,
    /// Those of the last N hours
    #[arg(long, value_name = "N", group = "which")]
    pub hours: Option<u32>,
    /// Those of the last N days
    #[arg(long, value_name = "N", group = "which")]
    pub days: Option<u32>,
    /// Those whose message contains TEXT
    #[arg(long, value_name = "TEXT", group = "which")]
    pub contains: Option<String>,
    /// Join only what stands side by side; move no other commit
    #[arg(long)]
    pub contiguous_only: bool,
    /// The new message; trailers are kept below it. Several make a paragraph each
    #[arg(short, long, value_name = "MESSAGE")]
    pub message: Vec<String>,
    /// Keep the commits of your own edits that came before responses
    #[arg(long)]
    pub keep_snapshots: bool,
    /// Show what would become what; write nothing
    #[arg(short = 'n', long)]
    pub dry_run: bool,
    /// How it is told, and how locks are taken
    #[command(flatten)]
    pub operate: OperateArgs,
}

/// Squashes, and says what became what.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let squash = SquashOptions {
        mode: mode(args)?,
        contiguous_only: args.contiguous_only,
        keep_snapshots: args.keep_snapshots,
        message: message(&args.message)?,
    };
    let repo = context.repository()?;
    let options = context.operate_options(&repo, &args.operate.locks)?;
    let rehearsal = if args.dry_run { Rehearsal::Yes } else { Rehearsal::No };
    let outcome = engine::squash(&repo, (&squash, rehearsal), &options)?;
    if args.operate.json() {
        context.print_json(&done_json(&facts(outcome.as_ref(), args.dry_run)))?;
        return Ok(Exit::Success);
    }
    match outcome {
        Some(outcome) => context.say(&crate::report::escape(&told(&outcome))),
        None => context.say("nothing to squash\n"),
    }
    Ok(Exit::Success)
}

/// The text of `-m`, where it is given: it must say something.
pub(super) fn message(paragraphs: &[String]) -> Result<Option<String>, Failure> {
    let text = paragraphs.join("\n\n");
    if !paragraphs.is_empty() && text.trim().is_empty() {
        return Err(Failure::new("the message is empty").into_usage());
    }
    Ok((!paragraphs.is_empty()).then_some(text))
}

fn mode(args: &Args) -> Result<SquashMode, Failure> {
    let wrong = |text: &str| Err(Failure::new(text).into_usage());
    let Args { mode, hours, days, contains, .. } = args;
    match (mode, hours, days, contains) {
        (None | Some(Mode::Hours), Some(hours), None, None) => Ok(SquashMode::Hours(*hours)),
        (None | Some(Mode::Days), None, Some(days), None) => Ok(SquashMode::Days(*days)),
        (None | Some(Mode::MsgContains), None, None, Some(text)) if !text.is_empty() => {
            Ok(SquashMode::Contains(text.clone()))
        }
        (None | Some(Mode::AutoAi), None, None, None) => Ok(SquashMode::AutoAi),
        (Some(Mode::AiMessages), None, None, None) => Ok(SquashMode::AiMessages),
        (Some(Mode::Hours), ..) => wrong("`--mode hours` goes with `--hours N`"),
        (Some(Mode::Days), ..) => wrong("`--mode days` goes with `--days N`"),
        (_, None, None, _) => wrong("`--mode msg-contains` goes with `--contains TEXT`"),
        _ => wrong("`--hours`, `--days` and `--contains` choose commits; so does this `--mode`"),
    }
}

fn facts(outcome: Option<&SquashOutcome>, dry_run: bool) -> SquashFacts {
    let Some(SquashOutcome { plan, written }) = outcome else {
        return SquashFacts { dry_run, operation: None, commits: Vec::new() };
    };
    let id = |at: usize| Some(written.as_ref()?.commits.get(at)?.to_string());
    let commits = plan.commits.iter().enumerate().map(|(at, commit)| SquashedCommit {
        commit: id(at),
        subject: commit.subject(),
        of: commit.of.clone(),
    });
    let operation = written.as_ref().map(|written| made(&written.operation));
    SquashFacts { dry_run, operation, commits: commits.collect() }
}

fn told(SquashOutcome { plan, written }: &SquashOutcome) -> String {
    let verb = if written.is_some() { "squashed" } else { "would squash" };
    let mut text = format!("{verb} {} on {}\n", plan.summary(), plan.branch());
    for (at, commit) in plan.commits.iter().enumerate() {
        let id = written.as_ref().and_then(|written| written.commits.get(at));
        let id = id.map(|id| format!("{} ", id.to_hex_with_len(10))).unwrap_or_default();
        let _ = writeln!(text, "  {id}{}", commit.subject());
        for old in &commit.of {
            let _ = writeln!(text, "    was {old}");
        }
    }
    if written.is_some() {
        text.push_str("  undo      git clada undo\n");
    }
    text
}
