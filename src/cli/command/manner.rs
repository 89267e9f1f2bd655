//! How responses are applied, as settings and arguments have it: what `apply` and `watch` share.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::base::{ByteSize, hex};
use crate::cli::args::{Locks, Syntax, author, dialects};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::output::{ask, live::Live};
use crate::engine::{ApplyOptions, Around, NoGit, Place};
use crate::git::{Identity, Repo};
use crate::history::LandingMode;

use super::{commands::Commands, config};

// The headings of the help.
const LANDING: &str = "Where it lands";
/// The heading over the options about what is told.
pub const REPORT: &str = "What is said";
const COMMIT: &str = "What the commit says";

/// How responses are applied.
#[derive(clap::Args, Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Manner {
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

/// The place and the options, as settings and arguments have them.
pub struct Ready {
    repo: Option<Repo>,
    no_git: NoGit,
    /// How it is applied.
    pub options: ApplyOptions,
}

impl Ready {
    /// Opens the repository and reads its settings. `diffstat`: whether it is to be told how much
    /// each file changed.
    pub fn new(args: &Manner, diffstat: bool, context: &mut Context) -> Result<Self, Failure> {
        let repo = if args.no_git {
            context.obey_user();
            None
        } else {
            Some(context.repository_or_bare()?)
        };
        let mut options = match &repo {
            Some(repo) => {
                config::warn_of_unknown(&repo.settings(), context);
                ApplyOptions::configured(repo)?
            }
            None => ApplyOptions::default(),
        };
        if context.variable(Around::INSIDE).is_some() {
            options.around = Around::default();
        }
        options.atomic = args.atomic;
        options.syntax = args.syntax.and_then(|syntax| syntax.0);
        options.verify |= args.verify;
        options.diffstat = diffstat && !context.quiet;
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

    /// Lets what happens be told as it happens.
    pub fn tell_live(&mut self, context: &Context) -> Live {
        let commands = &mut self.options.commands;
        let live = Live::new(commands.output_mode, context);
        commands.told = Some(live.commands());
        self.options.progress = live.progress();
        live
    }

    /// Lets the person at the terminal be asked about commands.
    pub fn ask(&mut self, live: &Live, context: &Context) {
        let commands = &mut self.options.commands;
        if !commands.approve_all && context.stderr.terminal {
            let ask = ask::on_terminal(commands.interrupt.clone());
            commands.ask = ask.map(|ask| live.asking(ask));
        }
    }

    /// Where it is applied.
    pub fn place(&self) -> Place<'_> {
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
