//! What came of an action.

use serde_json::{Map, Value};

use crate::{
    policy::Refusal,
    report::Matches,
    workspace::{FsCode, FsError},
};

/// What came of an action: its `data`, or why it failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Failures are data: the other actions go on.
    pub result: Result<Map<String, Value>, Failure>,
}

/// Why an action failed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failure {
    /// The failure's one identity: `ENOENT`, `MATCH_NOT_FOUND`, `PATH_ESCAPE`, …
    pub code: String,
    /// The message, exactly as specified.
    pub error: String,
    /// How to mend it.
    pub hint: Option<String>,
    /// What the action returns all the same.
    pub data: Option<Map<String, Value>>,
    /// In how many places a text is, and in how many it should be, where that is why.
    pub matches: Option<Matches>,
    /// The path at which nothing stands, as the response has it, where that is why.
    pub(super) missing: Option<String>,
}

impl Failure {
    pub(super) fn new(code: &str, error: impl Into<String>) -> Box<Self> {
        Box::new(Self { code: code.to_owned(), error: error.into(), ..Self::default() })
    }

    /// A failure for want of places, or of fewer.
    pub(super) fn of_matches(
        (code, error): (&str, String),
        found: usize,
        expected: i64,
    ) -> Box<Self> {
        let mut failure = Self::new(code, error);
        failure.matches = Some(Matches { found, expected });
        failure
    }

    /// A failure and how to mend it.
    pub(super) fn with_hint(code: &str, error: impl Into<String>, hint: &str) -> Box<Self> {
        let mut failure = Self::new(code, error);
        failure.hint = Some(hint.to_owned());
        failure
    }
}

impl From<FsError> for Box<Failure> {
    fn from(error: FsError) -> Self {
        let mut failure = Failure::new(error.code.name(), error.to_string());
        failure.missing = (error.code == FsCode::Enoent).then_some(error.path);
        failure
    }
}

impl From<Refusal> for Box<Failure> {
    fn from(refusal: Refusal) -> Self {
        let mut failure = Failure::new(refusal.code, refusal.message);
        failure.hint = refusal.help;
        failure
    }
}

/// What an action returns: its `data`.
pub(in crate::engine) type Performed = Result<Map<String, Value>, Box<Failure>>;

/// Puts an action's `data` together, in the order in which reports show it.
pub(super) fn data<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
