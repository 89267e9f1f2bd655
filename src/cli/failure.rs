//! What went wrong, for the person at the terminal: a message, its causes, what to do; and the
//! exit status.

use std::error::Error;
use std::fmt::Write as _;

use crate::engine::EngineError;
use crate::git::GitError;
use crate::history::HistoryError;
use crate::policy::ApprovalError;
use crate::report::Fatal;
use crate::text::ResponseError;

use super::hint::{context_hint, git_hint, history_hint};

const ALLOW_ROOT: &str = "`git config --add clada.allowRoot DIR` allows what is below DIR";

/// The exit status, as documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All succeeded, or there was nothing to do.
    Success = 0,
    /// Some block or action failed; what succeeded is committed.
    SomeFailed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Nothing was applied.
    NothingApplied = 3,
    /// There was nothing but commands that wait for approval, and nobody to ask.
    AwaitsApproval = 4,
}

impl Exit {
    /// The number that the process ends with.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// A failure of a command. Nothing was changed by the command.
#[derive(Debug)]
pub struct Failure {
    message: String,
    causes: Vec<String>,
    details: Vec<String>,
    hint: Option<String>,
    /// The status that the process ends with.
    pub exit: Exit,
    /// Its kind, where it is told as a report.
    pub fatal: Fatal,
}

impl Failure {
    /// A failure after which nothing was applied.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            causes: Vec::new(),
            details: Vec::new(),
            hint: None,
            exit: Exit::NothingApplied,
            fatal: Fatal::default(),
        }
    }

    /// Adds why it happened, the nearest cause first.
    #[must_use]
    pub fn because(mut self, error: impl Error) -> Self {
        let mut cause: Option<&dyn Error> = Some(&error);
        while let Some(error) = cause {
            self.causes.push(error.to_string());
            cause = error.source();
        }
        self.causes.dedup();
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same failure where it is a problem of the input and not of an operation.
    #[must_use]
    pub fn into_problem(mut self) -> Self {
        self.exit = Exit::SomeFailed;
        self
    }

    /// The same failure where the command was not used as it can be.
    #[must_use]
    pub fn into_usage(mut self) -> Self {
        self.exit = Exit::Usage;
        self
    }

    /// The message and its causes on one line, as `fatalError` has them.
    #[must_use]
    pub fn message(&self) -> String {
        let mut text = self.message.clone();
        for cause in &self.causes {
            let _ = write!(text, ": {cause}");
        }
        for detail in &self.details {
            let _ = write!(text, "\n  {detail}");
        }
        text
    }

    /// The failure as it is printed: `error: …`, the details, `hint: …`.
    #[must_use]
    pub fn text(&self) -> String {
        self.printed(format!("error: {}\n", self.message()))
    }

    /// The same for what went wrong beside what was asked for: `warning: …`.
    #[must_use]
    pub fn warning(&self) -> String {
        self.printed(format!("warning: {}\n", self.message()))
    }

    /// The same with each cause on a line of its own, from the outermost to the first.
    #[must_use]
    pub fn chain(&self) -> String {
        let mut text = format!("error: {}\n", self.message);
        for detail in &self.details {
            let _ = writeln!(text, "  {detail}");
        }
        for cause in &self.causes {
            let _ = writeln!(text, "caused by: {cause}");
        }
        self.printed(text)
    }

    fn printed(&self, mut text: String) -> String {
        if let Some(hint) = &self.hint {
            for line in hint.lines() {
                let _ = writeln!(text, "hint: {line}");
            }
        }
        crate::report::escape(&text).into_owned()
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        let hint = history_hint(&error);
        let details = error.details().to_vec();
        let mut failure = with_causes(&error);
        failure.details = details;
        failure.hint = hint;
        failure
    }
}

impl From<GitError> for Failure {
    fn from(error: GitError) -> Self {
        let hint = git_hint(&error);
        let mut failure = with_causes(&error);
        failure.hint = hint;
        failure
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::History(error) => error.into(),
            EngineError::Gate(error) => Self::new("cannot use a root").because(error),
            EngineError::Atomic { .. } => Self::new(error.to_string())
                .hint("nothing was applied; mend what failed, or apply without `--atomic`"),
            EngineError::Verify { .. } => Self::new(error.to_string())
                .hint("nothing was applied; without `--verify` (`clada.verify`) no hook is asked"),
            EngineError::Before { .. } => Self::new(error.to_string()).hint("nothing was applied"),
            EngineError::Quit | EngineError::Interrupted { .. } => Self::new(error.to_string()),
            EngineError::Approval(error) => error.into(),
            EngineError::Hooks(error) => {
                let hint = error.way_on();
                with_causes(&error).hint(hint)
            }
            EngineError::Context(error) => {
                let mut failure = with_causes(&error);
                failure.hint = context_hint(&error);
                failure
            }
            EngineError::NotDone { ref problems, outside, .. } => {
                let mut failure = Self::new(error.to_string());
                failure.details.clone_from(problems);
                failure.hint = outside.then(|| ALLOW_ROOT.to_owned());
                failure
            }
        }
    }
}

impl From<ResponseError> for Failure {
    fn from(error: ResponseError) -> Self {
        let hint = match &error {
            ResponseError::TooLarge { .. } => "split the response, and apply its parts one by one",
            ResponseError::InvalidUtf8 { .. } => "save the response as UTF-8",
        };
        let fatal = match &error {
            ResponseError::TooLarge { .. } => Fatal::TooLarge,
            ResponseError::InvalidUtf8 { .. } => Fatal::Operation,
        };
        Self { fatal, ..Self::new(format!("{}: {error}", error.code())).hint(hint) }
    }
}

impl From<ApprovalError> for Failure {
    fn from(error: ApprovalError) -> Self {
        let hint = match &error {
            ApprovalError::Io { .. } => "nothing was changed",
            ApprovalError::Damaged { .. } => {
                "nothing was changed; it is `{\"commands\": [\"npm test\"], \"added\": {}}`"
            }
            ApprovalError::NotTrusted { .. } => {
                "look at it with `git clada allow --list`; `git clada allow --trust` accepts it"
            }
        };
        with_causes(&error).hint(hint)
    }
}

fn with_causes(error: &dyn Error) -> Failure {
    let mut failure = Failure::new(error.to_string());
    let mut cause = error.source();
    while let Some(error) = cause {
        failure.causes.push(error.to_string());
        cause = error.source();
    }
    failure.causes.dedup();
    failure
}

/// Prints a failure that came before there was a context to print with.
#[expect(clippy::print_stderr, reason = "there is no context yet")]
pub fn exit_before_start(failure: &Failure) -> Exit {
    eprint!("{}", failure.text());
    failure.exit
}
