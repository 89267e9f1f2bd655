//! The problems of a response, on stderr.

use crate::cli::args::ErrorDetail;
use crate::cli::context::Context;
use crate::text::{Diagnostic, DrawOptions, Response, brief, draw};

/// Prints all problems, in order, each once.
pub fn print(
    response: &Response,
    problems: &[Diagnostic],
    detail: Option<ErrorDetail>,
    context: &mut Context,
) {
    let screen = context.stderr;
    let default = if screen.terminal { ErrorDetail::Full } else { ErrorDetail::Minimal };
    let options = DrawOptions { width: screen.width, colour: screen.colour, unicode: true };
    for problem in problems {
        let text = match detail.unwrap_or(default) {
            ErrorDetail::Minimal => brief(response, problem) + "\n",
            ErrorDetail::Full | ErrorDetail::Debug => draw(response, problem, options) + "\n",
        };
        context.print_error(&text);
    }
}

/// Says how many problems there are besides those that were printed.
pub fn print_omitted(omitted: usize, context: &mut Context) {
    if omitted > 0 {
        context.print_error(&format!("… and {omitted} more problems; mend these first\n"));
    }
}
