//! What is being read, and what was found in it so far.

use crate::{
    syntax::{Parsed, Problem, line::LineCounter},
    text::{Diagnostic, Place, Severity, Span},
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
    lines: LineCounter,
}

impl<'r> Reader<'r> {
    pub(super) fn new(text: &'r str) -> Self {
        Self { text, parsed: Parsed::default(), lines: LineCounter::new() }
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
