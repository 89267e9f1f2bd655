//! What `git clada check` says: the actions that would run, and what is wrong with the rest.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    action::Action,
    report::{Gathered, ParseErrorEntry},
    syntax::{Block, Parsed},
};

/// The actions of a response and its problems: `git clada check --format json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParseResult<'a> {
    /// The blocks that hold together, in order.
    pub actions: Vec<CheckedAction<'a>>,
    /// One for each error.
    pub errors: Vec<ParseErrorEntry>,
    /// What is worth mending and stops nothing.
    pub warnings: Vec<ParseErrorEntry>,
    /// How many there are.
    pub summary: Summary,
}

/// One action that would run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedAction<'a> {
    /// Its name.
    pub action: &'a str,
    /// Typed, without `action`.
    pub parameters: &'a Map<String, Value>,
    /// Where it comes from.
    pub metadata: Metadata<'a>,
}

/// The block that an action comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata<'a> {
    /// Its ID.
    pub block_id: &'a str,
    /// The header's line, from 1.
    pub start_line: usize,
    /// The end marker's line.
    pub end_line: Option<usize>,
}

/// How many blocks, actions and errors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Blocks, those with errors too.
    pub total_blocks: usize,
    /// Actions.
    pub success_count: usize,
    /// Errors, of which one block may have several.
    pub error_count: usize,
}

impl<'a> ParseResult<'a> {
    /// Puts together what parsing, validation and the policy found; `omitted` more errors are
    /// counted and not listed.
    #[must_use]
    pub fn new(
        parsed: &'a Parsed<'a>,
        actions: &'a [Action<'a>],
        found: Gathered,
        omitted: usize,
    ) -> Self {
        let Gathered { errors, warnings } = found;
        let actions: Vec<_> =
            actions.iter().filter_map(|action| checked(action, &parsed.blocks)).collect();
        let summary = Summary {
            total_blocks: parsed.blocks.len(),
            success_count: actions.len(),
            error_count: errors.len() + omitted,
        };
        Self { actions, errors, warnings, summary }
    }
}

fn checked<'a>(action: &'a Action<'a>, blocks: &'a [Block<'a>]) -> Option<CheckedAction<'a>> {
    let block = blocks.get(action.block)?;
    Some(CheckedAction {
        action: &action.name,
        parameters: &action.params,
        metadata: Metadata {
            block_id: &block.id.value,
            start_line: block.start_line,
            end_line: block.end_line,
        },
    })
}
