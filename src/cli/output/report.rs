//! The report of an apply, on stdout.

use crate::action::Catalogue;
use crate::cli::args::Format;
use crate::cli::context::Context;
use crate::report::{
    ExecutionResult, MarkdownOptions, Report, escape_line, failures, json_of, markdown, text, xml,
};

/// How a report is written.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Its form.
    pub format: Format,
    /// How many bytes it has at the most, as markdown.
    pub max_output: usize,
    /// The response's name, where others are told beside it: JSON names it then.
    pub among_others: Option<&'a str>,
}

/// Prints a report.
pub fn print(report: &Report, catalogue: &Catalogue, options: Options<'_>, context: &mut Context) {
    match options.format {
        // Why nothing was applied is told by the caller; what failed before is told here.
        Format::Text if context.quiet || report.result.fatal_error.is_some() => {
            let drawn = failures(report, catalogue, &context.stderr.text_options());
            context.print_error(&drawn);
            // What became of the user's files is said also where all else is not.
            for note in report.result.notes.iter().filter(|_| !report.result.success) {
                context.print_error(&format!("note: {}\n", escape_line(note)));
            }
        }
        Format::Text => {
            let drawn = text(report, catalogue, &context.stdout.text_options());
            context.print(&drawn);
        }
        Format::Json | Format::Xml => context.print(&to_paste(report, catalogue, options)),
        Format::Markdown => {
            context.print_content(to_paste(report, catalogue, options).as_bytes());
        }
    }
}

/// The report for whoever wrote the response: as markdown where it is told as text.
#[must_use]
pub fn to_paste(report: &Report, catalogue: &Catalogue, options: Options<'_>) -> String {
    let Options { format, max_output, among_others } = options;
    match format {
        Format::Text | Format::Markdown => {
            markdown(report, catalogue, &MarkdownOptions { max_output })
        }
        Format::Xml => xml(report),
        // Writing to memory does not fail.
        Format::Json => json_of(&report.result, among_others).unwrap_or_default(),
    }
}

/// The report of a response that was not tried.
#[must_use]
pub fn failed(why: String) -> Report {
    let result = ExecutionResult { fatal_error: Some(why), ..ExecutionResult::default() };
    Report { result, ..Report::default() }
}
