//! `git clada` alone: where things stand, and three next steps.

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::inspect;
use crate::git::{GitError, Repo};
use crate::report::{NEXT_OUTSIDE, next_text, status_text};

/// Prints where things stand, and what could be done next. Changes nothing.
pub fn run(context: &mut Context) -> Result<Exit, Failure> {
    let outside = matches!(Repo::discover_any(&context.directory), Err(GitError::NoRepository(_)));
    let mut text = if outside {
        context.obey_user();
        let next = next_text(&NEXT_OUTSIDE, &context.stdout.text_options());
        format!("not in a git repository\n{next}")
    } else {
        let repo = context.repository_or_bare()?;
        status_text(&inspect::status(&repo)?, &context.stdout.text_options())
    };
    text.push_str("\n`git clada -h` lists all commands.\n");
    context.print(&text);
    Ok(Exit::Success)
}
