//! `git clada actions`: the catalogue, or one action of it in full.

use clap::ValueEnum;

use crate::action::{Catalogue, Tool, json_schema};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::report::{action_detail, action_schemas, action_table, write_json};

const HELP: &str = "\
Examples:
  git clada actions
  git clada actions file_edit
  git clada actions --format json    a JSON Schema of each, for calls of tools";

/// The arguments of `actions`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// Show this action in full
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// How they are written
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// How the catalogue is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// A JSON Schema per action
    Json,
    /// As the catalogue has it
    Yaml,
}

/// Prints the catalogue, or the action that was named.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let catalogue = Catalogue::embedded();
    let tool = args.name.as_deref().map(|name| named(name, &catalogue)).transpose()?;
    context.any_repository();
    let text = match (args.format, tool) {
        (Format::Text, None) => action_table(&catalogue, &context.stdout.text_options()),
        (Format::Text, Some(tool)) => action_detail(tool, &context.stdout.text_options()),
        (Format::Json, None) => json(&action_schemas(&catalogue)),
        (Format::Json, Some(tool)) => json(&json_schema(tool)),
        (Format::Yaml, None) => Catalogue::source().to_owned(),
        (Format::Yaml, Some(tool)) => catalogue.source_of(&tool.name).unwrap_or_default(),
    };
    context.page(&text);
    Ok(Exit::Success)
}

/// The action of that name, or wrong usage and the nearest one.
pub fn named<'c>(name: &str, catalogue: &'c Catalogue) -> Result<&'c Tool, Failure> {
    catalogue.tool(name).ok_or_else(|| {
        let failure = Failure::new(format!("there is no action `{name}`")).into_usage();
        match catalogue.nearest(name) {
            Some(tool) => failure.hint(format!("did you mean `{}`?", tool.name)),
            None => failure.hint("`git clada actions` lists them"),
        }
    })
}

fn json(value: &serde_json::Value) -> String {
    let mut json = Vec::new();
    // Writing to memory does not fail.
    let _ = write_json(value, &mut json);
    String::from_utf8_lossy(&json).into_owned()
}
