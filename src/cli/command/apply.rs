//! `git clada apply`: a response becomes one transaction.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::action::Catalogue;
use crate::base::{ByteSize, hex};
use crate::cli::args::{ErrorDetail, Format, Locks, Syntax, author, dialects};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{
    ask,
    diagnostics::{self, Problems},
    live::Live,
    report,
};
use crate::engine::{self, Applied, ApplyOptions, Around, EngineError, NoGit, Place};
use crate::git::{Identity, Repo};
use crate::history::LandingMode;
use crate::report::{ExecutionResult, Report};
use crate::text::Response;

use super::commands::Commands;
use super::responses;

// The headings of the help.
const LANDING: &str = "Where it lands";
const REPORT: &str = "What is said";
const COMMIT: &str = "What the commit says";

/// The arguments of `apply`.
#[derive(clap::Args, Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Args {
    /// Responses, each applied as one transaction; `-` or none reads stdin
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Show what would be done, as a diff; change nothing
    #[arg(short = 'n', long)]
    pub dry_run: bool,
    /// Apply all blocks or none
    #[arg(long)]
    pub atomic: bool,
    /// Ask the repository's own pre-commit and commit-msg hooks before the commit
    #[arg(long, conflicts_with = "no_git")]
    pub verify: bool,
    /// Commit on the session NAME (the branch `clada/NAME`)
    #[arg(help_heading = LANDING, long, value_name = "NAME", conflicts_with_all = ["in_place", "no_git"])]
    pub branch: Option<String>,
    /// Commit on the session NAME in a linked worktree of its own, made where there is none
    #[arg(help_heading = LANDING, long, value_name = "NAME", num_args = 0..=1, require_equals = true,
        default_missing_value = "",        conflicts_with_all = ["branch", "in_place", "no_git"])]
    pub worktree: Option<String>,
    /// Commit on the branch that is checked out
    #[arg(help_heading = LANDING, long, conflicts_with = "no_git")]
    pub in_place: bool,
    /// Write the files without a repository and without history
    #[arg(help_heading = LANDING, long)]
    pub no_git: bool,
    /// Allow paths under DIR too; may be given more than once
    #[arg(long, value_name = "DIR")]
    pub allow_root: Vec<PathBuf>,
    /// Allow every path
    #[arg(long)]
    pub allow_escape: bool,
    /// Read the blocks of one dialect alone [default: auto, those of all]
    #[arg(long, value_name = "DIALECT", value_parser = dialects())]
    pub syntax: Option<Syntax>,
    /// How commands are run
    #[command(flatten)]
    pub commands: Commands,
    /// How the report is written
    #[arg(help_heading = REPORT, long, value_enum, default_value_t)]
    pub format: Format,
    /// How much is said about a problem [default: full on a terminal, else minimal]
    #[arg(help_heading = REPORT, long, value_enum, value_name = "DETAIL")]
    pub error_detail: Option<ErrorDetail>,
    /// How many bytes of a command's output are kept, and how many a report in markdown has,
    /// such as `64KiB` [default: 10MB]
    #[arg(help_heading = REPORT, long, value_name = "SIZE")]
    pub max_output: Option<ByteSize>,
    /// Name the commit's author, as `NAME <EMAIL>` [default: clada]
    #[arg(help_heading = COMMIT, long, value_name = "AUTHOR", value_parser = author)]
    pub git_author: Option<Identity>,
    /// Name the model that wrote the response, in the commit
    #[arg(help_heading = COMMIT, long, value_name = "NAME")]
    pub model: Option<String>,
    /// Name the prompt that FILE holds, by its hash, in the commit
    #[arg(help_heading = COMMIT, long, value_name = "FILE")]
    pub prompt: Option<PathBuf>,
    /// How locks are taken
    #[command(flatten)]
    pub locks: Locks,
}

/// Applies the responses one after the other; the worst of their statuses is the command's.
pub fn run(args: &Args, context: &mut Context) -> Exit {
    let catalogue = Catalogue::embedded();
    let mut worst = Exit::Success;
    for name in responses::names(&args.files) {
        let exit = match next(&name, context) {
            Ok(response) => apply(&response, args, &catalogue, context),
            Err(failure) => not_applied(&failure, args, &catalogue, context),
        };
        worst = worst.max(exit);
    }
    worst
}

/// Reads the next response, unless an earlier one was stopped.
fn next(name: &Path, context: &mut Context) -> Result<Response, Failure> {
    match context.interrupt().raised() {
        Some(signal) => Err(EngineError::Interrupted { signal }.into()),
        None => responses::read(name, context),
    }
}

fn apply(response: &Response, args: &Args, catalogue: &Catalogue, context: &mut Context) -> Exit {
    let ready = Ready::new(args, context);
    let mut ready = match ready {
        Ok(ready) => ready,
        Err(failure) => return not_applied(&failure, args, catalogue, context),
    };
    let live = ready.tell_live(context);
    let applied = engine::apply(response, ready.place(), catalogue, &ready.options);
    live.clear();
    tell(applied, (args, &ready.options), (catalogue, context))
}

/// Prints the problems to stderr and the report to stdout.
fn tell(
    applied: Applied<'_>,
    (args, options): (&Args, &ApplyOptions),
    (catalogue, context): (&Catalogue, &mut Context),
) -> Exit {
    let Applied { plan, report: mut told, failure, awaits_approval } = applied;
    if let Some(plan) = &plan
        && args.format == Format::Text
    {
        Problems::of(plan).print(args.error_detail, context);
    }
    if args.format == Format::Text {
        // Once is enough for who reads both.
        told.result.notes.retain(|note| !context.notices.holds(note));
    }
    report::print(&told, catalogue, args.report(options), context);
    if let Some(plan) = &plan
        && args.error_detail == Some(ErrorDetail::Debug)
    {
        diagnostics::print_failed(plan, &told.result.results, context);
    }
    if let Some(error) = failure {
        let failure = Failure::from(error);
        context.print_error(&args.told(&failure));
        return failure.exit;
    }
    match told.result.success {
        true => Exit::Success,
        false if awaits_approval => Exit::AwaitsApproval,
        false => Exit::SomeFailed,
    }
}

/// Tells a failure that came before anything was tried, in the format that was asked for.
fn not_applied(
    failure: &Failure,
    args: &Args,
    catalogue: &Catalogue,
    context: &mut Context,
) -> Exit {
    if args.format != Format::Text {
        let result =
            ExecutionResult { fatal_error: Some(failure.message()), ..ExecutionResult::default() };
        let told = Report { result, fatal: failure.fatal, ..Report::default() };
        report::print(&told, catalogue, args.report(&ApplyOptions::default()), context);
    }
    context.print_error(&args.told(failure));
    failure.exit
}

impl Args {
    fn report(&self, options: &ApplyOptions) -> report::Options {
        report::Options { format: self.format, max_output: options.commands.max_output }
    }

    fn told(&self, failure: &Failure) -> String {
        match self.error_detail {
            Some(ErrorDetail::Debug) => failure.chain(),
            _ => failure.text(),
        }
    }
}

/// The place and the options, as settings and arguments have them.
struct Ready {
    repo: Option<Repo>,
    no_git: NoGit,
    options: ApplyOptions,
}

impl Ready {
    fn new(args: &Args, context: &mut Context) -> Result<Self, Failure> {
        let repo = if args.no_git {
            context.obey_user();
            None
        } else {
            Some(context.repository_or_bare()?)
        };
        let mut options = match &repo {
            Some(repo) => ApplyOptions::configured(repo)?,
            None => ApplyOptions::default(),
        };
        if context.variable(Around::INSIDE).is_some() {
            options.around = Around::default();
        }
        options.dry_run = args.dry_run;
        options.atomic = args.atomic;
        options.syntax = args.syntax.and_then(|syntax| syntax.0);
        options.verify |= args.verify;
        options.diffstat = args.format == Format::Text && !context.quiet;
        options.clock = context.clock;
        options.notices = context.notices.clone();
        options.pwd = context.pwd().map(ToOwned::to_owned);
        options.committer = context.committer();
        options.model.clone_from(&args.model);
        options.lock_file = args.locks.lock_file.as_ref().map(|file| context.directory.join(file));
        let roots = args.allow_root.iter().map(|root| context.directory.join(root));
        options.allow_roots.extend(roots);
        if args.allow_escape {
            options.allow_roots.push(PathBuf::from("/"));
        }
        args.commands.settle(&mut options.commands);
        options.commands.interrupt = context.interrupt();
        if let Some(size) = args.max_output {
            options.commands.max_output = usize::try_from(size.0).unwrap_or(usize::MAX);
        }
        if let Some(name) = &args.branch {
            options.mode = LandingMode::Named(name.clone());
        }
        if let Some(name) = &args.worktree {
            options.mode =
                LandingMode::Worktree(Some(name.clone()).filter(|name| !name.is_empty()));
        }
        if args.in_place {
            options.mode = LandingMode::InPlace;
        }
        if let Some(author) = &args.git_author {
            options.author = author.clone();
        }
        if let Some(timeout) = args.locks.lock_timeout {
            options.lock_timeout = timeout.0;
        }
        options.prompt = args.prompt.as_ref().map(|file| prompt(file, context)).transpose()?;
        let no_git = NoGit::new(&context.directory, &context.state_dir());
        Ok(Self { repo, no_git, options })
    }

    /// Lets what happens be told as it happens, and the person at the terminal be asked.
    fn tell_live(&mut self, context: &Context) -> Live {
        let commands = &mut self.options.commands;
        let live = Live::new(commands.output_mode, context);
        commands.told = Some(live.commands());
        if !commands.approve_all && context.stderr.terminal {
            let ask = ask::on_terminal(commands.interrupt.clone());
            commands.ask = ask.map(|ask| live.asking(ask));
        }
        self.options.progress = live.progress();
        live
    }

    fn place(&self) -> Place<'_> {
        match &self.repo {
            Some(repo) => Place::Repo(repo),
            None => Place::NoGit(&self.no_git),
        }
    }
}

fn prompt(file: &Path, context: &Context) -> Result<String, Failure> {
    let bytes = fs_err::read(context.directory.join(file))
        .map_err(|error| Failure::new("cannot read the prompt").because(error))?;
    Ok(hex(&Sha256::digest(bytes)))
}
