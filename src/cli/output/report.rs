//! The report of an apply, on stdout.

use crate::action::Catalogue;
use crate::cli::args::Format;
use crate::cli::context::Context;
use crate::report::{
    ExecutionResult, MarkdownOptions, Report, escape_line, failures, markdown, text, write_json,
    xml,
};

/// How a report is written.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Its form.
    pub format: Format,
    /// How many bytes it has at the most, as markdown.
    pub max_output: usize,
}

/// Prints a report.
pub fn print(report: &Report, catalogue: &Catalogue, options: Options, context: &mut Context) {
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
pub fn to_paste(report: &Report, catalogue: &Catalogue, options: Options) -> String {
    let Options { format, max_output } = options;
    match format {
        Format::Text | Format::Markdown => {
            markdown(report, catalogue, &MarkdownOptions { max_output })
        }
        Format::Xml => xml(report),
        Format::Json => {
            let mut json = Vec::new();
            // Writing to memory does not fail, and JSON is UTF-8.
            let _ = write_json(&report.result, &mut json);
            String::from_utf8(json).unwrap_or_default()
        }
    }
}

/// The report of a response that was not tried.
#[must_use]
pub fn failed(why: String) -> Report {
    let result = ExecutionResult { fatal_error: Some(why), ..ExecutionResult::default() };
    Report { result, ..Report::default() }
}
