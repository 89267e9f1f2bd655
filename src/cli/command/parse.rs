//! `git clada parse`: what the parser sees.

use std::path::PathBuf;

use crate::cli::args::{Syntax, dialects};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{blocks, diagnostics::Problems};
use crate::report::{parse_structure, write_json};
use crate::syntax;
use crate::text::{Diagnostic, Severity};

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
    let files: Vec<PathBuf> = args.file.iter().cloned().collect();
    let name = responses::names(&files).into_iter().next().unwrap_or_default();
    let response = responses::read(&name, context).map_err(Failure::into_problem)?;
    context.obey_user();
    let parsed = match args.syntax.and_then(|syntax| syntax.0) {
        None => syntax::parse(&response),
        Some(dialect) => syntax::parse_only(&response, dialect),
    };
    let is_error = |severity: Severity| severity == Severity::Error;
    let failed = parsed.problems.iter().any(|problem| is_error(problem.diagnostic.severity));
    if args.format == "json" {
        let mut json = Vec::new();
        write_json(&parse_structure(&response, &parsed), &mut json)
            .map_err(|error| Failure::new("cannot write the structure").because(error))?;
        context.print_bytes(&json);
    } else {
        let problems: Vec<Diagnostic> =
            parsed.problems.iter().map(|problem| problem.diagnostic.clone()).collect();
        let problems = Problems {
            response: &response,
            blocks: &parsed.blocks,
            diagnostics: &problems,
            omitted: parsed.omitted.total(),
        };
        problems.print(None, context);
        context.print(&blocks::text(&parsed, context.stdout.width));
    }
    Ok(if failed { Exit::SomeFailed } else { Exit::Success })
}
