//! `git clada status`: where the session stands, and what undo would take back.

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::inspect;
use crate::report::{status_json, status_text, write_json};

const HELP: &str = "\
Examples:
  git clada status
  git clada status --format json";

/// The arguments of `status`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// How the status is written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
}

/// Prints the status.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let facts = inspect::status(&repo)?;
    if args.format == "json" {
        let mut json = Vec::new();
        write_json(&status_json(&facts), &mut json)
            .map_err(|error| Failure::new("cannot write the status").because(error))?;
        context.print_bytes(&json);
    } else {
        let text = status_text(&facts, &context.stdout.text_options());
        context.print(&text);
    }
    Ok(Exit::Success)
}
