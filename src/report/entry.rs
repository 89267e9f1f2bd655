//! Turns problems of a response into the entries of `parseErrors` and `warnings`.

use std::collections::HashSet;

use crate::{
    action::{ActionProblem, Detail, Stage},
    report::{ErrorDetail, ErrorType, ParseErrorEntry},
    syntax::{Block, Problem},
    text::{Diagnostic, Position, Response, Severity},
};

/// How many bytes of blocks are copied again for the further entries of the same blocks. More
/// would be quadratic in a hostile response.
const REPEATED: usize = 4 * 1024 * 1024;
/// What stands for a block beyond that.
const NOT_REPEATED: &str = "(the block is in the first entry about it)";
/// Longer values of `action` are no names, and are not repeated in entries about syntax.
const LONGEST_NAME: usize = 256;

/// A problem and what it belongs to.
#[derive(Clone, Debug)]
pub struct Finding<'f> {
    /// The block's index in `Parsed::blocks`; `None` outside any block.
    pub block: Option<usize>,
    /// The stage at which it was found.
    pub error_type: ErrorType,
    /// What, and where.
    pub diagnostic: &'f Diagnostic,
    /// What it is about. Without an action's name, the block's is taken.
    pub detail: Detail,
}

impl From<Stage> for ErrorType {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Validation => Self::Validation,
            Stage::Type => Self::Type,
        }
    }
}

/// Gathers the entries of one response.
#[derive(Debug)]
pub struct Entries<'a> {
    response: &'a Response,
    blocks: &'a [Block<'a>],
    errors: Vec<ParseErrorEntry>,
    warnings: Vec<ParseErrorEntry>,
    /// The blocks that stand in an entry already.
    copied: HashSet<usize>,
    /// How many bytes of them were copied again.
    repeated: usize,
}

/// The entries of one response, each list in the response's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gathered {
    /// `parseErrors`.
    pub errors: Vec<ParseErrorEntry>,
    /// `warnings`.
    pub warnings: Vec<ParseErrorEntry>,
}

impl<'a> Entries<'a> {
    /// None so far. `blocks` are those of the response, as they were parsed.
    #[must_use]
    pub fn new(response: &'a Response, blocks: &'a [Block<'a>]) -> Self {
        Self {
            response,
            blocks,
            errors: Vec::new(),
            warnings: Vec::new(),
            copied: HashSet::new(),
            repeated: 0,
        }
    }

    /// Adds what parsing found.
    pub fn syntax(&mut self, problem: &Problem) {
        self.add(&Finding {
            block: problem.block,
            error_type: ErrorType::Syntax,
            diagnostic: &problem.diagnostic,
            detail: Detail::default(),
        });
    }

    /// Adds what validation found in the block with that index.
    pub fn action(&mut self, block: usize, problem: &ActionProblem) {
        self.add(&Finding {
            block: Some(block),
            error_type: ErrorType::from(problem.stage),
            diagnostic: &problem.diagnostic,
            detail: problem.detail.clone(),
        });
    }

    /// Adds any finding, such as a refusal of the policy.
    pub fn add(&mut self, finding: &Finding<'_>) {
        let entry = self.entry(finding);
        match finding.diagnostic.severity {
            Severity::Error => self.errors.push(entry),
            Severity::Warning => self.warnings.push(entry),
        }
    }

    /// All that was added, in the response's order; of one line, in the order of adding.
    #[must_use]
    pub fn finish(mut self) -> Gathered {
        self.errors.sort_by_key(|entry| entry.error.line);
        self.warnings.sort_by_key(|entry| entry.error.line);
        Gathered { errors: self.errors, warnings: self.warnings }
    }

    fn entry(&mut self, finding: &Finding<'_>) -> ParseErrorEntry {
        let blocks = self.blocks;
        let block = finding.block.and_then(|index| blocks.get(index));
        let position = self.response.position(&finding.diagnostic.place);
        let action = finding.detail.action.clone().or_else(|| action_name(block?));
        let block_id = block.map(|block| block.id.value.to_owned());
        ParseErrorEntry {
            block_id: block_id.clone(),
            action: action.clone(),
            error_type: finding.error_type,
            message: finding.diagnostic.message.clone(),
            block_start_line: block.map(|block| block.start_line),
            sham_content: match (finding.block, block) {
                (Some(index), Some(block)) => self.written(index, block).to_owned(),
                _ => position.content.to_owned(),
            },
            error: ErrorDetail { action, block_id, ..detail(finding, &position) },
            help: finding.diagnostic.help.clone(),
        }
    }

    /// The block as written, as long as not too much is repeated.
    fn written(&mut self, index: usize, block: &Block<'_>) -> &str {
        if !self.copied.insert(index) {
            self.repeated = self.repeated.saturating_add(block.span.len());
            if self.repeated > REPEATED {
                return NOT_REPEATED;
            }
        }
        self.response.slice(block.span)
    }
}

fn detail(finding: &Finding<'_>, position: &Position<'_>) -> ErrorDetail {
    let Detail { action, param, expected, actual, available_actions } = finding.detail.clone();
    ErrorDetail {
        code: finding.diagnostic.code.name.to_owned(),
        action,
        line: position.line,
        column: position.column,
        length: position.length,
        block_id: None,
        content: position.content.to_owned(),
        context: position.context.to_owned(),
        message: finding.diagnostic.message.clone(),
        expected,
        actual,
        available_actions,
        param,
    }
}

fn action_name(block: &Block<'_>) -> Option<String> {
    let name = &block.field("action")?.value.value;
    (name.len() <= LONGEST_NAME).then(|| name.clone().into_owned())
}
