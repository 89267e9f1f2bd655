//! `git clada parse`: what the parser sees.

use std::path::PathBuf;

use crate::cli::args::{Syntax, dialects};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::blocks;
use crate::report::{parse_structure, write_json};

use super::responses;

const HELP: &str = "\
Examples:
  git clada parse response.md
  git clada parse --syntax cml --format json response.md";

/// The arguments of `parse`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The response; `-` or none reads stdin
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Read the blocks of one dialect alone [default: auto, those of all]
    #[arg(long, value_name = "DIALECT", value_parser = dialects())]
    pub syntax: Option<Syntax>,
    /// How the blocks are written
    #[arg(long, value_parser = ["text", "json"], default_value = "text")]
    pub format: String,
}

/// Prints the blocks and the errors of a response.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let response = responses::only(args.file.as_ref(), context)?;
    let parsed = responses::parsed(&response, args.syntax);
    if args.format == "json" {
        let mut json = Vec::new();
        write_json(&parse_structure(&response, &parsed), &mut json)
            .map_err(|error| Failure::new("cannot write the structure").because(error))?;
        context.print_bytes(&json);
    } else {
        responses::print_problems(&response, &parsed, context);
        context.print(&blocks::text(&parsed, context.stdout.width));
    }
    Ok(if responses::has_errors(&parsed) { Exit::SomeFailed } else { Exit::Success })
}
