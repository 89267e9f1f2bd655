//! `git clada convert`: a response in another dialect.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::args::{Syntax, dialects};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::diagnostics::Problems;
use crate::syntax::{self, Block, Dialect, Parsed, Wording, has_sequences, render};
use crate::text::{Diagnostic, Severity};

use super::responses;

const HELP: &str = "\
Examples:
  git clada convert --to nesl response.md
  git clada convert --to diff - < response.md > response.diff";

/// The arguments of `convert`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// The dialect to write
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub to: Dialect,
    /// The response; `-` or none reads stdin
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Read the blocks of one dialect alone [default: auto, those of all]
    #[arg(long, value_name = "DIALECT", value_parser = dialects())]
    pub syntax: Option<Syntax>,
}

/// Prints the blocks of a response in another dialect, without the text around them.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let files: Vec<PathBuf> = args.file.iter().cloned().collect();
    let name = responses::names(&files).into_iter().next().unwrap_or_default();
    let response = responses::read(&name, context).map_err(Failure::into_problem)?;
    context.obey_user();
    let parsed = match args.syntax.and_then(|syntax| syntax.0) {
        None => syntax::parse(&response),
        Some(dialect) => syntax::parse_only(&response, dialect),
    };
    let problems: Vec<Diagnostic> =
        parsed.problems.iter().map(|problem| problem.diagnostic.clone()).collect();
    let told = Problems {
        response: &response,
        blocks: &parsed.blocks,
        diagnostics: &problems,
        omitted: parsed.omitted.total(),
    };
    told.print(None, context);
    if problems.iter().any(|problem| problem.severity == Severity::Error) {
        let failure = Failure::new("the response does not hold together, so it is not converted");
        return Err(failure.into_problem());
    }
    let groups = groups(&parsed);
    let text =
        render(args.to, &groups).map_err(|error| Failure::new(error.to_string()).into_problem())?;
    context.print_content(text.as_bytes());
    if !has_sequences(args.to) && groups.iter().any(|group| group.len() > 1) {
        let name = args.to.title();
        context.print_error(&format!(
            "warning: {name} has no sequences: where a task fails, the rest of its block is run too\n"
        ));
    }
    Ok(Exit::Success)
}

/// The tasks of a response, those of one group together.
fn groups<'p>(parsed: &'p Parsed<'_>) -> Vec<Vec<Wording<'p>>> {
    let same = |a: &Block<'_>, b: &Block<'_>| a.group == b.group;
    let groups = parsed.blocks.chunk_by(same);
    groups.map(|blocks| blocks.iter().map(task).collect()).collect()
}

fn task<'p>(block: &'p Block<'_>) -> Wording<'p> {
    let fields = block.fields.iter();
    Wording {
        fields: fields
            .map(|field| (field.key.value.into(), field.value.value.as_ref().into()))
            .collect(),
        note: block.note.as_ref().map(|note| note.value.as_ref().into()),
    }
}

fn dialect() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(Dialect::ALL.iter().map(|dialect| dialect.name()))
        .map(|name| Dialect::named(&name).unwrap_or(Dialect::Sham))
}
