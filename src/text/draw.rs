//! Draws diagnostics for people: in full with the source around them, or on one line.
//!
//! Nothing here depends on the length of the response: what is drawn is taken from a few lines.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles,
};

use crate::text::{
    Diagnostic, Response, Severity,
    excerpt::{Excerpt, Extent, Label},
    printable::{printable, wrap},
};

/// What miette writes before the lines of a message and of a help.
const MESSAGE_INDENT: usize = 4;
const HELP_INDENT: usize = 8;
/// Text is never broken into lines narrower than this.
const NARROWEST: usize = 24;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// The terminal's width in columns.
    pub width: usize,
    /// Whether to use terminal colours.
    pub colour: bool,
    /// Whether to draw with characters outside ASCII.
    pub unicode: bool,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self { width: 80, colour: false, unicode: true }
    }
}

/// Draws a diagnostic in full: its code, its message, the lines it is about with its labels, and
/// its help. Ends with a line break.
///
/// Whatever the response holds, the result has no control character but line breaks and, with
/// colours, the colours' own escapes.
#[must_use]
pub fn draw(response: &Response, diagnostic: &Diagnostic, options: DrawOptions) -> String {
    let extent = Extent { width: options.width.max(2 * NARROWEST), unicode: options.unicode };
    let report = Report {
        code: code_path(diagnostic),
        message: wrapped(message(diagnostic), extent.width.saturating_sub(MESSAGE_INDENT + 1)),
        help: diagnostic
            .help
            .as_deref()
            .map(|help| wrapped(help, extent.width.saturating_sub(HELP_INDENT + 1))),
        severity: diagnostic.severity,
        excerpt: Excerpt::new(response, diagnostic, extent),
    };
    let theme = theme(options, &report);
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(extent.width)
        .with_wrap_lines(false)
        .with_links(false);
    let mut drawn = String::new();
    // Writing to a string does not fail; what miette could not draw is still said in short.
    match handler.render_report(&mut drawn, &report) {
        Ok(()) => drawn,
        Err(fmt::Error) => brief(response, diagnostic) + "\n",
    }
}

/// Says a diagnostic on one line, without a line break:
/// `NAME:LINE:COLUMN: error[DUPLICATE_KEY]: message; help: what to write instead`.
#[must_use]
pub fn brief(response: &Response, diagnostic: &Diagnostic) -> String {
    let position = response.position(&diagnostic.place);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let name = printable(response.origin());
    let message = printable(message(diagnostic));
    let mut line = format!(
        "{name}:{}:{}: {severity}[{}]: {message}",
        position.line, position.column, diagnostic.code.name
    );
    if let Some(help) = &diagnostic.help {
        line.push_str("; help: ");
        line.push_str(&printable(help));
    }
    line
}

/// The message without the code in front of it, which is told apart.
fn message(diagnostic: &Diagnostic) -> &str {
    let own = diagnostic.message.strip_prefix(diagnostic.code.name);
    own.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&diagnostic.message)
}

/// `clada::sham::duplicate_key`.
fn code_path(diagnostic: &Diagnostic) -> String {
    format!("clada::{}::{}", diagnostic.code.field, diagnostic.code.name.to_ascii_lowercase())
}

fn wrapped(text: &str, width: usize) -> String {
    wrap(&printable(text), width)
}

fn theme(options: DrawOptions, report: &Report) -> GraphicalTheme {
    let characters =
        if options.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    let mut styles = if options.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let main = match report.severity {
        Severity::Error => styles.error,
        Severity::Warning => styles.warning,
    };
    let main = if options.colour { main.bold() } else { main };
    // miette gives labels these styles in the order in which they stand.
    let style = |label: &Label| if label.main { main } else { styles.advice };
    let highlights: Vec<_> = report.excerpt.labels().iter().map(style).collect();
    if !highlights.is_empty() {
        styles.highlights = highlights;
    }
    GraphicalTheme { characters, styles }
}

/// A diagnostic in the form that miette draws.
#[derive(Debug)]
struct Report {
    code: String,
    message: String,
    help: Option<String>,
    severity: Severity,
    excerpt: Excerpt,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labels().iter().map(|label| label.span.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Code, Label as SecondPlace, Place, Span};

    fn response() -> Response {
        let text = format!("first line\n{}last é line\n", "between\n".repeat(9));
        Response::new("dir/r.md", text.into_bytes()).expect("valid")
    }

    fn diagnostic(response: &Response) -> Diagnostic {
        let at = |text: &str| response.text().find(text).expect("there");
        let span = Span::new(at("é"), at("é") + 'é'.len_utf8());
        let first = Span::new(0, "first".len());
        Diagnostic {
            code: Code { field: "sham", name: "SOME_CODE" },
            severity: Severity::Warning,
            message: "not\u{1b}[31m well".into(),
            place: Place { line: 11, span },
            label: "here".into(),
            more: vec![SecondPlace { span: first, text: "there".into() }],
            help: Some("one\ntwo `three`".into()),
        }
    }

    #[test]
    fn the_place_heads_the_report_even_where_another_stands_far_before_it() {
        let response = response();
        let drawn = draw(&response, &diagnostic(&response), DrawOptions::default());
        let expected = "\
clada::sham::some_code

  ⚠ not<U+001B>[31m well
    ╭─[dir/r.md:11:6]
 10 │ between
 11 │ last é line
    ·      ┬
    ·      ╰── here
    ╰────
   ╭─[dir/r.md:1:1]
 1 │ first line
   · ──┬──
   ·   ╰── there
 2 │ between
   ╰────
  help: one two `three`
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn colours_are_used_only_where_they_are_wanted() {
        let response = response();
        for colour in [false, true] {
            let options = DrawOptions { colour, ..DrawOptions::default() };
            let drawn = draw(&response, &diagnostic(&response), options);
            assert_eq!(drawn.contains('\u{1b}'), colour, "{drawn}");
        }
    }

    #[test]
    fn without_unicode_only_the_response_itself_has_other_characters_than_ascii() {
        let response = response();
        let options = DrawOptions { unicode: false, ..DrawOptions::default() };
        let drawn = draw(&response, &diagnostic(&response), options);
        assert!(drawn.replace('é', "").is_ascii(), "{drawn}");
    }

    #[test]
    fn in_brief_it_is_one_line_with_place_and_help() {
        let response = response();
        assert_eq!(
            brief(&response, &diagnostic(&response)),
            "dir/r.md:11:6: warning[SOME_CODE]: not<U+001B>[31m well; help: one two `three`"
        );
    }
}
