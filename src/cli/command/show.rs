//! `git clada show`: one operation in full.

use bstr::ByteSlice;

use crate::action::Catalogue;
use crate::base::TransactionId;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::inspect::{self, Shown};
use crate::report::{ShowFacts, show_text};

const HELP: &str = "\
Examples:
  git clada show                     the newest
  git clada show qsnppx --stat
  git clada show --response > response.md";

/// The arguments of `show`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// An operation's id (or its beginning) or a commit [default: the newest operation]
    #[arg(value_name = "ID|COMMIT")]
    pub name: Option<String>,
    /// Print the response as it came
    #[arg(long, conflicts_with_all = ["result", "stat"])]
    pub response: bool,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "stat")]
    pub result: bool,
    /// Show how much each file changed, and no diff
    #[arg(long)]
    pub stat: bool,
}

/// Prints the operation, or the part of it that was asked for.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let Some(shown) = inspect::show(&repo, args.name.as_deref())? else {
        context.say("no operations yet\n");
        return Ok(Exit::Success);
    };
    let part = match (args.response, args.result) {
        (true, _) => Some((&shown.response, "response")),
        (_, true) => Some((&shown.result_json, "result")),
        _ => None,
    };
    match part {
        Some((Some(bytes), _)) if context.stdout.terminal => {
            context.page_content(&bytes.to_str_lossy());
        }
        Some((Some(bytes), _)) => context.print_bytes(bytes),
        Some((None, what)) => {
            let kind = shown.operation.kind.with_article();
            return Err(Failure::new(format!(
                "{} is {kind}: it has no {what}",
                shown.operation.id
            )));
        }
        None => {
            let text = text(args, &shown, context);
            context.page(&text);
        }
    }
    Ok(Exit::Success)
}

fn text(args: &Args, shown: &Shown, context: &Context) -> String {
    let operation = &shown.operation;
    let commit = operation.commit.map(|commit| commit.to_string());
    let snapshot = operation.snapshot.map(|commit| commit.to_string());
    let branch = operation.head.after.branch.as_deref();
    let diff = if args.stat { String::new() } else { shown.diff.to_str_lossy().into_owned() };
    let short = |name| str::strip_prefix(name, "refs/heads/").unwrap_or(name);
    let facts = ShowFacts {
        id: operation.id.as_str(),
        kind: operation.kind.as_str(),
        time: operation.time,
        summary: &operation.summary,
        session: operation.session.as_ref().map(|session| session.name.as_str()),
        branch: branch.map(short),
        of: operation.of.as_ref().map(TransactionId::as_str),
        moved: &shown.moved,
        ignored: &shown.ignored,
        commit: commit.as_deref(),
        snapshot: snapshot.as_deref(),
        undone: shown.undone,
        result: &shown.result,
        diffstat: &shown.diffstat,
        diff: &diff,
    };
    show_text(&facts, &Catalogue::embedded(), &context.stdout.text_options())
}
