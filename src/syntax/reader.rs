//! What is being read, and what was found in it so far.

use std::borrow::Cow;

use crate::{
    syntax::{Block, Dialect, Field, Parsed, Problem, line::LineCounter},
    text::{Diagnostic, Omitted, Place, Response, Severity, Span, Spanned},
};

/// How many problems are kept. A hostile response of 50 MB has tens of millions, which would not
/// fit into memory; who has so many mends the first and tries again.
const MOST_PROBLEMS: usize = 100_000;

/// The text, the parts found, and the place up to which lines are counted.
#[derive(Debug)]
pub(super) struct Reader<'r> {
    /// The response's text.
    pub(super) text: &'r str,
    /// The blocks that are closed, and all problems.
    pub(super) parsed: Parsed<'r>,
    /// Whether one dialect alone is read: then what may be its block is one.
    pub(super) forced: bool,
    /// Openers that are known to have no end, the first one last. So no dialect need look for the
    /// ends of several of them, each to the end of the text.
    pub(super) unclosed: Vec<usize>,
    /// The dialects without keys of the blocks so far, each once.
    dialects: Vec<Dialect>,
    response: &'r Response,
    lines: LineCounter,
}

/// How much had been found at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) blocks: usize,
    groups: usize,
    problems: usize,
    dialects: usize,
    omitted: Omitted,
}

/// A block of a dialect that has neither keys nor IDs.
#[derive(Debug)]
pub(super) struct Found<'r> {
    /// The dialect.
    pub(super) dialect: Dialect,
    /// Its sequence's number; a standalone block has none yet.
    pub(super) group: Option<usize>,
    /// What opens it.
    pub(super) opener: Span,
    /// All of it.
    pub(super) span: Span,
    /// What it says, as the catalogue names it.
    pub(super) fields: Vec<Field<'r>>,
    /// What it is for.
    pub(super) note: Option<Spanned<Cow<'r, str>>>,
    /// Whether it was closed.
    pub(super) closed: bool,
    /// Errors and warnings.
    pub(super) problems: Vec<Diagnostic>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(response: &'r Response) -> Self {
        Self {
            text: response.text(),
            parsed: Parsed::default(),
            forced: false,
            unclosed: Vec::new(),
            dialects: Vec::new(),
            response,
            lines: LineCounter::new(),
        }
    }

    /// How much has been found so far.
    pub(super) fn mark(&self) -> Mark {
        let Parsed { blocks, groups, problems, omitted } = &self.parsed;
        let (blocks, problems) = (blocks.len(), problems.len());
        let dialects = self.dialects.len();
        Mark { blocks, groups: *groups, problems, dialects, omitted: *omitted }
    }

    /// Whether blocks or groups of them were found since.
    pub(super) fn has_more(&self, mark: &Mark) -> bool {
        self.parsed.blocks.len() > mark.blocks || self.parsed.groups > mark.groups
    }

    /// Takes back what was found since.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.parsed.blocks.truncate(mark.blocks);
        self.parsed.groups = mark.groups;
        self.parsed.problems.truncate(mark.problems);
        self.dialects.truncate(mark.dialects);
        self.parsed.omitted = mark.omitted;
    }

    /// Whether a block of that dialect, which has no keys, has been found.
    pub(super) fn has_block_of(&self, dialect: Dialect) -> bool {
        self.dialects.contains(&dialect)
    }

    /// A number for a group of blocks.
    pub(super) fn new_group(&mut self) -> usize {
        self.parsed.groups += 1;
        self.parsed.groups - 1
    }

    /// Takes down a block that is read whole.
    pub(super) fn push(&mut self, found: Found<'r>) {
        let Found { dialect, opener, span, fields, note, closed, problems, .. } = found;
        let mut has_errors = false;
        for problem in problems {
            has_errors |= self.report_open(problem);
        }
        let group = found.group.unwrap_or_else(|| self.new_group());
        if !self.has_block_of(dialect) {
            self.dialects.push(dialect);
        }
        let id = format!("task-{}", self.parsed.blocks.len() + 1);
        let end_line = closed.then(|| self.response.line_of(span.end.max(span.start + 1) - 1));
        self.parsed.blocks.push(Block {
            dialect,
            group,
            id: Spanned::new(Cow::Owned(id), opener),
            fields,
            header: opener,
            span,
            start_line: self.response.line_of(opener.start),
            end_line,
            has_errors,
            note,
        });
    }

    /// The place of a span, wherever it is.
    pub(super) fn place_of(&self, span: Span) -> Place {
        Place { line: self.response.line_of(span.start), span }
    }

    /// The number of the line that holds `offset`. Asked in the text's order.
    pub(super) fn line_of(&mut self, offset: usize) -> usize {
        self.lines.line_of(self.text, offset)
    }

    /// The place of a span whose line starts no earlier than what was asked about before.
    pub(super) fn place(&mut self, span: Span) -> Place {
        Place { line: self.line_of(span.start), span }
    }

    /// The place of what is missing at the end of the input: the line after the last one.
    pub(super) fn end_of_input(&mut self) -> Place {
        let end = self.text.len();
        Place { line: self.line_of(end) + 1, span: Span::empty(end) }
    }

    /// Takes down a problem outside any block.
    pub(super) fn report_outside(&mut self, diagnostic: Diagnostic) {
        self.keep(Problem { block: None, diagnostic });
    }

    /// Takes down a problem of the block that is open, the one after those that are closed.
    /// Returns whether it is an error.
    pub(super) fn report_open(&mut self, diagnostic: Diagnostic) -> bool {
        let is_error = diagnostic.severity == Severity::Error;
        let block = Some(self.parsed.blocks.len());
        self.keep(Problem { block, diagnostic });
        is_error
    }

    fn keep(&mut self, problem: Problem) {
        if self.parsed.problems.len() < MOST_PROBLEMS {
            self.parsed.problems.push(problem);
        } else {
            self.parsed.omitted.count(problem.diagnostic.severity);
        }
    }
}
