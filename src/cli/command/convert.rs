//! `git clada convert`: a response in another dialect.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::args::{Syntax, dialects};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::syntax::{Block, Dialect, Parsed, Wording, has_notes, has_sequences, render};

use super::responses;

const HELP: &str = "\
A dialect that cannot say a block refuses it by name: a diff says edits of
known text and new files, no commands and no writing over.

Examples:
  git clada convert --to nesl response.md
  git clada convert --to markers - < response.md";

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
    let response = responses::only(args.file.as_ref(), context)?;
    let parsed = responses::parsed(&response, args.syntax);
    responses::print_problems(&response, &parsed, context);
    if responses::has_errors(&parsed) {
        let failure = Failure::new("the response does not hold together, so it is not converted");
        return Err(failure.into_problem());
    }
    let groups = groups(&parsed);
    let text =
        render(args.to, &groups).map_err(|error| Failure::new(error.to_string()).into_problem())?;
    context.print_content(text.as_bytes());
    for loss in losses(args.to, &groups) {
        context.print_error(&format!("warning: {} has no {loss}\n", args.to.title()));
    }
    Ok(Exit::Success)
}

/// What the dialect cannot say besides the tasks themselves.
fn losses(dialect: Dialect, groups: &[Vec<Wording<'_>>]) -> Vec<&'static str> {
    let in_order = groups.iter().any(|group| group.len() > 1);
    let explained = groups.iter().flatten().any(|task| task.note.is_some());
    let mut losses = Vec::new();
    if in_order && !has_sequences(dialect) {
        losses.push("sequences: where a task fails, the rest of its block is run too");
    }
    if explained && !has_notes(dialect) {
        losses.push("explanations: they are left out");
    }
    losses
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
