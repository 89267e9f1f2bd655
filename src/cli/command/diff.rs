//! `git clada diff`: what an operation changed, or the session since its base.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use bstr::ByteSlice;

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::{Compared, inspect};
use crate::git::Repo;
use crate::report::{PaintOptions, diffstat, paint};

const HELP: &str = "\
Examples:
  git clada diff                     the session, since it began
  git clada diff qsnppx              an operation
  git clada diff --stat -- src";

/// The arguments of `diff`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// An operation's id (or its beginning), or a commit that one made [default: the session's
    /// commits since its base]
    #[arg(value_name = "ID|COMMIT")]
    pub name: Option<String>,
    /// Show how much each file changed, and no diff
    #[arg(long)]
    pub stat: bool,
    /// Only these files, and what is in these directories
    #[arg(last = true, value_name = "PATH")]
    pub paths: Vec<OsString>,
}

/// Prints the diff.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let compared = compared(args, &repo)?;
    let paths: Vec<Vec<u8>> =
        args.paths.iter().map(|path| named(&repo, &context.directory, Path::new(path))).collect();
    let compared = compared.only(&paths);
    let options = context.stdout.text_options();
    let text = if args.stat {
        diffstat(&compared.stats(), &options)
    } else {
        paint(&compared.patch().to_str_lossy(), PaintOptions { colour: options.colour })
    };
    context.page(&text);
    Ok(Exit::Success)
}

fn compared(args: &Args, repo: &Repo) -> Result<Compared, Failure> {
    if let Some(name) = &args.name {
        return Ok(inspect::compared(repo, name)?);
    }
    let Some((session, compared)) = Compared::session(repo)? else {
        return Err(Failure::new("HEAD is on no session").hint(
            "`git clada diff ID` shows what an operation changed; `git clada log` has the ids",
        ));
    };
    if session.base_commit.is_none() {
        let name = session.name;
        return Err(Failure::new(format!("where the session `{name}` began is not known"))
            .hint(format!("`git diff COMMIT clada/{name}` compares it with a commit")));
    }
    Ok(compared)
}

/// A path of the command line as the diff has it: from the worktree's top, or absolute.
fn named(repo: &Repo, directory: &Path, path: &Path) -> Vec<u8> {
    let directory = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    let mut whole = PathBuf::new();
    for component in directory.join(path).components() {
        match component {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                whole.push(component);
            }
        }
    }
    let below = whole.strip_prefix(repo.worktree()).unwrap_or(&whole);
    below.as_os_str().as_encoded_bytes().to_vec()
}
