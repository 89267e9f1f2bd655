//! The problems of a response, on stderr.

use crate::cli::args::ErrorDetail;
use crate::cli::context::Context;
use crate::engine::Plan;
use crate::report::{ActionResult, escape_line};
use crate::syntax::Block;
use crate::text::{Diagnostic, DrawOptions, Response, brief, draw};

use super::blocks;

/// What there is to say of a response.
#[derive(Clone, Copy, Debug)]
pub struct Problems<'r> {
    /// The response.
    pub response: &'r Response,
    /// Its blocks.
    pub blocks: &'r [Block<'r>],
    /// What is wrong, in the response's order.
    pub diagnostics: &'r [Diagnostic],
    /// How many problems there are besides those.
    pub omitted: usize,
}

impl<'r> Problems<'r> {
    /// All that is wrong with a plan.
    #[must_use]
    pub fn of(plan: &'r Plan<'r>) -> Self {
        Self {
            response: plan.response,
            blocks: &plan.parsed.blocks,
            diagnostics: &plan.diagnostics,
            omitted: plan.omitted.total(),
        }
    }

    /// Prints all problems, in order, each once; in debug, the blocks too, as they were parsed.
    pub fn print(&self, detail: Option<ErrorDetail>, context: &mut Context) {
        let screen = context.stderr;
        let default = if screen.terminal { ErrorDetail::Full } else { ErrorDetail::Minimal };
        let detail = detail.unwrap_or(default);
        let options = DrawOptions { width: screen.width, colour: screen.colour, unicode: true };
        let mut problems = self.diagnostics.iter().peekable();
        while let Some(problem) = problems.next() {
            let text = match detail {
                ErrorDetail::Minimal => brief(self.response, problem) + "\n",
                ErrorDetail::Full | ErrorDetail::Debug => {
                    draw(self.response, problem, options) + "\n"
                }
            };
            context.print_error(&text);
            let block = self.block(problem);
            let last = problems.peek().and_then(|next| self.block(next)) != block;
            if let Some(block) = block.filter(|_| last && detail == ErrorDetail::Debug) {
                context.print_error(&as_parsed("as parsed", block, screen.width));
            }
        }
        if self.omitted > 0 {
            let omitted = self.omitted;
            context.print_error(&format!("… and {omitted} more problems; mend these first\n"));
        }
    }

    /// The block that a problem is in, or behind where it was never closed.
    fn block(&self, problem: &Diagnostic) -> Option<&'r Block<'r>> {
        let after = self.blocks.partition_point(|block| block.start_line <= problem.place.line);
        let block = self.blocks.get(after.checked_sub(1)?)?;
        block.end_line.is_none_or(|end| problem.place.line <= end).then_some(block)
    }
}

/// Prints the blocks of the actions that failed, as they were parsed.
pub fn print_failed(plan: &Plan<'_>, results: &[ActionResult], context: &mut Context) {
    for (action, result) in plan.actions.iter().zip(results) {
        let Some(block) = plan.parsed.blocks.get(action.block).filter(|_| !result.success) else {
            continue;
        };
        let code = result.code.as_deref().unwrap_or("failed");
        let error = result.error.as_deref().unwrap_or_default();
        let named = if error.starts_with(code) { "" } else { &format!("{code}: ") };
        let title = format!("{named}{}\nas parsed", escape_line(error));
        context.print_error(&as_parsed(&title, block, context.stderr.width));
    }
}

fn as_parsed(title: &str, block: &Block<'_>, width: usize) -> String {
    format!("{title}: {}\n", blocks::one(block, width))
}
