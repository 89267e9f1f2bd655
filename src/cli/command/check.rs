//! `git clada check`: what is wrong with responses, and nothing more.

use std::path::PathBuf;

use crate::action::Catalogue;
use crate::cli::args::{ErrorDetail, Syntax, dialects};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::diagnostics::Problems;
use crate::engine::{self, ApplyOptions, NoGit, Place, StagedResponse};
use crate::git::Repo;
use crate::policy::Gate;
use crate::report::{ParseResult, json_of};
use crate::text::Response;

use super::responses;

const HELP: &str = "\
Examples:
  git clada check response.md
  git clada check --format json - < response.md";

/// The arguments of `check`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Responses; `-` or none reads stdin
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Check what is staged, not what is on disk: files named `*.sham`, `*.sham.md`, `*.nesl` or as
    /// `clada.files` says, and texts with a `#!SHAM [` line in the folders of `clada.checkPaths`
    #[arg(long, conflicts_with = "files")]
    pub staged: bool,
    /// Allow paths under DIR too; may be given more than once
    #[arg(long, value_name = "DIR")]
    pub allow_root: Vec<PathBuf>,
    /// Read the blocks of one dialect alone [default: auto, those of all]
    #[arg(long, value_name = "DIALECT", value_parser = dialects())]
    pub syntax: Option<Syntax>,
    /// How the result is written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
    /// How much is said about a problem [default: full on a terminal, else minimal]
    #[arg(long, value_enum, value_name = "DETAIL")]
    pub error_detail: Option<ErrorDetail>,
}

/// Checks the responses. The status tells whether all of them are sound.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let catalogue = Catalogue::embedded();
    if args.staged {
        return staged(args, &catalogue, context);
    }
    context.obey_user();
    let mut worst = Exit::Success;
    for name in responses::names(&args.files) {
        let exit = match responses::read(&name, context) {
            Ok(response) => check(&response, args, &catalogue, context)?,
            Err(failure) => {
                context.print_error(&failure.text());
                Exit::SomeFailed
            }
        };
        worst = worst.max(exit);
    }
    Ok(worst)
}

/// Checks the responses among what is staged, for a hook: what is sound is not worth a word.
pub fn run_staged(context: &mut Context) -> Result<Exit, Failure> {
    context.quiet = true;
    let args = Args {
        files: Vec::new(),
        staged: true,
        allow_root: Vec::new(),
        syntax: None,
        format: "text".to_owned(),
        error_detail: None,
    };
    staged(&args, &Catalogue::embedded(), context)
}

/// Checks the responses among what is staged, each under its path.
fn staged(args: &Args, catalogue: &Catalogue, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let responses = engine::staged_responses(&repo)?;
    let staged = responses.len();
    let mut bad = 0;
    for StagedResponse { path, bytes } in responses {
        let exit = match Response::new(path.to_string(), bytes) {
            Ok(response) => check(&response, args, catalogue, context)?,
            Err(error) => {
                context.print_error(&Failure::from(error).text());
                Exit::SomeFailed
            }
        };
        bad += usize::from(exit != Exit::Success);
    }
    if bad == 0 {
        if staged == 0 && args.format == "text" {
            context.say("no response is staged\n");
        }
        return Ok(Exit::Success);
    }
    let staged = if staged == bad { String::new() } else { format!(" of {staged}") };
    let (words, them) = if bad == 1 { ("it stands", "it") } else { ("they stand", "them") };
    let responses = if bad == 1 && staged.is_empty() { "response" } else { "responses" };
    let failure = format!("{bad}{staged} staged {responses} cannot be applied as {words}");
    let as_is = if bad == 1 { "as it is" } else { "as they are" };
    let hint = format!(
        "mend {them}, `git add` {them}, and commit again\n\
         `git commit --no-verify` commits {them} {as_is}"
    );
    context.print_error(&Failure::new(failure).hint(hint).text());
    Ok(Exit::SomeFailed)
}

fn check(
    response: &Response,
    args: &Args,
    catalogue: &Catalogue,
    context: &mut Context,
) -> Result<Exit, Failure> {
    let (plan, _) =
        engine::plan(response, (catalogue, args.syntax.and_then(|syntax| syntax.0)), || {
            gate(args, context)
        })
        .map_err(Failure::into_problem)?;
    let exit = if plan.has_errors() { Exit::SomeFailed } else { Exit::Success };
    if args.format == "json" {
        let result =
            ParseResult::new(&plan.parsed, &plan.actions, plan.entries, plan.omitted.errors);
        let several = args.staged || args.files.len() > 1;
        let json = json_of(&result, several.then(|| response.origin()))
            .map_err(|error| Failure::new("cannot write the result").because(error))?;
        context.print(&json);
        return Ok(exit);
    }
    Problems::of(&plan).print(args.error_detail, context);
    let blocks = plan.total_blocks();
    let sound = plan.actions.len();
    let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    context.say(&format!(
        "{}: {}, {} sound, {}, {}\n",
        response.origin(),
        count(blocks, "block"),
        sound,
        count(plan.entries.errors.len(), "error"),
        count(plan.entries.warnings.len(), "warning"),
    ));
    Ok(exit)
}

/// The gate of the repository that we are in, or else of the directory.
fn gate(args: &Args, context: &Context) -> Result<Gate, Failure> {
    let repo = Repo::discover(&context.directory).ok();
    let mut options = match &repo {
        Some(repo) => ApplyOptions::configured(repo)?,
        None => ApplyOptions::default(),
    };
    options.pwd = context.pwd().map(ToOwned::to_owned);
    options.allow_roots.extend(args.allow_root.iter().map(|root| context.directory.join(root)));
    let no_git = NoGit::new(&context.directory, &context.state_dir());
    let place = match &repo {
        Some(repo) => Place::Repo(repo),
        None => Place::NoGit(&no_git),
    };
    Ok(engine::gate(place, &options)?)
}
