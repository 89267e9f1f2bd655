//! `git clada log`: the operations, the newest first.

use crate::cli::args::count;
use crate::cli::context::{Context, now};
use crate::cli::failure::{Exit, Failure};
use crate::engine::inspect;
use crate::report::{log_json, log_text, write_json};

const HELP: &str = "\
Examples:
  git clada log -n 5
  git clada log --format json";

/// The arguments of `log`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Show at most N operations
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    pub max_count: Option<usize>,
    /// How the list is written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
}

/// Prints the list.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository_or_bare()?;
    let lines = inspect::log_lines(&repo, args.max_count)?;
    if args.format == "json" {
        let mut json = Vec::new();
        write_json(&log_json(&lines), &mut json)
            .map_err(|error| Failure::new("cannot write the list").because(error))?;
        context.print_bytes(&json);
    } else {
        let text = log_text(&lines, now(context), &context.stdout.text_options());
        context.page(&text);
    }
    Ok(Exit::Success)
}
