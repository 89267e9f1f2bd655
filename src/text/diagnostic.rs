//! What is wrong with a response, and where.

use crate::text::Span;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The block is not run.
    Error,
    /// The block is run all the same.
    Warning,
}

/// A problem's name: the field it belongs to and its code in JSON.
///
/// Shown as `clada::sham::duplicate_key`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// `sham`, `action` or `path`.
    pub field: &'static str,
    /// Upper case, as in JSON: `DUPLICATE_KEY`.
    pub name: &'static str,
}

/// A second place that helps to understand the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// A few words, lower case.
    pub text: String,
}

/// Where a problem is: its line and its bytes.
///
/// The line is told apart from the span because a problem at the end of the input stands on the
/// line after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub line: usize,
    /// The exact bytes.
    pub span: Span,
}

/// How many problems there are besides those that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omitted {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl Omitted {
    /// Counts one more.
    pub fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }

    /// All of them.
    #[must_use]
    pub fn total(self) -> usize {
        self.errors + self.warnings
    }
}

/// One problem of a response: what, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its name.
    pub code: Code,
    /// Whether it keeps the block from running.
    pub severity: Severity,
    /// What is wrong, exactly as specified.
    pub message: String,
    /// The exact bytes it is about.
    pub place: Place,
    /// A few words under the place.
    pub label: String,
    /// Further places.
    pub more: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
}
