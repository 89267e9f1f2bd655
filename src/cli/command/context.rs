//! `git clada context`: the files that a model is shown again and again.

use std::path::{Component, Path, PathBuf};

use clap::Subcommand;

use crate::base::ByteSize;
use crate::cli::args::Locks;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::{self, ApplyOptions, ContextChange, ContextChanged};
use crate::git::Repo;
use crate::report::{context_json, context_text, escape_line, shown, write_json};

const HELP: &str = "\
Examples:
  git clada context add src/*.rs
  git clada context show --budget 64KiB > working-set.txt
  git clada context prune               leave out files that are gone";

/// The arguments of `context`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

/// What is done with the context.
#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Add files
    Add(Paths),
    /// Take files out
    Remove(Paths),
    /// List the files and their sizes
    List(List),
    /// Take out the files that are gone
    Prune(Locks),
    /// Take out all files
    Clear(Locks),
    /// Print what the files hold, for a model
    Show(Show),
}

#[derive(clap::Args, Clone, Debug)]
struct Paths {
    /// The files, relative to the current directory
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    locks: Locks,
}

#[derive(clap::Args, Clone, Debug)]
struct List {
    /// How the list is written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    format: String,
}

#[derive(clap::Args, Clone, Debug)]
struct Show {
    /// Print no more than this, such as `64KiB`; large files lose their middle
    #[arg(long, value_name = "BYTES")]
    budget: Option<ByteSize>,
}

/// Does it, and says what was done.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let mut options = ApplyOptions::configured(&repo)?;
    options.pwd = context.pwd().map(ToOwned::to_owned);
    options.notices = context.notices.clone();
    let desk = Desk { repo, options };
    match &args.what {
        What::Add(Paths { paths, locks }) => {
            let paths = desk.named(paths, context)?;
            let changed = desk.change(ContextChange::Add(&paths), locks)?;
            context.say(&told("added", &changed));
        }
        What::Remove(Paths { paths, locks }) => {
            let paths = desk.named(paths, context)?;
            let changed = desk.change(ContextChange::Remove(&paths), locks)?;
            context.say(&told("removed", &changed));
        }
        What::Prune(locks) => {
            let changed = desk.change(ContextChange::Prune, locks)?;
            for file in &changed.files {
                context.say(&format!("{}\n", escape_line(file)));
            }
            context.say(&told("removed", &changed));
        }
        What::Clear(locks) => {
            let changed = desk.change(ContextChange::Clear, locks)?;
            context.say(&told("removed", &changed));
        }
        What::List(list) => desk.list(list, context)?,
        What::Show(args) => return desk.show(args, context),
    }
    Ok(Exit::Success)
}

/// What the subcommands work with.
struct Desk {
    repo: Repo,
    options: ApplyOptions,
}

impl Desk {
    fn change(&self, change: ContextChange<'_>, locks: &Locks) -> Result<ContextChanged, Failure> {
        let mut options = self.options.clone();
        if let Some(timeout) = locks.lock_timeout {
            options.lock_timeout = timeout.0;
        }
        options.lock_file.clone_from(&locks.lock_file);
        Ok(engine::change_context(&self.repo, change, &options)?)
    }

    fn list(&self, args: &List, context: &mut Context) -> Result<(), Failure> {
        let files = engine::list_context(&self.repo, &self.options)?;
        if args.format == "json" {
            let mut json = Vec::new();
            write_json(&context_json(&files), &mut json)
                .map_err(|error| Failure::new("cannot write the list").because(error))?;
            context.print_bytes(&json);
        } else {
            let text = context_text(&files, &context.stdout.text_options());
            context.print(&text);
        }
        Ok(())
    }

    fn show(&self, args: &Show, context: &mut Context) -> Result<Exit, Failure> {
        let files = engine::read_context(&self.repo, &self.options)?;
        let budget = args.budget.map(|size| usize::try_from(size.0).unwrap_or(usize::MAX));
        let shown = shown(&files, budget);
        if shown.unread == 0 {
            context.page_content(&shown.text);
            return Ok(Exit::Success);
        }
        // A pager's status would hide that something is missing.
        context.print_content(shown.text.as_bytes());
        Ok(Exit::SomeFailed)
    }

    /// The paths as a response would have them: relative to the worktree's top where they lie below
    /// it, else absolute.
    fn named(&self, paths: &[PathBuf], context: &Context) -> Result<Vec<String>, Failure> {
        let here = context.directory.canonicalize();
        let here = here.unwrap_or_else(|_| context.directory.clone());
        let named = |path: &PathBuf| {
            let path = if path.is_absolute() {
                path.clone()
            } else {
                let absolute = without_dots(&here.join(path));
                match absolute.strip_prefix(self.repo.worktree()) {
                    Ok(top) if top.as_os_str().is_empty() => PathBuf::from("."),
                    Ok(inside) => inside.to_owned(),
                    Err(_) => absolute,
                }
            };
            path.into_os_string().into_string().map_err(|path| {
                let shown = path.to_string_lossy().into_owned();
                Failure::new(format!("the name of `{}` is not UTF-8", escape_line(&shown)))
            })
        };
        paths.iter().map(named).collect()
    }
}

/// A path without `.` and `..`, which take away what stands before them, as git reads them.
fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                clean.push(component);
            }
        }
    }
    clean
}

fn told(verb: &str, changed: &ContextChanged) -> String {
    let ContextChanged { files, total } = changed;
    let count =
        if files.len() == 1 { "1 file".to_owned() } else { format!("{} files", files.len()) };
    format!("{count} {verb}, {total} in the context\n")
}
