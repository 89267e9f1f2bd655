//! Puts a diagnostic together.

use crate::text::{Code, Diagnostic, Label, Place, Severity, Span};

/// The longest piece of a response that a message or a help repeats, in characters.
const LONGEST_QUOTE: usize = 40;

/// A diagnostic that is being written.
pub(in crate::syntax) struct Draft(Diagnostic);

impl Draft {
    /// An error: the block is not run.
    pub(super) fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self::error_of(Code { field: "sham", name: code }, place, message)
    }

    /// An error of another dialect.
    pub(in crate::syntax) fn error_of(
        code: Code,
        place: Place,
        message: impl Into<String>,
    ) -> Self {
        Self(Diagnostic {
            code,
            severity: Severity::Error,
            message: message.into(),
            place,
            label: String::new(),
            more: Vec::new(),
            help: None,
        })
    }

    /// A warning: the block is run all the same.
    pub(super) fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        let mut draft = Self::error(code, place, message);
        draft.0.severity = Severity::Warning;
        draft
    }

    /// A warning of another dialect.
    pub(in crate::syntax) fn warning_of(
        code: Code,
        place: Place,
        message: impl Into<String>,
    ) -> Self {
        let mut draft = Self::error_of(code, place, message);
        draft.0.severity = Severity::Warning;
        draft
    }

    /// Says a few words under the place.
    pub(in crate::syntax) fn label(mut self, text: impl Into<String>) -> Self {
        self.0.label = text.into();
        self
    }

    /// Points at a second place.
    pub(in crate::syntax) fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.0.more.push(Label { span, text: text.into() });
        self
    }

    /// Says what to write instead.
    pub(in crate::syntax) fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.0.help = Some(text.into());
        self.0
    }
}

/// The beginning of a text, long enough to know it again.
pub(in crate::syntax) fn quote(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}
