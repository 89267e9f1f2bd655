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
        let block_id = block.map(|block| block.id.value.to_string());
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
            dialect: block.map(|block| block.dialect),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    fn gathered(text: &str) -> Gathered {
        let response = Response::new("r.md", text.as_bytes().to_vec()).expect("valid");
        let parsed = parse(&response);
        let mut entries = Entries::new(&response, &parsed.blocks);
        parsed.problems.iter().for_each(|problem| entries.syntax(problem));
        entries.finish()
    }

    #[test]
    fn each_entry_shows_its_block_as_written() {
        let block =
            "#!SHAM [@three-char-SHA-256: abc]\r\naction = \"x\"\r\n?\r\n!\r\n#!END_SHAM_abc";
        let errors = gathered(&format!("a\n{block}\r\nz\n")).errors;
        assert_eq!(errors.len(), 2);
        for error in errors {
            assert_eq!(error.sham_content, block);
            assert_eq!(error.action.as_deref(), Some("x"));
            assert_eq!((error.block_start_line, error.error.context.lines().count()), (Some(2), 5));
        }
    }

    #[test]
    fn outside_a_block_an_entry_shows_the_line() {
        let errors = gathered("a\n#!SHAM [@three-char-SHA-256: a]\n").errors;
        assert_eq!(errors[0].sham_content, "#!SHAM [@three-char-SHA-256: a]");
        assert_eq!((errors[0].block_id.as_deref(), errors[0].block_start_line), (None, None));
    }

    #[test]
    fn a_block_with_many_errors_is_not_copied_for_each() {
        let lines = "?\n".repeat(20_000);
        let errors =
            gathered(&format!("#!SHAM [@three-char-SHA-256: abc]\n{lines}#!END_SHAM_abc\n")).errors;
        assert_eq!(errors.len(), 20_000);
        let block = lines.len() + 48;
        assert_eq!(errors[0].sham_content.len(), block);
        assert_eq!(errors[19_999].sham_content, NOT_REPEATED);
        let copied = errors.iter().filter(|error| error.sham_content != NOT_REPEATED).count();
        assert_eq!(copied, 1 + REPEATED / block);
    }
}
