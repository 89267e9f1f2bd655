//! `git clada blame`: git's blame, with what wrote the lines that no person wrote.

use std::path::PathBuf;

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine;
use crate::report::{blame_json, blame_text, write_json};

const HELP: &str = "\
Examples:
  git clada blame src/main.rs
  git clada blame -L 10,+5 src/main.rs";

/// The arguments of `blame`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Only these lines, as `git blame -L` has them: `10,20`, `10,+5`, `:function`
    #[arg(short = 'L', value_name = "RANGE", allow_hyphen_values = true)]
    pub ranges: Vec<String>,
    /// How the lines are written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
}

/// Prints the lines.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let lines = engine::blame(&repo, &context.directory, &args.ranges, args.path.as_os_str())?;
    if args.format == "json" {
        let mut json = Vec::new();
        write_json(&blame_json(&args.path.to_string_lossy(), &lines), &mut json)
            .map_err(|error| Failure::new("cannot write the lines").because(error))?;
        context.print_bytes(&json);
    } else {
        let text = blame_text(&lines, &context.stdout.text_options());
        context.page(&text);
    }
    Ok(Exit::Success)
}
