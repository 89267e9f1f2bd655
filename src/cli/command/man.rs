//! `git clada man`: the man pages, written to a directory.

use std::path::PathBuf;

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::generate::pages;

const HELP: &str = "\
Examples:
  git clada man ~/.local/share/man/man1     where `man git-clada` finds them
  git clada man /tmp/pages && man -l /tmp/pages/git-clada-apply.1";

/// The arguments of `man`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The directory; it is made if it is not there
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
}

/// Writes a page per command; pages of that name are written anew.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let directory = context.directory.join(&args.dir);
    let failed = |error: std::io::Error| Failure::new("cannot write the man pages").because(error);
    fs_err::create_dir_all(&directory).map_err(failed)?;
    let pages = pages();
    for page in &pages {
        fs_err::write(directory.join(&page.file), &page.text).map_err(failed)?;
    }
    context.say(&format!("{} pages in {}\n", pages.len(), directory.display()));
    Ok(Exit::Success)
}
