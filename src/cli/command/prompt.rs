//! `git clada prompt`: the instructions to give to a model.

use clap::builder::PossibleValuesParser;

use super::actions::named;
use crate::action::{Caller, Catalogue, PromptOptions, Tool, guided, prompt};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::git::Repo;
use crate::syntax::{Guide, guides, taught};

const HELP: &str = "\
Examples:
  git clada prompt | xclip -selection clipboard    for a chat window
  git clada prompt --brief                         in fewer than 500 tokens
  git clada prompt --actions file_write,file_edit";

/// The arguments of `prompt`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    /// In fewer than 500 tokens
    #[arg(long)]
    pub brief: bool,
    /// What the model is to write its blocks in
    #[arg(long, value_name = "DIALECT", default_value = default_dialect(), value_parser = dialects())]
    pub syntax: String,
    /// Only these actions, such as `file_write,file_read` [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub actions: Vec<String>,
}

/// Prints the instructions. Outside a repository they name no root.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let catalogue = Catalogue::embedded();
    if let Some(guide) = guides().iter().find(|guide| guide.dialect.name() == args.syntax) {
        return with_guide(guide, args, context);
    }
    let actions = chosen(&args.actions, &catalogue)?;
    let dialect = taught().iter().find(|dialect| dialect.name() == args.syntax);
    let Some(dialect) = dialect.copied() else {
        return Err(Failure::new(format!("there is no dialect `{}`", args.syntax)).into_usage());
    };
    let repo = context.any_repository();
    let root = repo.as_ref().map(Repo::worktree);
    let text = prompt(&PromptOptions { dialect, actions: &actions, root, brief: args.brief });
    context.page_content(&text);
    Ok(Exit::Success)
}

/// Prints the instructions of a dialect that knows no names of actions.
fn with_guide(guide: &Guide, args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    if !args.actions.is_empty() {
        let why = format!("`{}` has no names of actions to choose from", args.syntax);
        return Err(Failure::new(why).hint("leave `--actions` out").into_usage());
    }
    let repo = context.any_repository();
    let root = repo.as_ref().map(Repo::worktree);
    context.page_content(&guided(guide, root, args.brief));
    Ok(Exit::Success)
}

/// The actions that were asked for, in the catalogue's order; all that a response may ask for if
/// none were.
fn chosen<'c>(names: &[String], catalogue: &'c Catalogue) -> Result<Vec<&'c Tool>, Failure> {
    let usable = |tool: &Tool| tool.is_built() && tool.allows(Caller::Llm);
    let names: Vec<&str> =
        names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).collect();
    for name in &names {
        let tool = named(name, catalogue)?;
        if !usable(tool) {
            let why =
                if tool.allows(Caller::Llm) { "is not built yet" } else { "is not for a response" };
            return Err(Failure::new(format!("`{name}` {why}"))
                .hint(format!("`git clada actions {name}` says more"))
                .into_usage());
        }
    }
    let asked =
        |tool: &&Tool| usable(tool) && (names.is_empty() || names.contains(&tool.name.as_str()));
    Ok(catalogue.tools().filter(asked).collect())
}

fn dialects() -> PossibleValuesParser {
    let taught = taught().iter().map(|dialect| dialect.name());
    PossibleValuesParser::new(taught.chain(guides().iter().map(|guide| guide.dialect.name())))
}

fn default_dialect() -> &'static str {
    taught().first().map_or("", |dialect| dialect.name())
}
